import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Each table is written by the area that declares it: what an area keeps in memory can follow from its own writes alone. */

const root = path.join(import.meta.dirname, '..');

/** Areas that write a table of another one in its transactions, and why. */
const others: Readonly<Record<string, readonly string[]>> = {
  // Texts come through publishing and operators; content reads them.
  articles: ['operator', 'publishing'],
  article_texts: ['operator', 'publishing'],
  content_images: ['publishing'],
  content_state: ['publishing'],
  // The chain of practice mode writes its own blocks.
  test_chain_blocks: ['practice/test-chain'],
  test_chain_payments: ['practice/test-chain'],
  test_faucet_takes: ['practice/test-chain'],
  // One column each of a person's row; practice mode founds its traders.
  users: ['custody/withdrawals', 'otc/merchants', 'practice/fiat', 'users/identity', 'users/security'],
  verifications: ['practice/fiat'],
  attempts: ['users/attempts'],
  // Pictures go with the message they were sent in.
  files: ['users/chat'],
  // An application that waits for its applicant is not due; a withdrawal that fails closes its review.
  reviews: ['earn/coin-listing'],
  review_log: ['custody/withdrawals'],
  fiat_days: ['otc/orders'],
};

const groups = new Set(['core', 'markets', 'custody', 'users', 'otc', 'earn', 'practice']);

interface Source {
  readonly area: string;
  readonly text: string;
}

/** Sources of the exchange; tests and what only they use are left out. */
function sources(): Source[] {
  return globSync('src/server/*/**/*.ts', { cwd: root }).flatMap((file) => {
    if (/\.test\.ts$|(?:^|[/-])testing[\w-]*\.ts$/.test(file)) return [];
    const [, , first = '', second = ''] = file.split(path.sep);
    return [
      {
        area: groups.has(first) ? `${first}/${second}` : first,
        text: readFileSync(path.join(root, file), 'utf8'),
      },
    ];
  });
}

/** The tables of each area, by the constant that names them in code. */
function declared(all: readonly Source[]) {
  return all.flatMap(({ area, text }) =>
    [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, constant = '', table = '']) => ({
      area,
      constant,
      table,
    })),
  );
}

/** The tables that a text writes, in SQL or through the tables of the schema. */
function written(text: string, tables: ReturnType<typeof declared>): Set<string> {
  const inSql = [...text.matchAll(/(?:INSERT INTO|DELETE FROM)\s+(\w+)|\bUPDATE\s+(\w+)\s+(?:AS\s+\w+\s+)?SET\b/g)];
  const named = new Set(inSql.map(([, first, second]) => first ?? second));
  const constants = new Set([...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)].map(([, constant]) => constant));
  return new Set(
    tables.filter(({ constant, table }) => named.has(table) || constants.has(constant)).map(({ table }) => table),
  );
}

it('is written by its own area, or by one that is named here', () => {
  const all = sources();
  const tables = declared(all);
  expect(tables.length).toBeGreaterThan(100);
  const owners = new Map(tables.map(({ table, area }) => [table, area]));
  const found = new Map<string, Set<string>>();
  let own = 0;
  for (const { area, text } of all) {
    for (const table of written(text, tables)) {
      if (owners.get(table) === area) own += 1;
      else found.set(table, (found.get(table) ?? new Set()).add(area));
    }
  }
  // The look finds the writes there are: nearly every table is written somewhere.
  expect(own).toBeGreaterThan(100);
  const named = Object.fromEntries([...found].map(([table, areas]) => [table, [...areas].toSorted()]));
  expect(named).toEqual(others);
});
