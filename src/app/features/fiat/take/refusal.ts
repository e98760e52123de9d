import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { codes } from '../../../../protocol/codes.ts';
import type { ListedAdvert } from '../../../../protocol/entities/fiat-trade.ts';
import { ApiRefusal } from '../../../platform/api/api.ts';
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
  const { why, price } = refusedTerms(error);
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
    case codes.unfinishedOrder:
      return msg`You already have 3 open P2P orders. Finish or cancel one first.`;
    case codes.contactSupportOrder:
      return msg`You cancelled too many P2P orders today. You can trade again tomorrow.`;
    case codes.notFound:
      return msg`This advert was taken or withdrawn. Choose another one.`;
    default:
      return null;
  }
}

/** Refusals that the sheet shows where they belong: the price, or the amount. */
export function isShownInPlace(error: unknown): boolean {
  if (!(error instanceof ApiRefusal)) return false;
  const { price } = refusedTerms(error);
  return error.code === codes.quantityOutOfRange || (error.code === codes.orderUpdated && price !== undefined);
}
