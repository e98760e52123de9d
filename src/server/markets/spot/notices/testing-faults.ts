import type { Queryable } from '../../../core/store/database.ts';

/**
 * Invariant for tests: every resting order of a user that was filled has a notice, counts in a summary, or waits for one.
 *
 * @returns one line per fault
 */
export async function fillNoticeFaults(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ owner: string; filled: number; reported: number }>(
    `SELECT owner, coalesce(filled.n, 0)::int AS filled, coalesce(reported.n, 0)::int AS reported
       FROM (SELECT owner, count(*) AS n FROM spot_orders
              WHERE status = 'filled' AND type = 'limit' AND updated_at > created_at AND owner BETWEEN 100000 AND 999999999999
              GROUP BY owner) AS filled
       FULL JOIN (SELECT owner, sum(n) AS n FROM (
                    SELECT owner, count(*) AS n FROM spot_fills_due GROUP BY owner
                    UNION ALL SELECT owner, summed FROM spot_fill_minutes
                    UNION ALL SELECT owner, count(*) FROM notices WHERE article_key LIKE 'notice/order-filled-%' GROUP BY owner
                    UNION ALL SELECT owner, (facts ->> 'orders')::int FROM notices WHERE article_key = 'notice/orders-filled'
                  ) AS parts GROUP BY owner) AS reported USING (owner)
      WHERE coalesce(filled.n, 0) <> coalesce(reported.n, 0)`,
  );
  return rows.map(({ owner, filled, reported }) => `${owner} had ${filled} orders filled and hears of ${reported}`);
}
