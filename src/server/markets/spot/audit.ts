import type { AuditPart, RowCheck } from '#server/core/ledger/audit-parts.ts';
import { isWholeSince } from '#server/core/ledger/audit-references.ts';

/** One of the base coin in its units, and the steps of a pair in units, which never change. */
const listed = `JOIN (
    SELECT pair.id, pair.base, 10::numeric ^ coin.scale AS one, 10::numeric ^ (money.scale - pair.price_decimals) AS tick,
           10::numeric ^ (coin.scale - pair.amount_decimals) AS lot
      FROM listed_pairs AS pair JOIN listed_coins AS coin ON coin.id = pair.base JOIN listed_coins AS money ON money.id = pair.quote
    OFFSET 0) AS listed ON listed.id = item.pair`;

/** Each order names its last trade, and each trade those before it of both orders. */
const tradesOf = `WITH RECURSIVE fill AS (
          SELECT trades.*, item.last_trade AS place FROM trades WHERE pair = item.pair AND id = item.last_trade
           UNION ALL
          SELECT trades.*, before.place FROM fill
           CROSS JOIN LATERAL (SELECT CASE item.side WHEN 'buy' THEN buy_before ELSE sell_before END AS place) AS before
            JOIN trades ON trades.pair = item.pair AND trades.id = before.place WHERE before.place < fill.id)`;

/** What was filled of an order, what that came to and its fee, as its trades say; how many are of another, and name none before. */
const sums = `SELECT ARRAY[coalesce(sum(amount), 0), coalesce(sum(total), 0),
                 coalesce(sum(CASE item.side WHEN 'buy' THEN buyer_fee ELSE seller_fee END), 0),
                 count(*) FILTER (WHERE price::numeric * amount <> total * listed.one
                   OR item.id <> CASE item.side WHEN 'buy' THEN buy_order ELSE sell_order END),
                 count(*) FILTER (WHERE CASE item.side WHEN 'buy' THEN buy_before ELSE sell_before END IS NULL)] FROM fill`;

/**
 * An order’s sums are those of its trades, as far as all of these are in the store and named. Prices and amounts lie on the
 * steps of the pair. Without a fill no trades are looked for.
 */
const orders: RowCheck = {
  name: 'spot: orders',
  table: 'spot_orders',
  key: [
    ['owner', 'bigint'],
    ['id', 'bigint'],
  ],
  open: "status = 'open'",
  asset: 'listed.base',
  beside: `${listed}
    CROSS JOIN LATERAL (SELECT CASE WHEN item.filled <> 0 AND item.last_trade > 0 THEN (${tradesOf} ${sums}) END AS sums OFFSET 0) AS made`,
  wrong: `CASE
      WHEN item.filled = 0 THEN item.filled_total <> 0 OR item.fee <> 0
      WHEN item.last_trade IS NULL THEN false
      WHEN made.sums[5] > 0 OR NOT ${isWholeSince('item.created_at', 'trades')} THEN made.sums[4] > 0
      ELSE made.sums[4] > 0 OR (item.filled, item.filled_total, item.fee) <> (made.sums[1], made.sums[2], made.sums[3]) END
    OR (item.price IS NOT NULL AND item.price % listed.tick <> 0)
    OR (item.amount IS NOT NULL AND (item.amount % listed.lot <> 0
        OR item.filled > item.amount OR (item.status = 'filled') <> (item.filled = item.amount)))
    OR (item.total IS NOT NULL AND item.filled_total > item.total)`,
  says: `'order ' || item.id || ' of ' || item.owner || ' is not what its trades say'`,
};

/** The total of a trade is its price times its amount, exactly. */
const trades: RowCheck = {
  name: 'spot: trades',
  table: 'trades',
  key: [
    ['pair', 'text'],
    ['id', 'bigint'],
  ],
  open: null,
  asset: 'listed.base',
  beside: listed,
  wrong: 'item.price::numeric * item.amount <> item.total * listed.one',
  says: `'trade ' || item.id || ' of ' || item.pair || ' came to something else than its price times its amount'`,
};

/** What open spot orders hold: the rest of a sell, and the cost of the rest of a buy at its price. */
export const spotAudit: AuditPart = {
  name: 'spot',
  rows: [orders, trades],
  holds: `
    SELECT owner, 0::smallint AS wallet, CASE side WHEN 'buy' THEN quote ELSE base END AS asset,
           CASE side WHEN 'buy' THEN div(price::numeric * (amount - filled), 10::numeric ^ scale::numeric)
                     ELSE amount - filled END AS frozen,
           0::numeric AS locked
      FROM spot_orders
      JOIN listed_pairs AS listed ON listed.id = pair
      JOIN listed_coins AS coin ON coin.id = base
     WHERE status = 'open'`,
};
