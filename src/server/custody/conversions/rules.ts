import { fromUnits, toUnits, unitsPerOne, type Decimal } from '#protocol/core/decimal.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { conversionFee } from '#protocol/core/limits.ts';
import { assets, type Asset } from '#server/core/assets.ts';

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
  /** The prices it was made at, each times what one coin of the other side is in units. */
  readonly givenPrice: bigint;
  readonly gotPrice: bigint;
  /** What truncation left of the given: `amount × givenPrice = gross × gotPrice + rest`. */
  readonly rest: bigint;
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
  const givenPrice = sold * unitsPerOne(to.scale);
  const gotPrice = bought * unitsPerOne(from.scale);
  const gross = (amount * givenPrice) / gotPrice;
  const share = gross * toUnits(conversionFee, priceScale);
  const fee = (share + one - 1n) / one;
  if (fee <= 0n || gross <= fee) return null;
  const rest = amount * givenPrice - gross * gotPrice;
  return { amount, gross, fee, givenPrice, gotPrice, rest, rate: shownRate(sold, bought) };
}

/** The least order of a coin's pair: quantity in the coin, value in USDT. */
export interface LeastOrder {
  readonly amount: Decimal;
  readonly value: Decimal;
}

/**
 * Whether a balance is too small for an order on the pair of its coin: below its least quantity or its least value.
 *
 * @param amount what is available, in smallest units of the coin
 * @param gross its worth before the fee, in smallest units of `into`
 */
export function isSmall(from: Asset, into: Asset, amount: bigint, gross: bigint, least: LeastOrder): boolean {
  return amount > 0n && (amount < toUnits(least.amount, from.scale) || gross < toUnits(least.value, into.scale));
}

/**
 * Quotes a small balance as any other conversion, whose least worth does not hold for it.
 *
 * @returns null when an order could sell it, or when the result is too small to be split into fee and rest
 */
export function smallTerms(
  from: Asset,
  into: Asset,
  amount: bigint,
  prices: { readonly from: CoinPrices; readonly into: CoinPrices },
  least: LeastOrder,
): ConversionTerms | null {
  const terms = conversionTerms(from, into, amount, prices.from, prices.into);
  return terms !== null && isSmall(from, into, amount, terms.gross, least) ? terms : null;
}

/** The day of a time, in days of UTC since 1970: small balances are converted once on each. */
export function smallDay(at: number): number {
  return Math.floor(at / dayMs);
}

/** When the day after a day begins, in epoch milliseconds. */
export function endOfSmallDay(day: number): number {
  return (day + 1) * dayMs;
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
