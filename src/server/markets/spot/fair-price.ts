import { type Decimal, divideDecimals, isDecimal, multiplyDecimals, toUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { shownValue } from '#server/core/outflow/held-value.ts';
import type { HeldValue } from '#server/core/outflow/outflow.ts';
import { type IndexPrice, worthAt } from '#server/core/outflow/worth.ts';
import { type Book, opposite, type PlaceCommand, type Side } from '../engine/book.ts';
import type { MarketTerms } from '../engine/market-terms.ts';
import { findPair } from '../pairs.ts';

/** How much worse than the index held value may trade: so it cannot be lost to somebody who places the other side. */
const worstOfBuys: Decimal = '1.02';
const worstOfSells: Decimal = '0.98';

const priceScale = 18;

/** What an order needs to know of index prices, should its owner's value be held. */
export interface FairPrice {
  /** The worst price at which held value trades, in quote; null without an index price: then it does not. */
  readonly worst: Decimal | null;
  /** One of the coin that the order spends in USDT; null for a coin without an index price, of which nothing is held. */
  readonly spent: Decimal | null;
}

/** The worst prices of a pair at its index. */
interface Bounds {
  readonly base: Decimal;
  readonly quote: Decimal;
  readonly buy: Bound;
  readonly sell: Bound;
}

interface Bound {
  readonly worst: Decimal;
  /** The same at `priceScale`. */
  readonly units: bigint;
}

/** The fair price of a request; null for one that names a fair price itself, which no hold concerns. */
export type FairPriceOf = (request: {
  readonly pair: string;
  readonly side: Side;
  readonly price: string | null;
}) => FairPrice | null;

/** Fair prices as index prices are when a request is received. What follows from an index is kept until it changes. */
export function createFairPrices(indexPrice: IndexPrice): FairPriceOf {
  const known = new Map<string, Bounds>();

  function boundsOf(pair: string, base: Decimal, quote: Decimal): Bounds {
    const before = known.get(pair);
    if (before?.base === base && before.quote === quote) return before;
    const index = divideDecimals(base, quote, priceScale);
    const boundAt = (factor: Decimal): Bound => {
      const worst = multiplyDecimals(index, factor, priceScale);
      return { worst, units: toUnits(worst, priceScale) };
    };
    const bounds = { base, quote, buy: boundAt(worstOfBuys), sell: boundAt(worstOfSells) };
    known.set(pair, bounds);
    return bounds;
  }

  return ({ pair, side, price }) => {
    const listed = findPair(pair);
    if (listed === null) return null;
    const [base, quote] = [indexPrice(listed.base), indexPrice(listed.quote)];
    const spent = side === 'buy' ? quote : base;
    if (base === null || quote === null) return { worst: null, spent };
    const { worst, units } = boundsOf(pair, base, quote)[side];
    if (price === null || !isDecimal(price)) return { worst, spent };
    const asked = toUnits(price, priceScale);
    return (side === 'buy' ? asked <= units : asked >= units) ? null : { worst, spent };
  };
}

/** What an order would leave of the coin that it spends, in the smallest unit of the asset. */
export interface Spending {
  readonly asset: string;
  readonly left: bigint;
}

/**
 * The command of an order whose owner's value is held: as it is while what it leaves of the coin that it spends is worth what is
 * held, otherwise at no price worse than the fair one.
 *
 * @throws Refusal `withdrawalHold` for a limit price that is worse, or a book where nothing better is offered
 */
export function heldCommand(
  { terms, book }: { readonly terms: MarketTerms; readonly book: Pick<Book, 'bestTicks'> },
  command: PlaceCommand,
  { worst, spent }: FairPrice,
  held: HeldValue,
  { asset, left }: Spending,
): PlaceCommand {
  if (spent === null || worthAt({ asset, units: left }, spent) >= held.value) return command;
  const facts = { reason: 'bought-price', until: held.until, held: shownValue(held) };
  if (worst === null || command.kind === 'limit') {
    throw new Refusal('withdrawalHold', worst === null ? facts : { ...facts, worst });
  }
  const { side, worstTicks: asked } = command;
  const worstTicks = worstTicksOf(terms, side, worst);
  const best = book.bestTicks(opposite(side));
  const isWorse = (ticks: number) => (side === 'buy' ? ticks > worstTicks : ticks < worstTicks);
  if (best !== null && isWorse(best)) throw new Refusal('withdrawalHold', { ...facts, worst });
  return { ...command, worstTicks: asked === null || isWorse(asked) ? worstTicks : asked };
}

/** A price in ticks, cut to the better side. */
function worstTicksOf({ quote, tickUnits }: MarketTerms, side: Side, worst: Decimal): number {
  const units = toUnits(worst, assetScale(quote));
  return Number(side === 'buy' ? units / tickUnits : (units + tickUnits - 1n) / tickUnits);
}
