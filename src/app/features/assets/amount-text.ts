import type { Decimal } from '#protocol/core/decimal.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { useCoinFacts } from './holdings.ts';

/** Writes an amount of a coin with the digits it is shown with, and with its name unless that is not wanted. */
export function useAmountText(): (amount: Decimal, asset: string, isNamed?: boolean) => string {
  const factsOf = useCoinFacts();
  return (amount, asset, isNamed = true) => {
    const text = formatAmount(amount, factsOf(asset).decimals);
    return isNamed ? `${text} ${asset}` : text;
  };
}
