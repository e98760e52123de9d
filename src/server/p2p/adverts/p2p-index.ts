import { fiatCurrencies, type FiatCurrencyCode } from '#protocol/p2p/currencies.ts';
import { multiplyDecimals, toUnits } from '#protocol/core/decimal.ts';
import type { AdvertsDeps } from './deps.ts';

/** The index of a coin in a currency, in units of the currency's prices; null while one of its parts is missing. */
export function p2pIndex(
  { prices }: Pick<AdvertsDeps, 'prices'>,
  asset: string,
  currency: FiatCurrencyCode,
): bigint | null {
  const coin = prices.indexPrice(asset);
  const rate = prices.rate(currency);
  if (coin === null || rate === null) return null;
  const scale = fiatCurrencies[currency].priceDecimals;
  return toUnits(multiplyDecimals(coin, rate, scale), scale);
}
