import type { Check } from './check.ts';

/** What a trade comes to and what both sides owe of it, by the price, the amount and the fees of its pair; the house pays none. */
const owed = `
  SELECT trade.id::text AS id, buyer, seller, buyer_fee, seller_fee, trade.amount, trade.total, base, quote,
         div(price::numeric * amount, 10::numeric ^ coin.scale) AS worth,
         CASE WHEN buyer < 100000 THEN 0
              ELSE div(amount::numeric * CASE side WHEN 'buy' THEN taker_fee_ppm ELSE maker_fee_ppm END, 1000000) END AS of_buyer,
         CASE WHEN seller < 100000 THEN 0
              ELSE div(total::numeric * CASE side WHEN 'sell' THEN taker_fee_ppm ELSE maker_fee_ppm END, 1000000) END AS of_seller
    FROM trades AS trade JOIN listed_pairs AS listed ON listed.id = pair JOIN listed_coins AS coin ON coin.id = base`;

/** Each side of a trade gave what it cost, and received the other coin less its fee. */
export const tradesPayFees: Check = async ({ query }) => {
  const rows = await query<{ id: string; owner: string; asset: string; says: string }>(
    `WITH made AS MATERIALIZED (${owed}), due AS (
       SELECT id, owner, asset, sum(moved) AS moved, sum(fee) AS fee FROM (
         SELECT id, buyer AS owner, quote AS asset, -worth AS moved, 0 AS fee FROM made UNION ALL
         SELECT id, seller, quote, worth - of_seller, of_seller FROM made UNION ALL
         SELECT id, seller, base, -amount, 0 FROM made UNION ALL
         SELECT id, buyer, base, amount - of_buyer, of_buyer FROM made) AS sides GROUP BY 1, 2, 3
     ), posted AS (
       SELECT reference AS id, owner, asset, sum(available + frozen) AS moved, sum(fee) AS fee
         FROM ledger_entries WHERE kind = 'trade' GROUP BY 1, 2, 3)
     SELECT id, owner::text, asset, concat_ws(' ', posted.moved, posted.fee, 'instead of', due.moved, due.fee) AS says
       FROM due FULL JOIN posted USING (id, owner, asset)
      WHERE (due.moved, due.fee) IS DISTINCT FROM (posted.moved, posted.fee)
      UNION ALL
     SELECT id, '', '', 'its row says another fee' FROM made WHERE (total, buyer_fee, seller_fee) <> (worth, of_buyer, of_seller)`,
  );
  return rows.map(({ id, owner, asset, says }) => `trade ${id} of ${owner} in ${asset}: ${says}`);
};

/** A quote is used once and in time, for exactly what it said, and its fee goes to the fees of the house. */
export const conversionsFollowQuotes: Check = async ({ query }) => {
  const rows = await query<{ id: string }>(
    `WITH due AS (
       SELECT id, owner, from_asset AS asset, -amount AS moved FROM conversion_quotes WHERE used UNION ALL
       SELECT id, owner, to_asset, gross - fee FROM conversion_quotes WHERE used UNION ALL
       SELECT id, 3, to_asset, fee FROM conversion_quotes WHERE used UNION ALL
       SELECT id, 4, from_asset, amount FROM conversion_quotes WHERE used UNION ALL
       SELECT id, 4, to_asset, -gross FROM conversion_quotes WHERE used
     ), posted AS (
       SELECT reference AS id, owner, asset, sum(available) AS moved, max(at) AS at FROM ledger_entries
        WHERE kind = 'convert' AND reference IN (SELECT id FROM conversion_quotes) GROUP BY 1, 2, 3)
     SELECT DISTINCT id FROM due FULL JOIN posted USING (id, owner, asset) LEFT JOIN conversion_quotes AS quote USING (id)
      WHERE due.moved IS DISTINCT FROM posted.moved OR posted.at >= quote.expires_at`,
  );
  return rows.map(({ id }) => `the quote ${id} was used late, more than once or for something else`);
};
