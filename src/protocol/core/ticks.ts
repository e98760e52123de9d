import type { Ticks, Units } from './brand.ts';
import { type Decimal, fromUnitsFixed, toExactUnits, unitsPerOne } from './decimal.ts';

/** Digits behind the point of the units that prices in USDT are counted in. */
export const priceScale = 8;

/** The steps that a price goes in. */
export interface PriceSteps {
  /** Of one tick, at `priceScale`. */
  readonly tickUnits: Units;
  /** Digits behind the point that a tick has. */
  readonly priceDecimals: number;
}

/** How many whole steps units are, or null when they are none, lie between two steps or are too many to count exactly. */
function wholeSteps(units: Units, step: Units): number | null {
  if (units <= 0n || units % step !== 0n) return null;
  const steps = units / step;
  return steps <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(steps) : null;
}

/** The ticks of a price, or null when it is none or lies between two ticks. */
export function ticksOfPrice({ tickUnits }: Pick<PriceSteps, 'tickUnits'>, price: string): Ticks | null {
  const units = toExactUnits(price, priceScale);
  return units === null ? null : wholeSteps(units, tickUnits);
}

/** The price of a number of ticks, with all its places. */
export function priceOfTicks({ tickUnits, priceDecimals }: PriceSteps, ticks: Ticks): Decimal {
  return fromUnitsFixed((BigInt(ticks) * tickUnits) / unitsPerOne(priceScale - priceDecimals), priceDecimals);
}
