import type { Queryable } from '#server/core/store/database.ts';
import type { StoredMarket } from './market.ts';
import { type OrderRow, toSpotOrder } from './order-row.ts';

/** Open orders and last prices of the named pairs. */
export async function loadMarkets(client: Queryable, pairs: readonly string[]): Promise<Map<string, StoredMarket>> {
  const orders = await client.query<OrderRow>(
    `SELECT * FROM spot_orders WHERE status = 'open' AND pair = ANY($1::text[]) ORDER BY id`,
    [pairs],
  );
  const prices = await client.query<{ pair: string; price: string }>(
    `SELECT wanted.pair, latest.price
       FROM unnest($1::text[]) AS wanted (pair)
      CROSS JOIN LATERAL (SELECT price FROM trades WHERE trades.pair = wanted.pair ORDER BY id DESC LIMIT 1) AS latest`,
    [pairs],
  );
  const byPair = Map.groupBy(orders.rows.map(toSpotOrder), (order) => order.pair);
  const last = new Map(prices.rows.map((row) => [row.pair, BigInt(row.price)]));
  return new Map(pairs.map((pair) => [pair, { orders: byPair.get(pair) ?? [], lastPrice: last.get(pair) ?? null }]));
}
