import type { CheckedInput } from '#protocol/calls.ts';
import {
  fiatCurrencies,
  type FiatCurrencyCode,
  priceAskPercent,
  priceRefusePercent,
} from '#protocol/p2p/currencies.ts';
import { fromUnits, toExactUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import { assets, assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';

/** How an advert is priced; prices in units of the currency's prices. */
export interface Pricing {
  readonly side: 'buy' | 'sell';
  readonly price: bigint | null;
  /** Of the index, in millionths. */
  readonly ppm: bigint | null;
  readonly bound: bigint | null;
}

const ppmPerOne = 1_000_000n;

/**
 * The price of an advert now; null for a floating one without an index. A seller's floor and a buyer's ceiling hold
 * whatever the index does.
 */
export function priceNow({ side, price, ppm, bound }: Pricing, index: bigint | null): bigint | null {
  if (price !== null) return price;
  if (ppm === null || index === null) return null;
  const floating = (index * ppm) / ppmPerOne;
  if (bound === null) return floating;
  const isBeyond = side === 'sell' ? floating < bound : floating > bound;
  return isBeyond ? bound : floating;
}

/** How coins, money and prices of a market are counted. */
export interface MarketScale {
  readonly coin: number;
  /** The least step of a quantity, in units of the coin. */
  readonly step: bigint;
  readonly money: number;
  readonly price: number;
}

export function marketScale(asset: string, currency: FiatCurrencyCode): MarketScale {
  const { decimals, priceDecimals } = fiatCurrencies[currency];
  const coin = assetScale(asset);
  const shown = assets.get(asset)?.displayDecimals ?? coin;
  return { coin, step: unitsPerOne(coin - shown), money: decimals, price: priceDecimals };
}

/** What coins cost: truncated to the currency. */
export function costOf(units: bigint, price: bigint, scale: MarketScale): bigint {
  return (units * price * unitsPerOne(scale.money)) / unitsPerOne(scale.coin + scale.price);
}

/** The coins an amount of money buys: truncated to the coin's step. */
export function coinsFor(money: bigint, price: bigint, scale: MarketScale): bigint {
  const units = (money * unitsPerOne(scale.coin + scale.price)) / (price * unitsPerOne(scale.money));
  return units - (units % scale.step);
}

/** How far a price is from the index, in per cent; null without an index. */
export function percentFromIndex(price: bigint, index: bigint | null): number | null {
  if (index === null || index === 0n) return null;
  const apart = price > index ? price - index : index - price;
  return Number((apart * 10_000n) / index) / 100;
}

/** Terms of a new advert that are right in themselves. */
export interface AdvertTerms extends Pricing {
  readonly asset: string;
  readonly currency: FiatCurrencyCode;
  readonly units: bigint;
  readonly min: bigint;
  readonly max: bigint;
  readonly paymentMinutes: number;
  readonly terms: string;
  readonly verifiedDays: number;
  readonly finishedOrders: number;
}

type AdvertInput = Omit<CheckedInput<'POST otcBuy'>, 'methods'>;

/**
 * The terms of an advert (spec point 5), checked in the order of the form.
 *
 * @param index of the coin in the currency, or null while it has none
 * @throws Refusal `delegationPriceInvalid` for a price finer than the currency's or without an index to follow,
 *   `delegationPriceBeyondMarket` with `why` for one far from the index, `quantityOutOfRange` with `field`
 */
export function checkAdvert(side: 'buy' | 'sell', input: AdvertInput, index: bigint | null): AdvertTerms {
  const { asset, currency, pricing, paymentMinutes, terms, verifiedDays, finishedOrders } = input;
  const scale = marketScale(asset, currency);
  const priced = { side, ...pricingOf(pricing, scale) };
  const price = priceNow(priced, index);
  if (price === null || price <= 0n) throw new Refusal('delegationPriceInvalid');
  checkDistance(price, index, input.confirmed);
  const units = exact('amount', input.amount, scale.coin);
  if (units % scale.step !== 0n) throw new Refusal('quantityOutOfRange', { field: 'amount' });
  const min = exact('min', input.min, scale.money);
  const max = exact('max', input.max, scale.money);
  if (min > max) throw new Refusal('quantityOutOfRange', { field: 'max' });
  const all = costOf(units, price, scale);
  if (min > all) throw new Refusal('quantityOutOfRange', { field: 'min', most: fromUnits(all, scale.money) });
  return { ...priced, asset, currency, units, min, max, paymentMinutes, terms, verifiedDays, finishedOrders };
}

function pricingOf(pricing: AdvertInput['pricing'], scale: MarketScale): Omit<Pricing, 'side'> {
  const priceOf = (text: string) => {
    const units = toExactUnits(text, scale.price);
    if (units === null || units > priceMax) throw new Refusal('delegationPriceInvalid', { decimals: scale.price });
    return units;
  };
  if (pricing.kind === 'fixed') return { price: priceOf(pricing.price), ppm: null, bound: null };
  const ppm = toExactUnits(pricing.percent, 4);
  if (ppm === null || ppm > 10n * ppmPerOne) throw new Refusal('delegationPriceInvalid', { field: 'percent' });
  return { price: null, ppm, bound: pricing.bound === null ? null : priceOf(pricing.bound) };
}

/** Amounts and prices stay far below 64 bits, and so do their products in the store. */
const priceMax = 10n ** 15n;
const amountMax = 10n ** 17n;

function exact(field: string, text: string, scale: number): bigint {
  const units = toExactUnits(text, scale);
  if (units === null || units <= 0n || units > amountMax) throw new Refusal('quantityOutOfRange', { field });
  return units;
}

function checkDistance(price: bigint, index: bigint | null, isConfirmed: boolean): void {
  const percent = percentFromIndex(price, index);
  // Without an index nobody can say what the coin is worth: a fixed price is the merchant's word alone.
  if (percent === null) throw new Refusal('delegationPriceInvalid', { why: 'no-index' });
  if (percent > priceRefusePercent) throw new Refusal('delegationPriceBeyondMarket', { why: 'refused', percent });
  if (percent > priceAskPercent && !isConfirmed) {
    throw new Refusal('delegationPriceBeyondMarket', { why: 'confirm', percent });
  }
}
