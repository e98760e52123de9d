import { unitsPerOne } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Exchanging } from '#server/core/outflow/held-value.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { pairOf } from '../pairs.ts';
import type { SpotOrder } from './order.ts';
import { findOrders } from './order-lookups.ts';
import type { Spot } from './spot.ts';

/**
 * What somebody's open orders give and get. Those that were open as of the last commit are read again by the transaction that
 * asks: one that ended is not among them, and one that was placed since may be missing.
 */
export function openExchanges(spot: Pick<Spot, 'openOrders'>) {
  return (owner: bigint) => {
    const names = spot.openOrders(owner).map(({ id }) => ({ owner, id }));
    return async (client: Queryable): Promise<readonly Exchanging[]> => {
      const stored = await findOrders(client, names);
      return [...stored.values()].flatMap((order) => (order.status === 'open' ? exchangeOf(order) : []));
    };
  };
}

function exchangeOf({ pair, side, price, amount, filled }: SpotOrder): Exchanging[] {
  if (price === null || amount === null) return [];
  const { base, quote } = pairOf(pair);
  const units = amount - filled;
  const inBase = { asset: base, units };
  const inQuote = { asset: quote, units: (units * price) / unitsPerOne(assetScale(base)) };
  return [side === 'buy' ? { gives: inQuote, gets: inBase } : { gives: inBase, gets: inQuote }];
}
