import {
  fiatCurrencies,
  type FiatCurrencyCode,
  priceAskPercent,
  priceRefusePercent,
} from '#protocol/p2p/currencies.ts';
import { compareDecimals, type Decimal, fromUnits, toUnits } from '#protocol/core/decimal.ts';

/** How a price is set; what was typed, and may be empty. */
export interface TypedPricing {
  readonly side: 'buy' | 'sell';
  readonly kind: 'fixed' | 'floating';
  readonly price: string;
  /** Of the index: `100.3`. */
  readonly percent: string;
  /** Floor of a selling price, ceiling of a buying price; empty for none. */
  readonly bound: string;
  readonly currency: FiatCurrencyCode;
}

const percentScale = 4;

/**
 * The price of an advert now, as the exchange works it out: a floating one truncated to the decimals of the currency, and
 * held by its floor or ceiling. Null while there is none.
 *
 * @param index of the coin in the currency; null while it has none
 */
export function typedPrice(
  { side, kind, price, percent, bound, currency }: TypedPricing,
  index: Decimal | null,
): Decimal | null {
  if (kind === 'fixed') return price !== '' && compareDecimals(price, '0') > 0 ? price : null;
  if (index === null || percent === '' || compareDecimals(percent, '0') <= 0) return null;
  const { priceDecimals } = fiatCurrencies[currency];
  const units = (toUnits(index, priceDecimals) * toUnits(percent, percentScale)) / (100n * 10n ** BigInt(percentScale));
  const floating = fromUnits(units, priceDecimals);
  if (bound === '') return compareDecimals(floating, '0') > 0 ? floating : null;
  const isBeyond = compareDecimals(floating, bound) * (side === 'sell' ? 1 : -1) < 0;
  return isBeyond ? bound : floating;
}

/** How far a price is from the index: fine, so far that it is asked twice, or too far to be published. */
export type Distance = 'near' | 'asks' | 'refused';

/** Whether a price is more than 20 or 50 per cent from the index. */
export function distanceOf(price: Decimal, index: Decimal): Distance {
  const scale = 18;
  const [at, from] = [toUnits(price, scale), toUnits(index, scale)];
  const apart = (at > from ? at - from : from - at) * 10_000n;
  // Cut to hundredths of a per cent, as the exchange does.
  const hundredths = from === 0n ? 0n : apart / from;
  if (hundredths > BigInt(priceRefusePercent) * 100n) return 'refused';
  return hundredths > BigInt(priceAskPercent) * 100n ? 'asks' : 'near';
}

/** What an amount of coins costs at a price, truncated to the decimals of the currency. */
export function costAt(amount: Decimal, price: Decimal, currency: FiatCurrencyCode): Decimal {
  const scale = 18;
  const { decimals } = fiatCurrencies[currency];
  const units = toUnits(amount, scale) * toUnits(price, scale);
  return fromUnits(units / 10n ** BigInt(2 * scale - decimals), decimals);
}

/** Place among others, from 1: how many of the shown ones offer a better price, and one more. */
export function rankOf(price: Decimal, others: readonly Decimal[], side: 'buy' | 'sell'): number {
  // Buyers take the cheapest seller, sellers the buyer who pays most.
  return 1 + others.filter((other) => compareDecimals(other, price) * (side === 'sell' ? 1 : -1) < 0).length;
}
