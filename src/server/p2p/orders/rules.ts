import type { CodeName } from '#protocol/core/codes.ts';
import type { P2pOrderState } from '#protocol/p2p/entities/trade.ts';
import { appealAnswerMs, practiceAppealAnswerMs } from '#protocol/p2p/currencies.ts';
import { buyerAppealsFrom } from '#protocol/p2p/appeal-times.ts';

/** What can happen to an order once it is taken. */
export const orderEvents = ['pay', 'release', 'cancel', 'expire', 'appeal', 'decide-release', 'decide-refund'] as const;
export type OrderEvent = (typeof orderEvents)[number];

/**
 * The five states of a P2P order (spec point 4): the state after each event, and nothing where it cannot happen. During
 * an appeal either side may still give in: the seller by releasing, the buyer by cancelling.
 */
export const orderTransitions: Readonly<Record<P2pOrderState, Partial<Readonly<Record<OrderEvent, P2pOrderState>>>>> = {
  'waiting-payment': { pay: 'paid', cancel: 'cancelled', expire: 'cancelled' },
  paid: { release: 'completed', cancel: 'cancelled', appeal: 'appeal' },
  appeal: {
    release: 'completed',
    cancel: 'cancelled',
    'decide-release': 'completed',
    'decide-refund': 'cancelled',
  },
  completed: {},
  cancelled: {},
};

/** The state after an event, or null when it cannot happen. */
export function orderAfter(state: P2pOrderState, event: OrderEvent): P2pOrderState | null {
  return orderTransitions[state][event] ?? null;
}

export function isEnded(state: P2pOrderState): boolean {
  return state === 'completed' || state === 'cancelled';
}

/** What the rules look at; times in epoch milliseconds. */
export interface OrderClocks {
  readonly state: P2pOrderState;
  readonly payUntil: number;
  readonly paidAt: number | null;
  /** With a merchant of practice mode, of whom nobody waits for a bank. */
  readonly practice?: boolean;
}

export type OrderSide = 'buyer' | 'seller';

/**
 * From when a side may appeal. The seller at once when the order is marked as paid: no money came, or from another
 * name. The buyer when the payment time has passed and the seller had the time to look. Null where it cannot be.
 */
export function appealFrom({ state, payUntil, paidAt, practice }: OrderClocks, side: OrderSide): number | null {
  if (state !== 'paid' || paidAt === null) return null;
  return side === 'seller' ? paidAt : buyerAppealsFrom({ payUntil, paidAt, practice });
}

/** How long the sides of an appeal have to answer, in milliseconds. In practice mode the policy decides then. */
export function answerMsOf(mode: 'practice' | 'live'): number {
  return mode === 'practice' ? practiceAppealAnswerMs : appealAnswerMs;
}

const doers: Readonly<Record<'pay' | 'release' | 'cancel', OrderSide>> = {
  pay: 'buyer',
  release: 'seller',
  cancel: 'buyer',
};

type Refused = { readonly code: Exclude<CodeName, 'success'>; readonly data?: Readonly<Record<string, number>> };

/** Why a side may not do something now; null when it may. */
export function orderRefusal(
  order: OrderClocks,
  side: OrderSide,
  event: 'pay' | 'release' | 'cancel' | 'appeal',
  now: number,
): Refused | null {
  if (event === 'cancel' && side !== 'buyer') return { code: 'cannotCancel' };
  if (event !== 'appeal' && doers[event] !== side) return { code: 'operationFailed' };
  if (isEnded(order.state)) return { code: 'orderFinished' };
  if (orderAfter(order.state, event) === null) return { code: event === 'pay' ? 'alreadyProcessed' : 'cannotCloseNow' };
  // The countdown decides, whether or not it was handled yet.
  if (order.state === 'waiting-payment' && now >= order.payUntil) return { code: 'orderFinished' };
  const from = event === 'appeal' ? appealFrom(order, side) : null;
  return from !== null && now < from ? { code: 'cannotCloseNow', data: { from } } : null;
}
