import { practiceReleaseWindowMs, releaseWindowMs } from './currencies.ts';

/** When a P2P order was paid and how long it may be; times in epoch milliseconds. */
export interface PaidOrder {
  readonly payUntil: number;
  readonly paidAt: number | null;
  /** With a merchant of practice mode, of whom nobody waits for a bank. */
  readonly practice?: boolean | undefined;
}

/**
 * From when the buyer of a paid P2P order may appeal: the payment time has passed, and the seller had time to look
 * (spec point 9). With a merchant of practice mode, shortly after paying.
 */
export function buyerAppealsFrom({ payUntil, paidAt, practice }: PaidOrder): number {
  const from = paidAt ?? payUntil;
  return practice === true ? from + practiceReleaseWindowMs : Math.max(payUntil, from + releaseWindowMs);
}
