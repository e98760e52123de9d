import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { minuteMs } from '#protocol/core/durations.ts';

/** Under this much the ring of a countdown is amber. */
export const closingMs = minuteMs;

type Clocks = Pick<P2pOrder, 'state' | 'payUntil'>;

/** Whether the countdown of an order that waits for its payment has run out, before the exchange said so. */
export function isTimeOver({ state, payUntil }: Clocks, now: number): boolean {
  return state === 'waiting-payment' && now >= payUntil;
}

/** What is left of a time, 0 to 1. */
export function shareLeft(from: number, until: number, now: number): number {
  return until <= from ? 0 : Math.max(0, Math.min(1, (until - now) / (until - from)));
}

/** Whether an order can still move. */
export function isOpen({ state }: Pick<P2pOrder, 'state'>): boolean {
  return state === 'waiting-payment' || state === 'paid' || state === 'appeal';
}
