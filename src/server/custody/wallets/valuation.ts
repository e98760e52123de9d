import { fromUnitsFixed, toUnits, unitsPerOne, type Decimal } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';

/** The coin in which everything is valued. */
export const valuationAsset = 'USDT';
/** Decimals of a displayed valuation (spec point 9: two, truncated). */
const shownPlaces = 2;
/** Decimals of a price and of sums before truncation. */
const priceScale = 18;

/** The price of one coin in USDT, or null when there is none. */
export type PriceOf = (asset: string) => Decimal | null;

/**
 * The value of an amount in USDT at 18 places, exact but for the last place, or null without a price. Sums use these
 * and are truncated only for display, so that many small coins do not lose their fractions.
 */
export function valueOf(units: bigint, asset: string, priceOf: PriceOf): bigint | null {
  if (units === 0n) return 0n;
  const price = asset === valuationAsset ? '1' : priceOf(asset);
  return price === null ? null : (units * toUnits(price, priceScale)) / unitsPerOne(assetScale(asset));
}

/** A value for display: two places, truncated. */
export function shownValue(value: bigint): Decimal {
  return fromUnitsFixed(value / unitsPerOne(priceScale - shownPlaces), shownPlaces);
}
