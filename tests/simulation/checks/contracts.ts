import { dayMs } from '#protocol/core/durations.ts';
import { type Check, lateMs } from './check.ts';

/** Fees of each contract in millionths, and what a lot is worth at a price of one tick. */
const terms = `(SELECT listed.id AS contract, open_fee_ppm, close_fee_ppm, wallet,
    lot_size * 10::numeric ^ (money.scale - coalesce(pair.price_decimals, 2)) AS tick_lot
    FROM listed_contracts AS listed JOIN listed_coins AS money ON money.id = 'USDT'
    LEFT JOIN listed_pairs AS pair ON pair.base = listed.base AND pair.quote = money.id)`;

/** Each fill and each closing paid the fee of its contract; a liquidation pays none. */
export const positionsPayFees: Check = async ({ query }) => {
  const rows = await query<{ id: string; says: string }>(
    `WITH terms AS MATERIALIZED ${terms}, fills AS (
       SELECT maker_position AS id, price_ticks::numeric * lots AS size FROM contract_trades WHERE maker_position > 0
        UNION ALL
       SELECT taker_position, price_ticks::numeric * trade.lots FROM contract_trades AS trade
         JOIN contract_positions AS own ON own.id = taker_position WHERE (taker_side = 'buy') = (side = 'long'))
     SELECT own.id::text, 'opened for ' || open_fee AS says FROM contract_positions AS own JOIN terms USING (contract)
      WHERE open_fee <> (SELECT coalesce(sum(div(size * tick_lot * open_fee_ppm, 1000000)), 0) FROM fills WHERE fills.id = own.id)
      UNION ALL
     SELECT closing.position::text, 'closed for ' || fee FROM contract_closings AS closing JOIN terms USING (contract)
      WHERE fee <> CASE reason WHEN 'forced' THEN 0 ELSE div(price_ticks::numeric * lots * tick_lot * close_fee_ppm, 1000000) END
        AND (reason = 'forced' OR EXISTS (
          SELECT FROM ledger_entries AS entry WHERE entry.kind = 'contract-close' AND entry.reference = closing.position::text
             AND entry.owner = closing.owner AND entry.at = closing.at AND entry.available > 0))`,
  );
  return rows.map(({ id, says }) => `position ${id} was ${says}`);
};

/** The margin of an open position is its share of what its open lots cost, less what nights took of it. */
export const positionsKeepMargin: Check = async ({ query }) => {
  const rows = await query<{ id: string; margin: string }>(
    `SELECT own.id::text, margin::text FROM contract_positions AS own CROSS JOIN LATERAL (
         SELECT count(*) AS times FROM contract_closings WHERE position = own.id) AS closed
      WHERE lots > 0 AND abs(margin + overnight_fee - overnight_fee_closed - div(cost, leverage)) > 12 + 3 * times + opened_lots`,
  );
  return rows.map(({ id, margin }) => `position ${id} has a margin of ${margin}, which is not its share`);
};

/** Each position that is held at midnight pays for the night, once. */
export const nightsAreCharged: Check = async ({ query, now, upMs }) => {
  const today = Math.floor(now / dayMs);
  const isKnown = upMs > lateMs && now - today * dayMs > lateMs;
  const rows = await query<{ id: string; says: string }>(
    `SELECT reference AS id, 'paid for a night more than once' AS says FROM ledger_entries
      WHERE kind = 'contract-overnight' AND owner >= 100000 GROUP BY reference, at / ${dayMs} HAVING count(*) > 1
      UNION ALL
     SELECT own.id::text, 'did not pay for the night' FROM contract_positions AS own JOIN ${terms} AS terms USING (contract)
      WHERE $1 AND lots > 0 AND wallet = 'contract' AND charged_day < $2 AND opened_at < $3`,
    [isKnown, today, today * dayMs],
  );
  return rows.map(({ id, says }) => `position ${id} ${says}`);
};

/** A position that took its profit was closed on the side of its profit. */
export const profitsAreTaken: Check = async ({ query, arePricesTrue }) => {
  if (!arePricesTrue) return [];
  const rows = await query<{ id: string }>(
    `SELECT own.id::text FROM contract_closings AS closing JOIN contract_positions AS own ON own.id = position
      CROSS JOIN LATERAL (SELECT (take_profit_ticks + stop_loss_ticks) / 2.0 AS middle) AS opened
      WHERE reason = 'take-profit' AND abs(take_profit_ticks - middle) > middle * 0.005
        AND abs(closing.price_ticks - take_profit_ticks) > abs(take_profit_ticks - middle) * 0.75
        AND (closing.price_ticks < take_profit_ticks) = (own.side = 'long')`,
  );
  return rows.map(({ id }) => `position ${id} took its profit where there was none`);
};
