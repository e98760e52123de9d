import type { Check } from './check.ts';

/** Orders that wait do not reach each other: whoever came second would have traded. */
export const booksAreNotCrossed: Check = async ({ query }) => {
  const rows = await query<{ market: string; bid: string; ask: string }>(
    `SELECT * FROM (
       SELECT pair AS market, max(price) FILTER (WHERE spot_orders.side = 'buy')::text AS bid,
              min(price) FILTER (WHERE spot_orders.side = 'sell')::text AS ask
         FROM spot_orders JOIN listed_pairs AS listed ON listed.id = pair
        WHERE status = 'open' AND state = 'open' AND opens_at IS NULL GROUP BY 1
       UNION ALL
       SELECT contract, max(price_ticks) FILTER (WHERE side = 'long')::text, min(price_ticks) FILTER (WHERE side = 'short')::text
         FROM contract_orders WHERE status = 'open' GROUP BY 1) AS book
      WHERE bid::numeric >= ask::numeric`,
  );
  return rows.map(
    ({ market, bid, ask }) => `${market}: somebody waits to buy at ${bid} and somebody to sell at ${ask}`,
  );
};
