import {
  type Decimal,
  compareDecimals,
  divideDecimals,
  fromUnitsFixed,
  multiplyDecimals,
  toUnits,
} from '#protocol/core/decimal.ts';
import { spotPriceFactor } from '#protocol/contracts/maths/orders.ts';
import type { Pair, Side } from '#protocol/market-data/entities/market.ts';
import { isPriced, type OrderType } from '#protocol/spot/order-types.ts';
import type { EntryProblem } from '#app/features/order-entry/check.ts';
import { isWholeSteps, totalOf, wholeSteps } from './maths.ts';

/** What a user has filled in; texts are decimals or empty. */
export interface OrderDraft {
  readonly side: Side;
  readonly type: OrderType;
  readonly price: string;
  readonly amount: string;
  /** What a market buy spends. */
  readonly total: string;
}

/** A field of the form. */
export type OrderField = 'price' | 'amount' | 'total';

/** What is wrong with a field, and the value that would be right. */
export type OrderProblem = EntryProblem<
  OrderField,
  'tick' | 'lot' | 'priceHigh' | 'priceLow' | 'amountLow' | 'amountHigh' | 'totalLow' | 'insufficient'
>;

const sanityFactor = String(spotPriceFactor);

/** Whether this draft names what it spends instead of a quantity. */
export function isByTotal(draft: { readonly side: Side; readonly type: OrderType }): boolean {
  return !isPriced(draft.type) && draft.side === 'buy';
}

function isNothing(text: string): boolean {
  return text === '' || compareDecimals(text, '0') <= 0;
}

function priceProblem(pair: Pair, price: string, last: Decimal | null): OrderProblem | null {
  const problem = (kind: OrderProblem['kind'], allowed: string): OrderProblem => ({
    field: 'price',
    kind,
    allowed,
  });
  if (isNothing(price)) return problem('missing', last ?? '');
  if (!isWholeSteps(price, pair.tickSize)) return problem('tick', wholeSteps(price, pair.tickSize));
  if (last === null) return null;
  const most = wholeSteps(multiplyDecimals(last, sanityFactor, 18), pair.tickSize);
  if (compareDecimals(price, most) > 0) return problem('priceHigh', most);
  const least = divideDecimals(last, sanityFactor, 18);
  if (compareDecimals(price, least) < 0) return problem('priceLow', stepsUp(least, pair.tickSize));
  return null;
}

/** The smallest multiple of a step that is not below a value. */
function stepsUp(value: Decimal, step: Decimal): Decimal {
  const down = wholeSteps(value, step);
  if (compareDecimals(down, value) >= 0) return down;
  const places = step.split('.')[1]?.length ?? 0;
  return fromUnitsFixed(toUnits(down, places) + toUnits(step, places), places);
}

function amountProblem(pair: Pair, draft: OrderDraft, price: Decimal | null): OrderProblem | null {
  const { amount } = draft;
  const problem = (kind: OrderProblem['kind'], allowed: string): OrderProblem => ({
    field: 'amount',
    kind,
    allowed,
  });
  if (isNothing(amount)) return problem('missing', pair.minAmount);
  if (!isWholeSteps(amount, pair.lotSize)) return problem('lot', wholeSteps(amount, pair.lotSize));
  if (compareDecimals(amount, pair.minAmount) < 0) return problem('amountLow', pair.minAmount);
  if (compareDecimals(amount, pair.maxAmount) > 0) return problem('amountHigh', pair.maxAmount);
  if (price === null || compareDecimals(totalOf(price, amount), pair.minTotal) >= 0) return null;
  return problem('totalLow', stepsUp(divideDecimals(pair.minTotal, price, 18), pair.lotSize));
}

function fundsProblem(pair: Pair, draft: OrderDraft, available: Decimal): OrderProblem | null {
  const { side, price, amount } = draft;
  if (side === 'sell') {
    return compareDecimals(amount, available) > 0
      ? { field: 'amount', kind: 'insufficient', allowed: wholeSteps(available, pair.lotSize) }
      : null;
  }
  if (compareDecimals(totalOf(price, amount), available) <= 0) return null;
  const most = wholeSteps(divideDecimals(available, price, 18), pair.lotSize);
  return { field: 'amount', kind: 'insufficient', allowed: most };
}

function totalProblem(pair: Pair, total: string, available: Decimal | null): OrderProblem | null {
  if (isNothing(total)) return { field: 'total', kind: 'missing', allowed: pair.minTotal };
  if (compareDecimals(total, pair.minTotal) < 0) return { field: 'total', kind: 'totalLow', allowed: pair.minTotal };
  if (available !== null && compareDecimals(total, available) > 0) {
    return { field: 'total', kind: 'insufficient', allowed: available };
  }
  return null;
}

/**
 * What keeps the exchange from taking an order, field by field, checked by its own rules before anything is sent.
 *
 * @param last last price, for the limit band and the value of a market sell; null while it is not known
 * @param available of the coin that is spent; null while it is not known, which the exchange then checks alone
 */
export function orderProblems(
  pair: Pair,
  draft: OrderDraft,
  last: Decimal | null,
  available: Decimal | null,
): readonly OrderProblem[] {
  if (isByTotal(draft)) {
    const problem = totalProblem(pair, draft.total, available);
    return problem === null ? [] : [problem];
  }
  const wrongPrice = isPriced(draft.type) ? priceProblem(pair, draft.price, last) : null;
  const priceKnown = isPriced(draft.type) ? (isNothing(draft.price) ? null : draft.price) : last;
  const wrongAmount =
    amountProblem(pair, draft, priceKnown) ??
    (available === null || (draft.side === 'buy' && isNothing(draft.price))
      ? null
      : fundsProblem(pair, draft, available));
  return [wrongPrice, wrongAmount].filter((problem) => problem !== null);
}

/** How a limit price compares with the market: what the confirm sheet says about it. */
interface PriceStanding {
  /** Whether the order would trade at once. */
  readonly crosses: boolean;
  /** Distance from the last price, and on which side of it. */
  readonly away: Decimal;
  readonly above: boolean;
  /** In whole percent of the last price, cut. */
  readonly awayPercent: bigint;
}

/** @param best the best opposing price, or null while the book is not known or empty */
export function priceStanding(side: Side, price: Decimal, last: Decimal, best: Decimal | null): PriceStanding {
  const difference = toUnits(price, 18) - toUnits(last, 18);
  const away = difference < 0n ? -difference : difference;
  const crosses =
    best !== null && (side === 'buy' ? compareDecimals(price, best) >= 0 : compareDecimals(price, best) <= 0);
  return {
    crosses,
    away: fromUnitsFixed(away, 18),
    above: difference > 0n,
    awayPercent: (away * 100n) / toUnits(last, 18),
  };
}
