import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { releaseWindowMs } from '#protocol/p2p/currencies.ts';

/** What an order asks of its merchant now, and until when. */
export interface Duty {
  readonly order: P2pOrder;
  readonly act: 'release' | 'pay' | 'answer';
  /** Epoch milliseconds of the exchange: then the other side may appeal, or the order ends. */
  readonly until: number;
}

function dutyOf(order: P2pOrder): Duty | null {
  const { side, state, paidAt, payUntil, answerUntil } = order;
  if (state === 'appeal') return answerUntil === null ? null : { order, act: 'answer', until: answerUntil };
  if (state === 'waiting-payment') return side === 'buy' ? { order, act: 'pay', until: payUntil } : null;
  if (state !== 'paid' || side === 'buy' || paidAt === null) return null;
  // From then on the buyer may appeal (spec point 5).
  return { order, act: 'release', until: Math.max(payUntil, paidAt + releaseWindowMs) };
}

/** What open orders ask for, soonest first. Orders that wait for the other side ask for nothing. */
export function dutiesOf(orders: readonly P2pOrder[]): Duty[] {
  return orders.flatMap((order) => dutyOf(order) ?? []).toSorted((a, b) => a.until - b.until);
}

/** Time left as `13:24`, or `1:05:00` from an hour on; `00:00` once it is over. */
export function timeLeft(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}
