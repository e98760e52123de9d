import type { Pair } from '#protocol/market-data/entities/market.ts';
import { decimalPlaces, toExactUnits, toUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import { assertTerms, type MarketTerms } from '../engine/market-terms.ts';
import { assetScale } from '#server/core/assets.ts';

const feeScale = 6;

/**
 * The terms of a listed pair as integers.
 *
 * @throws Error when a price and a quantity of the pair could make a value finer than the quote's smallest
 *   unit, or any bound of a book is violated
 */
export function termsOf(pair: Pair): MarketTerms {
  const quoteScale = assetScale(pair.quote);
  const baseScale = assetScale(pair.base);
  if (decimalPlaces(pair.tickSize) + decimalPlaces(pair.lotSize) > quoteScale) {
    throw new Error(`${pair.id}: a tick times a lot is finer than the smallest unit of ${pair.quote}`);
  }
  const tickUnits = exact(pair.tickSize, quoteScale);
  const lotUnits = exact(pair.lotSize, baseScale);
  const terms: MarketTerms = {
    pair: pair.id,
    base: pair.base,
    quote: pair.quote,
    tickUnits,
    lotUnits,
    unitsPerTickLot: (tickUnits * lotUnits) / unitsPerOne(baseScale),
    minLots: Number(-(-exact(pair.minAmount, baseScale) / lotUnits)),
    maxLots: Number(exact(pair.maxAmount, baseScale) / lotUnits),
    minTotalUnits: exact(pair.minTotal, quoteScale),
    makerFeePpm: toUnits(pair.makerFee, feeScale),
    takerFeePpm: toUnits(pair.takerFee, feeScale),
  };
  assertTerms(terms);
  return terms;
}

function exact(text: string, scale: number): bigint {
  const units = toExactUnits(text, scale);
  if (units === null) throw new Error(`${text} has more than ${scale} places`);
  return units;
}
