import type { FiatOrder } from '../../../../protocol/entities/fiat-trade.ts';
import { minuteMs } from '../../../../protocol/durations.ts';
import { releaseWindowMs } from '../../../../protocol/fiat.ts';

/** A payment without a picture is pointed out to the seller this long after it was marked. */
export const proofAwaitedMs = 2 * minuteMs;
/** Under this much the ring of a countdown is amber. */
export const closingMs = minuteMs;

type Clocks = Pick<FiatOrder, 'state' | 'payUntil' | 'paidAt'>;

/** From when the buyer of a paid order may appeal: the payment time is over, and the seller had time to look. */
export function buyerAppealsFrom({ payUntil, paidAt }: Clocks): number {
  return Math.max(payUntil, (paidAt ?? payUntil) + releaseWindowMs);
}

/** Whether the countdown of an order that waits for its payment has run out, before the exchange said so. */
export function isTimeOver({ state, payUntil }: Clocks, now: number): boolean {
  return state === 'waiting-payment' && now >= payUntil;
}

/** What is left of a time, 0 to 1. */
export function shareLeft(from: number, until: number, now: number): number {
  return until <= from ? 0 : Math.max(0, Math.min(1, (until - now) / (until - from)));
}

/** Whether an order can still move. */
export function isOpen({ state }: Pick<FiatOrder, 'state'>): boolean {
  return state === 'waiting-payment' || state === 'paid' || state === 'appeal';
}
