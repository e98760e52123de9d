import type { Ms } from '#protocol/core/brand.ts';
import { pairOf } from '#server/markets/pairs.ts';
import { delistingOf } from '../delisting.ts';
import type { RobotsDeps } from '../deps.ts';
import { coinsOf } from '../robot-coins.ts';
import type { RobotOrderRow, RobotRow } from '../tables.ts';
import { readPlaced } from '../store.ts';
import { marketOf, toTicks } from '../terms.ts';
import { endOrSell } from './ending.ts';
import type { Venue } from './venue.ts';

/** Whether nothing of a pair trades now: halted, closed, or robots are stopped. */
export function isHalted({ spot, gate }: Pick<RobotsDeps, 'spot' | 'gate'>, pair: string): boolean {
  const { base, quote } = pairOf(pair);
  return !spot.isOpen(pair) || gate.isStopped('robots', { assets: [base, quote] });
}

/** Spot markets of a robot’s coins. */
export function spotVenue(deps: RobotsDeps, row: RobotRow): Venue {
  return {
    market: marketOf(row.pair),
    async account({ client }, work, heard) {
      const { orders } = work;
      const placed = await readPlaced(client, row.id, orders);
      for (const order of inOrderOfBook(orders, placed)) {
        const inBook = placed.get(order.ref);
        if (inBook !== undefined) work.account(order, inBook);
        else if (heard.refused.has(order.ref) || (order.leaving && !heard.uncertain.has(order.ref))) work.drop(order);
      }
    },
    isHalted: () => coinsOf(row).some(({ pair }) => isHalted(deps, pair)),
    delisting: () => delistingOf(row),
    prices() {
      const prices = coinsOf(row).map(({ pair, base }) => toTicks(deps.market.lastPrice(base), marketOf(pair)) ?? 0);
      return prices.includes(0) ? null : prices;
    },
    end: (tx, work, now) => endOrSell(tx, deps, work, now),
  };
}

/** Those in the book first, as they changed there: what a sale brought is there before what was bought with it. */
function inOrderOfBook(
  orders: readonly RobotOrderRow[],
  placed: ReadonlyMap<number, { readonly updatedAt: Ms }>,
): RobotOrderRow[] {
  const changedAt = ({ ref }: RobotOrderRow) => placed.get(ref)?.updatedAt ?? Infinity;
  return orders.toSorted((a, b) => {
    const [first, second] = [changedAt(a), changedAt(b)];
    return first === second ? a.ref - b.ref : first - second;
  });
}
