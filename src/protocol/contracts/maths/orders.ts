import type { Lots, Ticks, Units } from '#protocol/core/brand.ts';

/** What one lot costs at a price of one tick: it makes the value of an order exact. */
export interface ValueSteps {
  readonly unitsPerTickLot: Units;
}

/** `ticks * lots * unitsPerTickLot`: what a quantity is worth at a price, exactly. */
export function lotsValue(steps: ValueSteps, ticks: Ticks, lots: Lots): Units {
  return BigInt(ticks) * BigInt(lots) * steps.unitsPerTickLot;
}

/** Average price of lots that cost an amount, truncated to a tick. @param lots above zero */
export function averageTicks(steps: ValueSteps, cost: Units, lots: Lots): Ticks {
  return Number(cost / (BigInt(lots) * steps.unitsPerTickLot));
}

/** A spot limit price further than this factor from the last price, either way, is taken for a slip. */
export const spotPriceFactor = 10;

/** A contract's limit price further than this factor from the mark price, either way, is taken for a slip. */
export const contractPriceFactor = 4;

/** Whether a price is within a factor of another one, either way. Both in the same steps. */
export function isWithinFactor(price: bigint, reference: bigint, factor: number): boolean {
  return price * BigInt(factor) >= reference && price <= reference * BigInt(factor);
}

/** A market order stops this far from the best opposing price at its arrival, in percent. */
export const protectionBandPercent = 10;

/**
 * The furthest price a market order may pay or accept, `best ± 10 %` rounded towards it. In the steps of `best`.
 *
 * @param best the best opposing price at its arrival
 */
export function protectionLimit(side: 'buy' | 'sell', best: bigint): bigint {
  const percent = BigInt(protectionBandPercent);
  return side === 'buy' ? (best * (100n + percent)) / 100n : (best * (100n - percent) + 99n) / 100n;
}
