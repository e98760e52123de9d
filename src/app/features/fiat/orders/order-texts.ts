import type { FiatOrder } from '../../../../protocol/entities/fiat-trade.ts';
import { fiatCurrencies } from '../../../../protocol/fiat.ts';
import { fromUnitsFixed, toUnits } from '../../../../protocol/maths/decimal.ts';
import { formatCoins, formatFiat, formatFiatPrice } from '../parts/fiat-money.ts';

type Money = Pick<FiatOrder, 'amount' | 'currency' | 'quantity' | 'asset' | 'price'>;

/** The figures of an order as they are written. */
export function moneyOf({ amount, currency, quantity, asset, price }: Money) {
  return {
    amount: formatFiat(amount, currency),
    coins: formatCoins(quantity, asset),
    price: formatFiatPrice(price, currency),
  };
}

/** The amount as a bank's field takes it: digits and a point, with all the places of the currency. */
export function typedAmount({ amount, currency }: Pick<FiatOrder, 'amount' | 'currency'>): string {
  const { decimals } = fiatCurrencies[currency];
  return fromUnitsFixed(toUnits(amount, decimals), decimals);
}

/** An account in groups, as it is read from a card; other accounts as they are. */
export function groupedAccount(account: string): string {
  return /^\d{12,19}$/.test(account) ? account.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : account;
}

/** An own account in short: enough to know it again. */
export function maskedAccount(account: string): string {
  return account.length <= 7 ? account : `${account.slice(0, 3)} •••• ${account.slice(-4)}`;
}
