import { freeCancelsPerDay } from '#protocol/p2p/currencies.ts';

/**
 * What a cancellation comes to (spec point 9), stated here alone. An order that its buyer cancels, or lets the payment
 * time pass of, is one cancellation of that buyer. Of the cancellations of a day (UTC+8) the first `freeCancelsPerDay`
 * are free; each further one takes a part of the buyer's merchant deposit, which the seller gets, and whoever had it takes
 * no more orders that day. A deposit pays for an order that was not paid in time only where its buyer had confirmed that,
 * when the order was taken (21002).
 *
 * Two kinds of orders do not count, neither here nor in the completion rate: one that has a case of customer service, and
 * one that was never marked as paid, whose buyer asked the seller something `answerExpectedMs` before the end, at the
 * latest, and was not answered.
 */

/** Why a cancellation does not count. */
export type Excuse = 'case' | 'unanswered';

/** What is known of an order as its buyer ends it. */
export interface CancelledOrder {
  readonly hasCase: boolean;
  readonly wasMarkedPaid: boolean;
  readonly wasUnanswered: boolean;
}

/** Why a cancellation does not count; null where it does. */
export function excuseOf({ hasCase, wasMarkedPaid, wasUnanswered }: CancelledOrder): Excuse | null {
  if (hasCase) return 'case';
  return !wasMarkedPaid && wasUnanswered ? 'unanswered' : null;
}

/** Whether the cancellation with this number in its day is beyond the free ones. */
export function isBeyondFree(number: number): boolean {
  return number > freeCancelsPerDay;
}

/** Whether no further cancellation of the day is free after the one with this number. */
export function isLastFree(number: number): boolean {
  return number >= freeCancelsPerDay;
}

/** Whether whoever had so many cancellations today may take no more orders. */
export function isDayOver(cancels: number): boolean {
  return isBeyondFree(cancels);
}

/** Whether whoever had so many cancellations today is asked before the next order is taken: another one costs. */
export function isAsked(cancels: number): boolean {
  return isLastFree(cancels) && !isDayOver(cancels);
}
