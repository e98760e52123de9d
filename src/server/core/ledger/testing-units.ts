import { expect } from 'vitest';
import { postgresFailure } from '../failures/postgres-errors.ts';
import type { Database } from '../store/database.ts';
import { runAudit } from './audit-check.ts';
import type { AuditPart } from './audit-parts.ts';
import type { AuditDepth } from './audit-state.ts';

/** Amounts of one row. */
export interface TriedRow {
  readonly table: string;
  readonly columns: readonly string[];
  /** Which row, as SQL; the first of those is changed. */
  readonly where: string;
  /** How the store is looked at. */
  readonly depth: AuditDepth;
}

interface Audited {
  readonly database: Pick<Database, 'pool' | 'transaction'>;
  readonly parts: readonly AuditPart[];
  readonly clock: () => number;
}

/** What an audit finds now; it is forgotten. */
export async function findingsNow({ database, parts, clock }: Audited, depth: AuditDepth): Promise<string[]> {
  const { findings } = await runAudit(database as Database, { depth, now: clock(), parts });
  await database.pool.query(`UPDATE audit_state SET findings = '[]', recheck = '{}'`);
  return findings.map(({ text }) => text);
}

/**
 * Adds one unit to each amount of a row and takes one, by SQL and behind everything that guards rows. Either is found, or refused
 * by a constraint of the store; put back, nothing is found.
 */
export async function expectUnitsFound(audited: Audited, { table, columns, where, depth }: TriedRow): Promise<void> {
  const { pool } = audited.database;
  // Others may write the row meanwhile, so that its place changes: it is named by its key.
  const key = await keyOf(pool, table);
  const named = key.map((name) => `format('%I = %L', '${name}', "${name}")`).join(` || ' AND ' || `);
  const change = (column: string, by: number, row: string) =>
    audited.database.transaction(async ({ client }) => {
      await client.query('SET LOCAL session_replication_role = replica');
      const { rowCount } = await client.query(`UPDATE ${table} SET "${column}" = "${column}" + ${by} WHERE ${row}`);
      expect(rowCount, `a row of ${table} where ${row}`).toBe(1);
    });
  const missed: string[] = [];
  for (const column of columns) {
    for (const by of [1, -1]) {
      try {
        const { rows } = await pool.query<{ row: string }>(
          `SELECT ${named} AS row FROM ${table} WHERE ${where} AND "${column}" IS NOT NULL LIMIT 1`,
        );
        const row = rows[0]?.row;
        if (row === undefined) throw new Error(`no honest row with ${table}.${column} where ${where}`);
        await change(column, by, row);
        if ((await findingsNow(audited, depth)).length === 0) missed.push(`${column} ${by > 0 ? '+1' : '-1'}`);
        await change(column, -by, row);
      } catch (error) {
        if (postgresFailure(error)?.code !== checkViolation) throw error;
      }
    }
  }
  expect(missed, `not found of ${table} where ${where}, looked at ${depth}`).toEqual([]);
  expect(await findingsNow(audited, depth), `${table} as it was`).toEqual([]);
}

const checkViolation = '23514';

/** The columns of a table's primary key. */
async function keyOf(pool: Database['pool'], table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT attname AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
      WHERE indrelid = $1::regclass AND indisprimary`,
    [table],
  );
  if (rows.length === 0) throw new Error(`${table} has no primary key`);
  return rows.map(({ name }) => name);
}
