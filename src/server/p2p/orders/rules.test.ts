import { expect, it } from 'vitest';
import type { P2pOrderState } from '#protocol/p2p/entities/trade.ts';
import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import { releaseWindowMs } from '#protocol/p2p/currencies.ts';
import { dayStart } from '../merchants/rules.ts';
import { type NaiveStates, walkStates } from '../testing.ts';
import {
  appealFrom,
  isEnded,
  orderAfter,
  type OrderEvent,
  orderEvents,
  orderRefusal,
  type OrderSide,
} from './rules.ts';

/** An order known by what happened alone; the coins go to exactly one side, once. */
class NaiveOrder implements NaiveStates<P2pOrderState, OrderEvent> {
  paid = false;
  appealed = false;
  coins: 'escrow' | 'buyer' | 'seller' = 'escrow';

  get state(): P2pOrderState {
    if (this.coins === 'buyer') return 'completed';
    if (this.coins === 'seller') return 'cancelled';
    if (this.appealed) return 'appeal';
    return this.paid ? 'paid' : 'waiting-payment';
  }

  may(event: OrderEvent): boolean {
    if (this.coins !== 'escrow') return false;
    if (event === 'cancel') return true;
    if (event === 'pay' || event === 'expire') return !this.paid;
    if (event === 'appeal') return this.paid && !this.appealed;
    return event === 'release' ? this.paid : this.appealed;
  }

  apply(event: OrderEvent): void {
    if (event === 'pay') this.paid = true;
    if (event === 'appeal') this.appealed = true;
    if (event === 'release' || event === 'decide-release') this.coins = 'buyer';
    if (event === 'cancel' || event === 'expire' || event === 'decide-refund') this.coins = 'seller';
  }
}

it('goes through the five states, and pays the escrow once', () => {
  const taken = walkStates({
    first: 'waiting-payment',
    events: orderEvents,
    after: orderAfter,
    naive: () => new NaiveOrder(),
    length: { maxLength: 12 },
    alsoHolds: (state, naive) => expect(isEnded(state)).toBe(naive.coins !== 'escrow'),
  });
  expect(taken).toBe(10);
});

const waiting = { state: 'waiting-payment', payUntil: 15 * minuteMs, paidAt: null } as const;
const paid = { state: 'paid', payUntil: 15 * minuteMs, paidAt: minuteMs } as const;
const code = (...asked: Parameters<typeof orderRefusal>) => orderRefusal(...asked)?.code ?? null;

it('lets each side do what is theirs, and says why not', () => {
  expect(code(waiting, 'buyer', 'pay', 0)).toBeNull();
  expect(code(waiting, 'seller', 'pay', 0)).toBe('operationFailed');
  expect(code(waiting, 'buyer', 'pay', 15 * minuteMs)).toBe('orderFinished');
  expect(code(paid, 'buyer', 'pay', 0)).toBe('alreadyProcessed');
  expect(code(waiting, 'seller', 'release', 0)).toBe('cannotCloseNow');
  expect(code(paid, 'seller', 'release', 0)).toBeNull();
  expect(code(paid, 'buyer', 'release', 0)).toBe('operationFailed');
  for (const order of [waiting, paid]) {
    expect(code(order, 'buyer', 'cancel', 0)).toBeNull();
    expect(code(order, 'seller', 'cancel', 0)).toBe('cannotCancel');
  }
  for (const state of ['completed', 'cancelled'] as const) {
    for (const event of ['pay', 'cancel'] as const) {
      expect(code({ ...paid, state }, 'buyer', event, 0)).toBe('orderFinished');
    }
    expect(code({ ...paid, state }, 'seller', 'release', 0)).toBe('orderFinished');
  }
});

it('lets the buyer appeal when the countdown has passed, and the seller at once', () => {
  expect(code(waiting, 'seller', 'appeal', 0)).toBe('cannotCloseNow');
  expect(code(paid, 'seller', 'appeal', minuteMs)).toBeNull();
  expect(orderRefusal(paid, 'buyer', 'appeal', 14 * minuteMs)).toEqual({
    code: 'cannotCloseNow',
    data: { from: 15 * minuteMs },
  });
  expect(code(paid, 'buyer', 'appeal', 15 * minuteMs)).toBeNull();
  const late = { ...paid, paidAt: 15 * minuteMs - 1 };
  expect(appealFrom(late, 'buyer')).toBe(15 * minuteMs - 1 + releaseWindowMs);
  const sides: OrderSide[] = ['buyer', 'seller'];
  for (const side of sides) expect(code({ ...paid, state: 'appeal' }, side, 'appeal', dayMs)).toBe('cannotCloseNow');
});

it('begins days at the product’s offset', () => {
  const noon = Date.UTC(2026, 0, 5, 12);
  expect(dayStart(noon)).toBe(Date.UTC(2026, 0, 4, 16));
  expect(dayStart(noon + 4 * hourMs)).toBe(Date.UTC(2026, 0, 5, 16));
});
