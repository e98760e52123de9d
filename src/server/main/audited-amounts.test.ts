import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditParts } from './audit-parts.ts';
import { auditedAmounts } from './audited-amounts.ts';
import { testDatabase, type TestDatabase } from '../core/store/testing.ts';
import {
  ledgerTables,
  measuredOnce,
  numberEnds,
  numberNames,
  numbersBesideAmounts,
  saidOnce,
  shownOnly,
  tablesOfNoMoney,
} from './other-numbers.ts';

/** Every number of the schema is an amount that an audit compares, or is named as none. */

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.close());

/** Numeric columns of the tables, partitions aside. */
async function numbers(): Promise<{ table: string; column: string }[]> {
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `SELECT columns.table_name AS table, column_name AS column FROM information_schema.columns AS columns
       JOIN information_schema.tables AS tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
        AND data_type IN ('bigint', 'integer', 'smallint', 'numeric', 'real', 'double precision')
      ORDER BY 1, 2`,
  );
  return rows;
}

const isAmong = (
  named: Readonly<Record<string, readonly string[]>>,
  { table, column }: { table: string; column: string },
) => named[table]?.includes(column) ?? false;

/** What a number is said to be; several are a mistake as well. */
function saidOf(number: { table: string; column: string }): string[] {
  const { table, column } = number;
  const isNone =
    ledgerTables.includes(table) ||
    tablesOfNoMoney.includes(table) ||
    numberEnds.test(column) ||
    numberNames.includes(column) ||
    isAmong(numbersBesideAmounts, number);
  return [
    ...(auditedAmounts[table]?.[column] === undefined ? [] : ['audited']),
    ...(isAmong(saidOnce, number) ? ['said once'] : []),
    ...(isAmong(shownOnly, number) ? ['only shown'] : []),
    ...(isAmong(measuredOnce, number) ? ['measured once'] : []),
    ...(isNone ? ['no amount'] : []),
  ];
}

/** Checks that add up a history, or single rows of one, beside others that compare what is owed: in rotation alone. */
const rotatedBesides = [
  'robots: positions',
  'robots: put in',
  'robots: trades',
  'spot: trades',
  'team: last weeks',
  'team: rebates',
];

describe('numbers in tables', () => {
  it('are each an amount that an audit compares, one that nothing else says, or none', async () => {
    const all = await numbers();
    expect(all.length).toBeGreaterThan(400);
    const unclear = all.flatMap((number) => {
      const said = saidOf(number);
      return said.length === 1 ? [] : [`${number.table}.${number.column}: ${said.join(', ') || 'nobody names it'}`];
    });
    expect(unclear).toEqual([]);
  });

  it('are named only where there are such columns', async () => {
    const there = new Set((await numbers()).map(({ table, column }) => `${table}.${column}`));
    const named = [auditedAmounts, saidOnce, shownOnly, measuredOnce, numbersBesideAmounts].flatMap((list) =>
      Object.entries(list).flatMap(([table, columns]) =>
        (Array.isArray(columns) ? (columns as string[]) : Object.keys(columns)).map((column) => `${table}.${column}`),
      ),
    );
    expect(named.filter((name) => !there.has(name))).toEqual([]);
    const tables = new Set((await numbers()).map(({ table }) => table));
    expect([...ledgerTables, ...tablesOfNoMoney].filter((table) => !tables.has(table))).toEqual([]);
  });

  it('name parts of the audit that there are, and constraints of the store', async () => {
    const names = new Set(auditParts(() => 0).map(({ name }) => name));
    const { rows } = await database.pool.query<{ name: string }>('SELECT conname AS name FROM pg_constraint');
    const constraints = new Set(rows.map(({ name }) => name));
    const wrong = Object.values(auditedAmounts)
      .flatMap((columns) => Object.values(columns))
      .filter(({ part, by }) => !(by === 'store' ? constraints : names).has(part));
    expect(wrong).toEqual([]);
  });

  // In a small store the rotation passes every row at each run, so that no changed unit tells the two apart.
  it('are compared at every deep run where they say so, not in the rotation alone', () => {
    const isDeep = (table: string) => Object.values(auditedAmounts[table] ?? {}).some(({ by }) => by === 'deep');
    const rotated = auditParts(() => 0)
      .flatMap(({ rows = [] }) => rows)
      .filter(({ table, open }) => open === null && isDeep(table));
    expect(rotated.map(({ name }) => name).toSorted()).toEqual(rotatedBesides.toSorted());
  });

  it('are each changed by one unit in a test', () => {
    const root = path.join(import.meta.dirname, '../../..');
    const tests = globSync(['src/server/**/*-amounts.test.ts', 'tests/calls/*-amounts.test.ts'], { cwd: root })
      .filter((file) => !file.endsWith('server/audited-amounts.test.ts'))
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .join('\n');
    expect(Object.keys(auditedAmounts).filter((table) => !tests.includes(`'${table}'`))).toEqual([]);
  });
});
