import { useLingui } from '@lingui/react/macro';
import { fiatCurrencies, priceRefusePercent } from '../../../../../protocol/p2p/currencies.ts';
import type { Decimal } from '../../../../../protocol/core/decimal.ts';
import { formatCoins, formatFiat } from '../../parts/fiat-money.ts';
import type { AdvertField, AdvertProblem } from './check.ts';
import type { AdvertForm } from './form-state.ts';
import { costAt } from '../pricing/pricing.ts';

interface Given {
  readonly form: AdvertForm;
  readonly available: Decimal;
  readonly places: number;
  readonly price: Decimal | null;
}

/** What is said of a problem at its field, with the value that is allowed. */
export function useProblemText(given: Given): (field: AdvertField, problem: AdvertProblem) => string {
  const { t } = useLingui();
  const { form, available, places, price } = given;
  const { asset, currency } = form;
  const missing: Readonly<Record<AdvertField, string>> = {
    price: t`Enter a price.`,
    amount: t`Enter an amount.`,
    min: t`Enter the least of one order.`,
    max: t`Enter the most of one order.`,
    methods: t`Choose at least one method.`,
  };
  return (field, problem) => {
    switch (problem) {
      case 'missing':
        return missing[field];
      case 'too-far':
        return t`More than ${priceRefusePercent}% from the index. Move it closer.`;
      case 'too-fine': {
        const { decimals, priceDecimals } = fiatCurrencies[currency];
        const most = field === 'price' ? priceDecimals : field === 'amount' ? places : decimals;
        return t`At most ${most} decimals.`;
      }
      case 'above-available': {
        const held = formatCoins(available, asset);
        return t`You hold ${held} in the fiat wallet.`;
      }
      case 'above-cost': {
        const most = formatFiat(
          price === null || form.amount === '' ? '0' : costAt(form.amount, price, currency),
          currency,
        );
        return t`The whole amount costs ${most}.`;
      }
      case 'below-min':
        return t`Not less than the least per order.`;
    }
  };
}
