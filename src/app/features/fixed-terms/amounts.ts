import { fromUnits } from '#protocol/core/decimal.ts';
import { formatShare } from '#app/platform/format/number-format.ts';

/** Millionths as a percentage of two places: 4,800 is `0.48%`. */
export function ppmText(ppm: bigint): string {
  return formatShare(fromUnits(ppm, 6), 2);
}
