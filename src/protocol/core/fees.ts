import type { Ppm, Units } from './brand.ts';
import { type Decimal, toUnits } from './decimal.ts';

/** A whole, in millionths. */
export const million = 1_000_000n;

/** Digits behind the point of a share in millionths. */
export const ppmPlaces = 6;

/** A share as millionths: `0.0005` is 500. */
export function ppmOf(share: Decimal): Ppm {
  return toUnits(share, ppmPlaces);
}

/** `amount * ppm / 1,000,000`: a fee, or any other share of an amount, truncated in favour of the user (spec point 9). */
export function feeOn(amount: Units, ppm: Ppm): Units {
  return (amount * ppm) / million;
}
