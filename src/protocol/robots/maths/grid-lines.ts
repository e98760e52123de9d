import type { Lots, Ticks, Units } from '#protocol/core/brand.ts';
import type { ParametersOf } from '../entities/parameters.ts';
import { toExactUnits } from '#protocol/core/decimal.ts';
import { million } from '#protocol/core/fees.ts';
import { slipPpm } from './sizing.ts';
import type { RobotMarket } from './strategy.ts';

/** Where the lines of a grid are. */
export type GridBounds = Omit<ParametersOf<'grid'>, 'strategy'>;

/** The ticks of a price; null for one between two ticks. */
export function gridTicks(price: string, { quoteScale, tickUnits }: RobotMarket): Ticks | null {
  const units = toExactUnits(price, quoteScale);
  return units === null || units % tickUnits !== 0n ? null : Number(units / tickUnits);
}

/**
 * The lines of a grid in ticks, rising, for `n` lines numbered `i` from 0 (as Binance and OKX define them):
 *
 * - arithmetic: `lower + i (upper - lower) / (n - 1)`, truncated to a tick;
 * - geometric: `lower (upper / lower) ^ (i / (n - 1))`, truncated to a tick. The root is found by bisection over integers, so
 *   that every device finds the same lines.
 */
export function gridLines({ lower, upper, lines, spacing }: GridBounds, market: RobotMarket): Ticks[] {
  const low = BigInt(gridTicks(lower, market) ?? 0);
  const high = BigInt(gridTicks(upper, market) ?? 0);
  const steps = BigInt(lines - 1);
  return Array.from({ length: lines }, (_, nth) =>
    spacing === 'arithmetic'
      ? Number(low + ((high - low) * BigInt(nth)) / steps)
      : geometricLine(low, high, BigInt(nth), steps),
  );
}

/** The highest tick `t` with `t ^ steps <= low ^ (steps - nth) × high ^ nth`. */
function geometricLine(low: bigint, high: bigint, nth: bigint, steps: bigint): Ticks {
  const bound = low ** (steps - nth) * high ** nth;
  let [least, most] = [low, high];
  while (least < most) {
    const middle = (least + most + 1n) / 2n;
    if (middle ** steps <= bound) least = middle;
    else most = middle - 1n;
  }
  return Number(least);
}

/** The line nearest to a price, the lower of two: it has no order, so that what is filled beside it has where to go next. */
export function nearestLine(lines: readonly Ticks[], ticks: Ticks): number {
  let nearest = 0;
  for (const [line, at] of lines.entries()) {
    if (Math.abs(at - ticks) < Math.abs((lines[nearest] ?? 0) - ticks)) nearest = line;
  }
  return nearest;
}

/**
 * Lots of each order: the coins of all lines above the price, bought at the market with its fee and slip, and the purchases
 * on all lines below it cost at most the value together.
 */
export function gridLots(
  market: RobotMarket,
  lines: readonly Ticks[],
  { value, ticks }: { readonly value: Units; readonly ticks: Ticks },
): Lots {
  const gap = nearestLine(lines, ticks);
  const above = BigInt(ticks) * BigInt(lines.length - 1 - gap);
  const below = lines.slice(0, gap).reduce((sum, at) => sum + BigInt(at), 0n);
  const bought = (above * (million + slipPpm) * million) / (million - BigInt(market.takerFeePpm));
  const perLot = (bought + below * million) * market.unitsPerTickLot;
  const lots = perLot === 0n ? 0n : (value * million) / perLot;
  return Number(lots);
}

/** Lots that must be bought for so many to be left after the fee of a market order, rounded up. */
export function lotsBeforeFee(market: RobotMarket, lots: Lots): Lots {
  const left = million - BigInt(market.takerFeePpm);
  return Number((BigInt(lots) * million + left - 1n) / left);
}

/** Whole lots that are left of a purchase on a line after its fee. */
export function lotsAfterFee(market: RobotMarket, lots: Lots): Lots {
  return Number((BigInt(lots) * (million - BigInt(market.makerFeePpm))) / million);
}

/**
 * Whether what is bought on each line and sold on the next one makes a profit: `high (1 - fee) ^ 2 > low`, with the fee of
 * both sides taken from what is received.
 */
export function pairsMakeProfit(market: RobotMarket, lines: readonly Ticks[]): boolean {
  const left = million - BigInt(market.makerFeePpm);
  return lines.every((high, line) => {
    const low = lines[line - 1];
    return low === undefined || BigInt(high) * left * left > BigInt(low) * million * million;
  });
}

/** What the pair of lines with the least profit makes after the fees of both sides, in millionths, truncated. */
export function leastPairProfitPpm(market: RobotMarket, lines: readonly Ticks[]): number {
  const left = million - BigInt(market.makerFeePpm);
  const profits = lines.slice(1).map((high, line) => {
    const low = BigInt(lines[line] ?? 1);
    return Number((BigInt(high) * left * left) / (low * million) - million);
  });
  return Math.min(...profits);
}
