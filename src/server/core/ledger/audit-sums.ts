import type { Ms } from '#protocol/core/brand.ts';
import type { Queryable } from '../store/database.ts';
import { minuteMs } from '#protocol/core/durations.ts';

/** Rows older than this are all committed: no transaction lives that long. */
const settledMs = 10 * minuteMs;

/**
 * The sum of an amount over append-only rows, as of this snapshot. The sum of rows old enough that no older one can
 * follow is stored, so that a run reads only newer rows and never history.
 *
 * @param name of the sum; each query has its own
 * @param rows a query of `id`, `at` (epoch milliseconds) and `amount`, with `id > $1` by an index
 * @param now epoch milliseconds
 */
export async function sumOfAdded(client: Queryable, name: string, rows: string, now: Ms): Promise<bigint> {
  const known = await client.query<{ cursor: string; amount: string }>(
    'SELECT cursor, amount FROM audit_sums WHERE name = $1',
    [name],
  );
  const { cursor, amount } = known.rows[0] ?? { cursor: '0', amount: '0' };
  const added = await client.query<{ all: string; settled: string; last: string | null }>(
    `SELECT coalesce(sum(amount), 0) AS all, coalesce(sum(amount) FILTER (WHERE id <= last), 0) AS settled,
            max(last) AS last
       FROM (SELECT id, amount, max(id) FILTER (WHERE at < $2) OVER () AS last FROM (${rows}) AS added) AS marked`,
    [cursor, now - settledMs],
  );
  const [row] = added.rows;
  if (row === undefined) throw new Error(`the sum ${name} has no rows`);
  if (row.last !== null) {
    await client.query(
      `INSERT INTO audit_sums AS held (name, cursor, amount) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, amount = excluded.amount`,
      [name, row.last, (BigInt(amount) + BigInt(row.settled)).toString()],
    );
  }
  return BigInt(amount) + BigInt(row.all);
}
