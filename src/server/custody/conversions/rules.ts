import { fromUnits, toUnits, unitsPerOne, type Decimal } from '../../../protocol/maths/decimal.ts';
import { conversionFee } from '../../../protocol/limits.ts';
import { assets, type Asset } from '../../core/assets.ts';

/** Value range of one conversion, in USDT. */
export const conversionWorth = { least: '1', most: '50000' } as const;
/** A last price this far from the index is not used: it was manipulated, or the market is inactive. */
const priceStraysMax: Decimal = '0.02';

const priceScale = 18;
const one = unitsPerOne(priceScale);
/** Significant digits of a displayed rate. */
const rateDigits = 8;

/** Current prices of one coin in USDT at 18 decimals. */
export interface CoinPrices {
  /** The last trade on the exchange. */
  readonly last: bigint;
  /** The external price. */
  readonly index: bigint;
}

/** The result of a conversion; all in smallest units. */
export interface ConversionTerms {
  readonly amount: bigint;
  /** Before the fee. */
  readonly gross: bigint;
  readonly fee: bigint;
  /** One of `from` in `to`. */
  readonly rate: Decimal;
}

/** Reads prices of a coin, or null when a conversion is not possible: missing, or too far apart. */
export function coinPrices(last: Decimal | null, index: Decimal | null): CoinPrices | null {
  if (last === null || index === null) return null;
  const prices = { last: toUnits(last, priceScale), index: toUnits(index, priceScale) };
  if (prices.last <= 0n || prices.index <= 0n) return null;
  const apart = prices.last > prices.index ? prices.last - prices.index : prices.index - prices.last;
  return apart * one > prices.index * toUnits(priceStraysMax, priceScale) ? null : prices;
}

/**
 * Quotes a conversion. The house buys at the lower of last price and index and sells at the higher, so that moving the
 * last price first gains nothing; truncation remainders stay with the house.
 *
 * @returns null when the result is too small to be split into fee and rest
 */
export function conversionTerms(
  from: Asset,
  to: Asset,
  amount: bigint,
  fromPrices: CoinPrices,
  toPrices: CoinPrices,
): ConversionTerms | null {
  const sold = fromPrices.last < fromPrices.index ? fromPrices.last : fromPrices.index;
  const bought = toPrices.last > toPrices.index ? toPrices.last : toPrices.index;
  const gross = (amount * sold * unitsPerOne(to.scale)) / (bought * unitsPerOne(from.scale));
  const share = gross * toUnits(conversionFee, priceScale);
  const fee = (share + one - 1n) / one;
  if (fee <= 0n || gross <= fee) return null;
  return { amount, gross, fee, rate: shownRate(sold, bought) };
}

/** The range of one conversion of a coin, at display precision. */
export function conversionRange(asset: Asset, prices: CoinPrices): { readonly least: bigint; readonly most: bigint } {
  const step = unitsPerOne(asset.scale - asset.displayDecimals);
  const unitsOf = (worth: Decimal) => toUnits(worth, priceScale) * unitsPerOne(asset.scale);
  const leastUnits = (unitsOf(conversionWorth.least) + prices.last - 1n) / prices.last;
  const mostUnits = unitsOf(conversionWorth.most) / prices.last;
  return { least: ((leastUnits + step - 1n) / step) * step, most: (mostUnits / step) * step };
}

/** Truncated to eight significant digits. */
function shownRate(sold: bigint, bought: bigint): Decimal {
  const fine = (sold * one) / bought;
  const digits = fine.toString().length;
  const cut = digits > rateDigits ? unitsPerOne(Math.min(digits - rateDigits, priceScale)) : 1n;
  return fromUnits((fine / cut) * cut, priceScale);
}

/** The coin with an id, or null. */
export function coinOf(id: string): Asset | null {
  return assets.get(id) ?? null;
}
