import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Pair, Side } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import type { OrderType } from '#protocol/spot/order-types.ts';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { formatNumber, formatShare } from '#app/platform/format/number-format.ts';
import type { OrderProblem } from './form/check.ts';

/** A toast about one order gives way to the toast about the next. */
export const toastKey = 'trade-order';

export const sideLabels: Record<Side, MessageDescriptor> = { buy: msg`Buy`, sell: msg`Sell` };

// The market of the tab bar is another word in most languages.
export const typeLabels: Record<OrderType, MessageDescriptor> = {
  limit: msg`Limit`,
  market: msg({ message: 'Market', context: 'order type' }),
};

/** A problem of the form with the value that is allowed. */
export function problemLabel(pair: Pair, side: Side, problem: OrderProblem): MessageDescriptor {
  const { base, quote } = pair;
  const allowed = problem.allowed === '' ? '' : formatNumber(problem.allowed);
  const tick = formatNumber(pair.tickSize);
  const lot = formatNumber(pair.lotSize);
  const least = formatNumber(pair.minTotal);
  switch (problem.kind) {
    case 'missing':
      if (problem.field === 'price') return msg`Enter a price.`;
      return problem.field === 'amount'
        ? msg`Enter an amount, at least ${allowed} ${base}.`
        : msg`Enter a total, at least ${allowed} ${quote}.`;
    case 'tick':
      return msg`Prices must be multiples of ${tick}. Try ${allowed}.`;
    case 'lot':
      return msg`Amounts must be multiples of ${lot}. Try ${allowed}.`;
    case 'priceHigh':
      return msg`More than 10 times the last price. At most ${allowed}.`;
    case 'priceLow':
      return msg`Less than a tenth of the last price. At least ${allowed}.`;
    case 'amountLow':
      return msg`At least ${allowed} ${base}.`;
    case 'amountHigh':
      return msg`At most ${allowed} ${base} in one order.`;
    case 'totalLow':
      return problem.field === 'amount'
        ? msg`The minimum order is ${least} ${quote}, at least ${allowed} ${base}.`
        : msg`The minimum order is ${allowed} ${quote}.`;
    case 'insufficient':
      if (problem.field === 'total') return msg`Not enough ${quote}. At most ${allowed}.`;
      return side === 'buy'
        ? msg`Not enough ${quote}. At most ${allowed} ${base}.`
        : msg`Not enough ${base}. At most ${allowed}.`;
  }
}

/** What to do about a refusal of an order; null where the meaning of the code says it. */
export function adviceText(error: unknown): MessageDescriptor | null {
  if (!(error instanceof ApiRefusal)) return null;
  switch (error.code) {
    case codes.insufficientWalletBalance:
      return msg`Nothing was sent. Lower the amount, or cancel an open order to release its funds.`;
    case codes.delegationPriceInvalid:
      return msg`Nothing was sent. Choose a price closer to the last trade.`;
    case codes.quantityOutOfRange:
    case codes.belowMinimumDelegation:
      return msg`Nothing was sent. Change the amount.`;
    case codes.pairClosed:
      return msg`Nothing was sent. Your money is untouched. Try again when the pair is open.`;
    default:
      return null;
  }
}

/** Status label of an order, with why it ended. */
export function statusLabel(order: Order): MessageDescriptor {
  if (order.status === 'filled') return msg`Completed`;
  if (order.status === 'open') return /[1-9]/.test(order.filled) ? msg`Open, partly filled` : msg`Open`;
  switch (order.closeReason) {
    case 'user':
      return msg`Cancelled by you`;
    case 'no-liquidity':
      return msg`Ended: no more offers in the book`;
    case 'self-trade':
      return msg`Ended: it would have matched your own order`;
    case 'price-band':
      return msg`Ended: prices moved more than 10% away`;
    case 'dust':
      return msg`Ended: the rest was too small to trade`;
    case null:
      return msg`Cancelled`;
  }
}

/** Places that money in quote is shown with; never rounded up. */
export const quotePlaces = 2;
/** A rate of 0.08 % needs two places. */
const ratePlaces = 2;

/** A fee rate without needless zeros: `0.1%`. */
export function rateText(rate: string): string {
  const cents = formatShare(rate, ratePlaces);
  return cents.replace(/([.,]\d)0%$/, '$1%');
}
