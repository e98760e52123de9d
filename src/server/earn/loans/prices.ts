import { toExactUnits, toUnits } from '#protocol/core/decimal.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { assetScale } from '#server/core/assets.ts';
import type { LoansDeps } from './deps.ts';
import type { PriceOf } from './loan-row.ts';
import type { SaleSteps } from './rules.ts';

/** The pair in which a collateral is sold for what was lent; undefined when there is none. */
export function pairFor({ market }: Pick<LoansDeps, 'market'>, collateral: string, lent: string): Pair | undefined {
  return market.pairs.find(({ base, quote }) => base === collateral && quote === lent);
}

/** The index price of collateral. Null while too few sources are alive: nothing is warned of or sold at an old price. */
export function createPriceOf(deps: Pick<LoansDeps, 'market'>): PriceOf {
  return (collateral, lent) => {
    if (pairFor(deps, collateral, lent) === undefined) return null;
    const price = deps.market.indexPrice(collateral);
    if (price === null) return null;
    const units = toUnits(price, assetScale(lent));
    return units > 0n ? units : null;
  };
}

function exact(text: string, scale: number): bigint {
  const units = toExactUnits(text, scale);
  if (units === null || units <= 0n) throw new Error(`${text} is no step of ${scale} places`);
  return units;
}

/** The steps of a pair in smallest units. */
export function stepsOf({ base, quote, lotSize, tickSize, minAmount, maxAmount, minTotal }: Pair): SaleSteps {
  const scale = assetScale(base);
  const lot = exact(lotSize, scale);
  const least = exact(minAmount, scale);
  return {
    lot,
    tick: exact(tickSize, assetScale(quote)),
    least: ((least + lot - 1n) / lot) * lot,
    most: (exact(maxAmount, scale) / lot) * lot,
    leastValue: exact(minTotal, assetScale(quote)),
  };
}
