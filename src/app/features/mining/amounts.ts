import type { Decimal } from '../../../protocol/maths/decimal.ts';
import { formatAmount } from '../../platform/format/number-format.ts';
import { useCoinFacts } from '../assets/holdings.ts';

/** Writes an amount of a coin with the digits it is shown with, and with or without its name. */
export function useAmountText(): (amount: Decimal, asset: string, isNamed?: boolean) => string {
  const factsOf = useCoinFacts();
  return (amount, asset, isNamed = true) => {
    const text = formatAmount(amount, factsOf(asset).decimals);
    return isNamed ? `${text} ${asset}` : text;
  };
}

/** The number of a miner among those of its model: `0412`. */
export function numberText(number: number): string {
  return `${number}`.padStart(4, '0');
}
