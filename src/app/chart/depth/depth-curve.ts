/** One level of a book as it is drawn: price and the quantity up to here. */
export interface DepthLevel {
  readonly price: number;
  readonly total: number;
}

/**
 * A book as columns, from the lowest price to the highest: the edge, the bids, the middle, the asks, the other edge.
 * Both sides have the same reach around the middle, so that their areas can be compared.
 */
export interface DepthCurve {
  readonly prices: number[];
  /** The quantity up to each price; null on the other side of the middle, where both are 0. */
  readonly bids: (number | null)[];
  readonly asks: (number | null)[];
  /** Where the middle stands in the columns. */
  readonly middleAt: number;
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
  const [bestBid, lastBid, bestAsk, lastAsk] = [bids[0], bids.at(-1), asks[0], asks.at(-1)];
  if (bestBid === undefined || bestAsk === undefined || lastBid === undefined || lastAsk === undefined) return null;
  const middle = (bestBid.price + bestAsk.price) / 2;
  const reach = Math.min(middle - lastBid.price, lastAsk.price - middle);
  const nearBids = bids.filter(({ price }) => price >= middle - reach).toReversed();
  const nearAsks = asks.filter(({ price }) => price <= middle + reach);
  const [bidTotal, askTotal] = [nearBids[0]?.total ?? 0, nearAsks.at(-1)?.total ?? 0];
  if (!(reach > 0) || !(bidTotal + askTotal > 0)) return null;
  const priceOf = ({ price }: DepthLevel) => price;
  const totalOf = ({ total }: DepthLevel) => total;
  const none = (count: number) => Array.from({ length: count }, () => null);
  return {
    prices: [middle - reach, ...nearBids.map(priceOf), middle, ...nearAsks.map(priceOf), middle + reach],
    bids: [bidTotal, ...nearBids.map(totalOf), 0, ...none(nearAsks.length + 1)],
    asks: [...none(nearBids.length + 1), 0, ...nearAsks.map(totalOf), askTotal],
    middleAt: nearBids.length + 1,
    total: Math.max(bidTotal, askTotal),
  };
}

/** Where the level stands in the columns that moves the market to a price once it is taken; null between the best prices. */
export function levelAt({ prices, middleAt }: DepthCurve, price: number): number | null {
  const isBid = price < (prices[middleAt] ?? 0);
  const at = isBid
    ? prices.findIndex((each, index) => index > 0 && each >= price)
    : prices.findLastIndex((each, index) => index < prices.length - 1 && each <= price);
  return at === middleAt ? null : at;
}
