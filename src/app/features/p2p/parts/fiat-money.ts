import { fiatCurrencies, type FiatCurrencyCode } from '#protocol/p2p/currencies.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';

/** An amount of a fiat currency with its symbol and its own decimals: `¥1,442.00`, `₫2,000,000`. */
export function formatFiat(amount: Decimal, currency: FiatCurrencyCode): string {
  const { symbol, decimals } = fiatCurrencies[currency];
  return symbol + formatAmount(amount, decimals);
}

/** The price of one coin in a fiat currency, at the decimals prices have there. */
export function formatFiatPrice(price: Decimal, currency: FiatCurrencyCode): string {
  const { symbol, priceDecimals } = fiatCurrencies[currency];
  return symbol + formatAmount(price, priceDecimals);
}

/** The limits of one order, the symbol once: `₫2,000,000 – 85,000,000`. */
export function formatLimits(min: Decimal, max: Decimal, currency: FiatCurrencyCode): string {
  return `${formatFiat(min, currency)} – ${formatAmount(max, fiatCurrencies[currency].decimals)}`;
}

/** A quantity of coins with its coin: `200.00 USDT`; without trailing zeros beyond two places. */
export function formatCoins(quantity: Decimal, asset: string): string {
  const places = quantity.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  return `${formatNumber(quantity, { decimals: Math.max(2, places) })} ${asset}`;
}
