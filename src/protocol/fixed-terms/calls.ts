import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { fixedCounts, fixedHolding, fixedProduct, fixedState } from './entities.ts';
import { id, nothing, page, pageQuery, positiveDecimal, timestamp } from '../core/fields.ts';

const moves = { dealing: 'earn', coins: 'of-product', stoppedWith: 'notYetOpen' } as const;

/** Fixed-term products (spec points 3 and 4). */
export const fixedTermCalls = defineCalls({
  'GET finPeriodicList': {
    area: 'earn',
    access: 'public',
    money: false,
    purpose: 'Fixed-term products on sale, with what is left of each.',
    input: nothing,
    output: v.object({ at: timestamp, list: v.array(fixedProduct) }),
    refuses: [],
  },
  'POST finPeriodicOrderAdd': {
    area: 'earn',
    access: 'user',
    money: true,
    moves: { ...moves, opens: 'earn' },
    purpose: 'Put coins of the spot wallet into a fixed term; its interest to the end is set aside in the same step.',
    input: v.strictObject({
      product: id,
      version: v.pipe(v.number(), v.safeInteger(), v.description('Of the terms that were shown.')),
      amount: positiveDecimal,
      renews: v.optional(v.boolean(), false),
    }),
    output: fixedHolding,
    refuses: [
      'enterAmount',
      'belowMinimumPurchase',
      'quantityOutOfRange',
      'prizePoolFull',
      'orderUpdated',
      'unfinishedOrder',
      'insufficientWalletBalance',
      'alreadyProcessed',
    ],
  },
  'GET finPeriodicMyOrderList': {
    area: 'earn',
    access: 'user',
    money: false,
    purpose: 'Fixed terms of the caller, newest first: all, those of one state, or one by its id.',
    input: v.strictObject({ ...pageQuery, state: v.optional(fixedState), id: v.optional(id) }),
    output: v.object({ ...page(fixedHolding).entries, counts: fixedCounts }),
    refuses: [],
  },
  'PUT finPeriodicMyOrderList': {
    area: 'earn',
    access: 'user',
    money: false,
    purpose: 'Switch the renewal of a running fixed term on or off.',
    input: v.strictObject({ id, renews: v.boolean() }),
    output: fixedHolding,
    refuses: ['orderFinished'],
  },
  'DELETE finPeriodicMyOrderList': {
    area: 'earn',
    access: 'user',
    money: true,
    moves,
    purpose: 'Leave a running fixed term early: the principal and the interest so far less its cost return at once.',
    input: v.strictObject({ id }),
    output: fixedHolding,
    refuses: ['orderFinished', 'alreadyProcessed'],
  },
});
