import type { Units } from '../../../protocol/brand.ts';
import { fromUnits, unitsPerOne } from '../../../protocol/maths/decimal.ts';
import { assetScale } from '../../core/assets.ts';
import { pairOf } from '../pairs.ts';

/** What of an order was filled: the quantity in base units, and what it came to in quote units. */
interface Filled {
  readonly pair: string;
  readonly filled: Units;
  readonly filledTotal: Units;
}

/** What it was filled at on average, truncated; null before its first fill. */
export function averagePrice({ pair, filled, filledTotal }: Filled): string | null {
  if (filled === 0n) return null;
  const { base, quote } = pairOf(pair);
  return fromUnits((filledTotal * unitsPerOne(assetScale(base))) / filled, assetScale(quote));
}
