/** One level of a book as it is drawn: price and the quantity up to here. */
export interface DepthLevel {
  readonly price: number;
  readonly total: number;
}

/** Both sides over the same reach around the middle, so that their areas can be compared. */
export interface DepthCurve {
  /** Best first. */
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
  readonly middle: number;
  readonly min: number;
  readonly max: number;
  /** The larger total in view. */
  readonly total: number;
}

/**
 * The curve of a book, or null while a side is empty. The reach is what both sides have: levels farther
 * away on the longer side are left out.
 *
 * @param bids best first, with running totals
 */
export function makeDepthCurve(bids: readonly DepthLevel[], asks: readonly DepthLevel[]): DepthCurve | null {
  const bestBid = bids[0];
  const bestAsk = asks[0];
  const lastBid = bids.at(-1);
  const lastAsk = asks.at(-1);
  if (bestBid === undefined || bestAsk === undefined || lastBid === undefined || lastAsk === undefined) return null;
  const middle = (bestBid.price + bestAsk.price) / 2;
  const reach = Math.min(middle - lastBid.price, lastAsk.price - middle);
  const min = middle - reach;
  const max = middle + reach;
  const near = bids.filter((level) => level.price >= min);
  const nearAsks = asks.filter((level) => level.price <= max);
  const total = Math.max(near.at(-1)?.total ?? 0, nearAsks.at(-1)?.total ?? 0);
  if (!(reach > 0) || !(total > 0)) return null;
  return { bids: near, asks: nearAsks, middle, min, max, total };
}

/** The quantity that must be taken to move the price to `price`, and the level it stands at; null between the best prices. */
export function depthAt(curve: DepthCurve, price: number): { side: 'bid' | 'ask'; level: DepthLevel } | null {
  const side = price < curve.middle ? 'bid' : 'ask';
  const levels = side === 'bid' ? curve.bids : curve.asks;
  let found: DepthLevel | null = null;
  for (const level of levels) {
    if (side === 'bid' ? level.price < price : level.price > price) break;
    found = level;
  }
  return found === null ? null : { side, level: found };
}
