import type { Queryable } from '#server/core/store/database.ts';

/**
 * Users of whose filled resting orders not each one has a notice or counts in a summary. A second after a fill there are
 * none; ever, nobody is notified of more than was filled.
 *
 * @returns one line per user
 */
export async function fillNoticeFaults(
  client: Queryable,
): Promise<{ readonly missing: string[]; readonly doubled: string[] }> {
  const { rows } = await client.query<{ owner: string; filled: number; reported: number }>(
    `SELECT owner, coalesce(filled.n, 0)::int AS filled, coalesce(reported.n, 0)::int AS reported
       FROM (SELECT owner, count(*) AS n FROM spot_orders
              WHERE status = 'filled' AND type = 'limit' AND updated_at > created_at AND owner BETWEEN 100000 AND 999999999999
              GROUP BY owner) AS filled
       FULL JOIN (SELECT owner, sum(n) AS n FROM (
                    SELECT owner, summed AS n FROM spot_fill_minutes
                    UNION ALL SELECT owner, count(*) FROM notices WHERE article_key LIKE 'notice/order-filled-%' GROUP BY owner
                    UNION ALL SELECT owner, (facts ->> 'orders')::int FROM notices WHERE article_key = 'notice/orders-filled'
                  ) AS parts GROUP BY owner) AS reported USING (owner)
      WHERE coalesce(filled.n, 0) <> coalesce(reported.n, 0)`,
  );
  const lineOf = ({ owner, filled, reported }: (typeof rows)[number]) =>
    `${owner} had ${filled} orders filled and hears of ${reported}`;
  return {
    missing: rows.filter(({ filled, reported }) => reported < filled).map(lineOf),
    doubled: rows.filter(({ filled, reported }) => reported > filled).map(lineOf),
  };
}
