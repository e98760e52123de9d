import { type Decimal, decimalPlaces, fromUnits, toUnits } from '#protocol/core/decimal.ts';

/** How many ticks one row of the book gathers. */
export const groupings = [1, 10, 100] as const;
export type Grouping = (typeof groupings)[number];

const workScale = 18;

/** The step of grouped prices, written without needless zeros: 0.1 × 10 is `1`. */
export function groupStep(tickSize: Decimal, grouping: Grouping): Decimal {
  return fromUnits(toUnits(tickSize, workScale) * BigInt(grouping), workScale);
}

/** One row of the book: a price or the edge of a group of them. */
export interface GroupedRow {
  readonly price: Decimal;
  readonly amount: Decimal;
  /** Quantity from the best price up to and with this row, in units of 10^-18. */
  readonly depth: bigint;
}

/**
 * The best rows of one side, levels gathered by a step. Bids are gathered under their group's lower edge and asks
 * under the upper, so that no shown price is better than a real one.
 *
 * @param levels best first
 * @param rows how many rows at most
 */
export function groupLevels(
  levels: readonly { readonly price: Decimal; readonly amount: Decimal }[],
  side: 'bids' | 'asks',
  step: Decimal,
  rows: number,
): readonly GroupedRow[] {
  const size = toUnits(step, workScale);
  const grouped: { key: bigint; amount: bigint; depth: bigint }[] = [];
  let depth = 0n;
  for (const level of levels) {
    const price = toUnits(level.price, workScale);
    const floor = (price / size) * size;
    const key = side === 'bids' || floor === price ? floor : floor + size;
    const amount = toUnits(level.amount, workScale);
    const last = grouped.at(-1);
    if (last?.key === key) {
      depth += amount;
      last.amount += amount;
      last.depth = depth;
      continue;
    }
    if (grouped.length === rows) break;
    depth += amount;
    grouped.push({ key, amount, depth });
  }
  return grouped.map((row) => ({
    price: fromUnits(row.key, workScale),
    amount: fromUnits(row.amount, workScale),
    depth: row.depth,
  }));
}

/** Places that prices of a step are written with; coarser steps keep none. */
export function placesOfStep(step: Decimal): number {
  return decimalPlaces(step);
}

/** The group that a price falls in, as `groupLevels` writes it. */
export function groupOf(price: Decimal, side: 'bids' | 'asks', step: Decimal): Decimal {
  return groupLevels([{ price, amount: '1' }], side, step, 1)[0]?.price ?? price;
}

/** A depth as a share of the deepest, 0 to 1: a width, so a number will do. */
export function depthShare(depth: bigint, deepest: bigint): number {
  return deepest <= 0n ? 0 : Number((depth * 1000n) / deepest) / 1000;
}

/** The share of bids in the depth of both sides, in whole percent; 50 for an empty book. */
export function bidPercent(bids: bigint, asks: bigint): number {
  return bids + asks === 0n ? 50 : Number((bids * 100n) / (bids + asks));
}

/** Sum of the quantities of some levels, in units of 10^-18. */
export function depthOf(levels: readonly { readonly amount: Decimal }[]): bigint {
  return levels.reduce((sum, level) => sum + toUnits(level.amount, workScale), 0n);
}
