import type { MerchantDepositState } from '#protocol/p2p/entities/collection-methods.ts';
import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { merchantDepositAmount, merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import { displayOffsetHours } from '#protocol/core/limits.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { CodeName } from '#protocol/core/codes.ts';

/** The day that a moment's figures are counted in, in days since 1970 (UTC). */
export function figuresDay(at: number): number {
  return Math.floor(at / dayMs);
}

/** When the day began that counts cancellations and orders taken, at the product's offset. */
export function dayStart(now: number): number {
  const offset = displayOffsetHours * hourMs;
  return Math.floor((now + offset) / dayMs) * dayMs - offset;
}

/** What can happen to a merchant deposit. */
export const depositEvents = ['pay', 'admit', 'reject', 'top-up', 'ask-back', 'refund', 'keep', 'penalise'] as const;
export type DepositEvent = (typeof depositEvents)[number];

/**
 * The states of a merchant deposit (spec point 4): the state after each event, and nothing where it cannot happen.
 * A penalty lowers what is held and leaves the state as it is.
 */
const depositTransitions: Readonly<
  Record<MerchantDepositState, Partial<Readonly<Record<DepositEvent, MerchantDepositState>>>>
> = {
  'not-paid': { pay: 'processing' },
  processing: { admit: 'paid', reject: 'not-paid' },
  paid: { 'top-up': 'paid', 'ask-back': 'refund-review', penalise: 'paid' },
  'refund-review': { refund: 'refunded', keep: 'paid', penalise: 'refund-review' },
  refunded: { pay: 'processing' },
};

/** The state after an event, or null when it cannot happen. */
export function depositAfter(state: MerchantDepositState, event: DepositEvent): MerchantDepositState | null {
  return depositTransitions[state][event] ?? null;
}

/** Why a user's own request cannot be met in a state. */
export function depositRefusal(
  state: MerchantDepositState,
  event: 'pay' | 'top-up' | 'ask-back',
): Exclude<CodeName, 'success'> | null {
  if (depositAfter(state, event) !== null) return null;
  if (state === 'refund-review') return event === 'pay' ? 'depositBeingRefunded' : 'marginBeingReturned';
  if (event !== 'pay') return 'notFound';
  return state === 'processing' ? 'depositAlreadyApplied' : 'alreadyProcessed';
}

/** The full deposit in units of its coin. */
export const requiredUnits = toUnits(merchantDepositAmount, assetScale(merchantDepositAsset));

/** Whether the deposit admits to merchants' calls: adverts can be managed until it is returned. */
export function isAdmitted(state: MerchantDepositState): boolean {
  return state === 'paid' || state === 'refund-review';
}
