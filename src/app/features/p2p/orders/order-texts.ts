import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { fiatCurrencies } from '#protocol/p2p/currencies.ts';
import { fromUnitsFixed, toUnits } from '#protocol/core/decimal.ts';
import { formatCoins, formatFiat, formatFiatPrice } from '../parts/fiat-money.ts';

type Money = Pick<P2pOrder, 'amount' | 'currency' | 'quantity' | 'asset' | 'price'>;

/** The figures of an order as they are written. */
export function moneyOf({ amount, currency, quantity, asset, price }: Money) {
  return {
    amount: formatFiat(amount, currency),
    coins: formatCoins(quantity, asset),
    price: formatFiatPrice(price, currency),
  };
}

/** The amount as a bank's field takes it: digits and a point, with all the places of the currency. */
export function typedAmount({ amount, currency }: Pick<P2pOrder, 'amount' | 'currency'>): string {
  const { decimals } = fiatCurrencies[currency];
  return fromUnitsFixed(toUnits(amount, decimals), decimals);
}

/** An own account in short: enough to know it again. */
export function maskedAccount(account: string): string {
  return account.length <= 7 ? account : `${account.slice(0, 3)} •••• ${account.slice(-4)}`;
}
