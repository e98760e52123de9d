import type { Ticks, Units } from '#protocol/core/brand.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { fromUnits, toUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import type { ParameterProblem, RobotMarket } from '#protocol/robots/maths/strategy.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { pairOf } from '../pairs.ts';
import { termsOf } from '../spot/pair-terms.ts';
import { leastOnContract, leastOrders, mostQuote } from './rules.ts';

/** The terms of a pair as strategies see them. */
function robotMarket(pair: Pair): RobotMarket {
  const { pair: _pair, base, quote, ...terms } = termsOf(pair);
  return { ...terms, baseScale: assetScale(base), quoteScale: assetScale(quote) };
}

const markets = new WeakMap<Pair, RobotMarket>();

/** The terms of a listed pair by id. @throws Error when there is none: a broken invariant */
export function marketOf(id: string): RobotMarket {
  const pair = pairOf(id);
  const known = markets.get(pair);
  if (known !== undefined) return known;
  const market = robotMarket(pair);
  markets.set(pair, market);
  return market;
}

/** The least and the most that a robot on a market starts with, in quote units. */
export function amountBounds({ minTotalUnits, quoteScale, contract }: RobotMarket): { least: Units; most: Units } {
  const one = unitsPerOne(quoteScale);
  return { least: contract === undefined ? minTotalUnits * leastOrders : leastOnContract * one, most: mostQuote * one };
}

/** A price on a market in ticks, truncated; null for none. @param price of one coin, as a decimal */
export function toTicks(price: string | null, { quoteScale, tickUnits }: RobotMarket): Ticks | null {
  return price === null ? null : Number(toUnits(price, quoteScale) / tickUnits);
}

/** A price in ticks as a decimal. */
export function fromTicks(ticks: Ticks, { quoteScale, tickUnits }: RobotMarket): string {
  return fromUnits(BigInt(ticks) * tickUnits, quoteScale);
}

/** Fields of parameters that are prices. */
const priceFields: ReadonlySet<string> = new Set(['lower', 'upper']);

/** The refusal of parameters that cannot run, which names their field. */
export function refusalOf({ field, problem }: ParameterProblem): Refusal {
  if (problem === 'too-little-money') return new Refusal('belowMinimumDelegation', { field, problem });
  return new Refusal(priceFields.has(field) ? 'delegationPriceInvalid' : 'quantityOutOfRange', { field, problem });
}
