import { expect, it } from 'vitest';
import type { MerchantDepositState } from '#protocol/p2p/entities/collection-methods.ts';
import { type NaiveStates, walkStates } from '../testing.ts';
import { depositAfter, type DepositEvent, depositEvents, depositRefusal, isAdmitted } from './rules.ts';

/**
 * A deposit known by what was done alone: whether it was paid, whether a review is open and of what, whether it was
 * admitted. The table of states has to agree with it after every event.
 */
class NaiveDeposit implements NaiveStates<MerchantDepositState, DepositEvent> {
  isHeld = false;
  review: 'deposit' | 'refund' | null = null;
  wasReturned = false;

  get state(): MerchantDepositState {
    if (!this.isHeld) return this.wasReturned ? 'refunded' : 'not-paid';
    if (this.review === null) return 'paid';
    return this.review === 'deposit' ? 'processing' : 'refund-review';
  }

  may(event: DepositEvent): boolean {
    if (event === 'pay') return !this.isHeld;
    if (event === 'admit' || event === 'reject') return this.review === 'deposit';
    if (event === 'refund' || event === 'keep') return this.review === 'refund';
    if (event === 'penalise') return this.isHeld && this.review !== 'deposit';
    return this.isHeld && this.review === null;
  }

  apply(event: DepositEvent): void {
    if (event === 'pay') [this.isHeld, this.review] = [true, 'deposit'];
    if (event === 'ask-back') this.review = 'refund';
    if (event === 'admit' || event === 'keep') this.review = null;
    if (event === 'reject') [this.isHeld, this.review, this.wasReturned] = [false, null, false];
    if (event === 'refund') [this.isHeld, this.review, this.wasReturned] = [false, null, true];
  }
}

it('goes through the states of the specification, and no other way', () => {
  const taken = walkStates({
    first: 'not-paid',
    events: depositEvents,
    after: depositAfter,
    naive: () => new NaiveDeposit(),
    length: { minLength: 20, maxLength: 80 },
    alsoHolds: (state, naive) => expect(isAdmitted(state)).toBe(naive.isHeld && naive.review !== 'deposit'),
  });
  expect(taken).toBe(10);
});

it('says why a request cannot be met', () => {
  expect(depositRefusal('not-paid', 'pay')).toBeNull();
  expect(depositRefusal('refunded', 'pay')).toBeNull();
  expect(depositRefusal('processing', 'pay')).toBe('depositAlreadyApplied');
  expect(depositRefusal('paid', 'pay')).toBe('alreadyProcessed');
  expect(depositRefusal('refund-review', 'pay')).toBe('depositBeingRefunded');
  expect(depositRefusal('refund-review', 'top-up')).toBe('marginBeingReturned');
  expect(depositRefusal('refund-review', 'ask-back')).toBe('marginBeingReturned');
  expect(depositRefusal('processing', 'ask-back')).toBe('notFound');
});
