import type { Decimal } from '../../../protocol/maths/decimal.ts';
import { formatAmount, formatShare } from '../../platform/format/number-format.ts';
import { fromUnits } from '../../../protocol/maths/decimal.ts';
import { useCoinFacts } from '../assets/holdings.ts';

/** Writes an amount of a coin with the digits it is shown with, and with its name where that is wanted. */
export function useAmountText(): (amount: Decimal, asset: string, isNamed?: boolean) => string {
  const factsOf = useCoinFacts();
  return (amount, asset, isNamed = true) => {
    const text = formatAmount(amount, factsOf(asset).decimals);
    return isNamed ? `${text} ${asset}` : text;
  };
}

/** Millionths as a percentage of two places: 4,800 is `0.48%`. */
export function ppmText(ppm: bigint): string {
  return formatShare(fromUnits(ppm, 6), 2);
}
