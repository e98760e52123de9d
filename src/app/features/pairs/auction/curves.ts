/** A level of a book as it is drawn. */
interface CurveLevel {
  readonly price: string;
  /** Quantity up to here, from the best level on. */
  readonly total: number;
}

/** Demand and supply of an auction over the price, as lines of a picture of 100 by 100. */
interface AuctionCurves {
  /** The prices at the left and at the right edge. */
  readonly low: number;
  readonly high: number;
  readonly buyers: string;
  readonly sellers: string;
  /** Where a price stands, in percent of the width. */
  readonly at: (price: string) => number;
}

/**
 * Steps of what would be bought and sold at each price: buyers from the highest price down, sellers from the lowest up.
 *
 * @param bids best first, with running totals
 * @param asks best first, with running totals
 * @returns null while there is nothing to draw
 */
export function auctionCurves(bids: readonly CurveLevel[], asks: readonly CurveLevel[]): AuctionCurves | null {
  const prices = [...bids, ...asks].map(({ price }) => Number(price));
  const most = Math.max(...[bids.at(-1), asks.at(-1)].map((last) => last?.total ?? 0));
  if (prices.length === 0 || !(most > 0)) return null;
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  // One price alone stands in the middle.
  const room = (highest - lowest || lowest) * 0.05;
  const [low, high] = [Math.max(0, lowest - room), highest + room];
  const x = (price: number) => Math.round(((price - low) / (high - low)) * 10_000) / 100;
  const y = (total: number) => Math.round((1 - total / most) * 9_600 + 400) / 100;
  const stepsOf = (levels: readonly CurveLevel[], from: number, to: number) => {
    let total = 0;
    const points = [`${from},100`];
    for (const level of levels) {
      points.push(`${x(Number(level.price))},${y(total)}`, `${x(Number(level.price))},${y(level.total)}`);
      ({ total } = level);
    }
    points.push(`${to},${y(total)}`);
    return points.join(' ');
  };
  return {
    low,
    high,
    buyers: stepsOf(bids, 100, 0),
    sellers: stepsOf(asks, 0, 100),
    at: (price) => Math.min(100, Math.max(0, x(Number(price)))),
  };
}
