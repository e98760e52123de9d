import type { Lots, Ms, OrderId, OwnerId, Ticks } from '#protocol/core/brand.ts';
import type { BookLevel, CloseEvent } from './book.ts';

/**
 * The uncrossing of a call auction: the one price at which the orders that were collected trade, and how much.
 *
 * The rule is the one that exchanges publish for their auctions (London Stock Exchange, MIT201, "Guide to the trading
 * system", auction matching; Deutsche Börse, "Market Model Xetra", price determination in auctions). Of all prices, in
 * ticks:
 *
 * 1. those at which most can be executed;
 * 2. of these, those that leave the smallest surplus, on either side;
 * 3. when the surplus of all of them is on the buyers' side, the highest; when on the sellers', the lowest (market
 *    pressure);
 * 4. else the one closest to the reference price.
 */
export interface Uncrossing {
  readonly priceTicks: Ticks;
  /** Lots that trade at it. The sum of many orders, so not bounded by the safe integers. */
  readonly lots: bigint;
}

/** A bid and an ask that trade with each other at the price of the auction. Both rested before. */
export interface CrossEvent {
  readonly kind: 'cross';
  readonly atMs: Ms;
  readonly buyId: OrderId;
  readonly buyOwner: OwnerId;
  /** The price that the buyer bid: what it froze beyond the price of the auction comes back. */
  readonly bidTicks: Ticks;
  readonly sellId: OrderId;
  readonly sellOwner: OwnerId;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
}

export type UncrossEvent = CrossEvent | CloseEvent;

/** Prices between which demand and supply stay the same, both ends included. */
interface Span {
  readonly from: Ticks;
  readonly to: Ticks;
  readonly lots: bigint;
  /** Demand less supply. */
  readonly surplus: bigint;
}

/**
 * The price and the volume of an auction that would end now.
 *
 * @param bids best first: the highest
 * @param asks best first: the lowest
 * @param referenceTicks the last price, or what the pair was listed with; null for neither, then the middle counts
 * @returns null when no bid reaches an ask
 */
export function uncrossingOf(
  bids: Iterable<BookLevel>,
  asks: Iterable<BookLevel>,
  referenceTicks: Ticks | null,
): Uncrossing | null {
  const spans = spansOf([...bids], [...asks]);
  const most = spans.reduce((best, { lots }) => (lots > best ? lots : best), 0n);
  if (most === 0n) return null;
  const fullest = spans.filter(({ lots }) => lots === most);
  const least = fullest.map(({ surplus }) => magnitude(surplus)).reduce((a, b) => (b < a ? b : a));
  const left = fullest.filter(({ surplus }) => magnitude(surplus) === least);
  // Demand falls and supply rises with the price, so that what is left is one range.
  const lowest = Math.min(...left.map(({ from }) => from));
  const highest = Math.max(...left.map(({ to }) => to));
  if (left.every(({ surplus }) => surplus > 0n)) return { priceTicks: highest, lots: most };
  if (left.every(({ surplus }) => surplus < 0n)) return { priceTicks: lowest, lots: most };
  const wished = referenceTicks ?? Math.floor((lowest + highest) / 2);
  return { priceTicks: Math.min(highest, Math.max(lowest, wished)), lots: most };
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);

/** The spans between the best ask and the best bid, lowest first; none when no bid reaches an ask. */
function spansOf(bids: readonly BookLevel[], asks: readonly BookLevel[]): Span[] {
  const [first, last] = [asks[0]?.priceTicks, bids[0]?.priceTicks];
  if (first === undefined || last === undefined || last < first) return [];
  const offered = asks.filter(({ priceTicks }) => priceTicks <= last);
  const bid = bids.filter(({ priceTicks }) => priceTicks >= first).toReversed();
  // Supply changes at an ask, demand one tick above a bid.
  const starts = [...offered.map(({ priceTicks }) => priceTicks), ...bid.map(({ priceTicks }) => priceTicks + 1)];
  const froms = [...new Set(starts)].filter((ticks) => ticks <= last).toSorted((a, b) => a - b);
  let [demand, supply] = [bid.reduce((sum, { lots }) => sum + BigInt(lots), 0n), 0n];
  let [passed, joined] = [0, 0];
  return froms.map((from, nth) => {
    for (let level = bid[passed]; level !== undefined && level.priceTicks < from; level = bid[++passed]) {
      demand -= BigInt(level.lots);
    }
    for (let level = offered[joined]; level !== undefined && level.priceTicks <= from; level = offered[++joined]) {
      supply += BigInt(level.lots);
    }
    const to = (froms[nth + 1] ?? last + 1) - 1;
    return { from, to, lots: demand < supply ? demand : supply, surplus: demand - supply };
  });
}
