import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { codes } from '#protocol/core/codes.ts';
import type { ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { costQuestionOf } from '../parts/cost-question.ts';
import { formatCoins } from '../parts/fiat-money.ts';
import { refusedTerms } from './state.ts';

/**
 * Why an advert could not be taken, where the meaning of its code does not say it; null where that does, and where the
 * sheet shows it at the price or the amount.
 */
export function refusalText(
  error: unknown,
  { verifiedDays, finishedOrders }: Pick<ListedAdvert, 'verifiedDays' | 'finishedOrders'>,
): MessageDescriptor | null {
  if (!(error instanceof ApiRefusal)) return null;
  const { why, price, limit = '0' } = refusedTerms(error);
  const bound = formatCoins(limit, 'USDT');
  switch (error.code) {
    case codes.ownAdvert:
      return msg`This is your own advert.`;
    case codes.orderUpdated:
      if (why === 'merchant-away') return msg`This merchant is not trading right now. Choose another advert.`;
      return price === undefined ? msg`This advert has no price right now. Try again in a moment.` : null;
    case codes.operationFailed:
      if (why === 'verified-days') {
        return msg`This merchant trades with people who have been verified for at least ${verifiedDays} days.`;
      }
      if (why === 'finished-orders') {
        return msg`This merchant trades with people who completed at least ${finishedOrders} orders in 30 days.`;
      }
      return null;
    case codes.quantityOutOfRange:
      if (why === 'day-limit') {
        return msg`You can order up to ${bound} a day. The limit grows with orders completed with different people.`;
      }
      if (why === 'advert-lock') return msg`Your unpaid orders of this advert can be up to ${bound} for now.`;
      return why === 'total-lock' ? msg`Your unpaid orders can be up to ${bound} in total for now.` : null;
    case codes.unfinishedOrder:
      return msg`You already have 3 open P2P orders. Finish or cancel one first.`;
    case codes.contactSupportOrder:
      return msg`Three of your P2P orders were cancelled or not paid today. You can trade again tomorrow.`;
    case codes.notFound:
      return msg`This advert was taken or withdrawn. Choose another one.`;
    default:
      return null;
  }
}

/** Refusals that the sheet shows where they belong: the price, the amount, or a question of its own. */
export function isShownInPlace(error: unknown): boolean {
  if (!(error instanceof ApiRefusal)) return false;
  const { price, why } = refusedTerms(error);
  if (costQuestionOf(error) !== null) return true;
  return (
    (error.code === codes.quantityOutOfRange && why === undefined) ||
    (error.code === codes.orderUpdated && price !== undefined)
  );
}
