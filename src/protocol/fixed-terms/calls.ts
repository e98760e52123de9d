import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import {
  fixedCounts,
  fixedHolding,
  fixedProduct,
  fixedState,
  type FixedHolding,
  type FixedProduct,
} from './entities.ts';
import { id, nothing, page, pageQuery, positiveDecimal, timestamp } from '../core/fields.ts';
import { dayMs } from '../core/durations.ts';

const sampleTerms = { asset: 'USDT', cycle: 'monthly', days: 30, dayMs, ratePpm: 4_800, exitPpm: 500_000 } as const;

const sampleProduct: FixedProduct = {
  id: '2',
  version: 1,
  ...sampleTerms,
  minimum: '10',
  maximum: '20000',
  quota: '2000000',
  taken: '1240000',
  left: '760000',
  limitedBy: 'quota',
};

const sampleHolding: FixedHolding = {
  id: '41',
  product: '2',
  ...sampleTerms,
  state: 'not-earned',
  principal: '1000',
  interest: '1.92',
  atTerm: '4.8',
  cost: '0',
  day: 12,
  renews: false,
  openedAt: 1795359130263,
  endsAt: 1797951130263,
  closedAt: null,
  renewedAs: null,
};

const moves = { dealing: 'fixed-terms', coins: 'of-product', stoppedWith: 'notYetOpen' } as const;

/** Fixed-term products (spec points 3 and 4). */
export const fixedTermCalls = defineCalls({
  'GET finPeriodicList': {
    area: 'earn',
    tag: 'Fixed terms',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Fixed-term products on sale, with what is left of each.',
    input: nothing,
    output: v.object({ at: timestamp, list: v.array(fixedProduct) }),
    refuses: [],
    example: { input: {}, output: { at: 1795359130263, list: [sampleProduct] } },
  },
  'POST finPeriodicOrderAdd': {
    area: 'earn',
    tag: 'Fixed terms',
    access: 'user',
    money: true,
    moves: { ...moves, opens: 'fixed-terms' },
    cost: 'write',
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
    example: {
      input: { product: '2', version: 1, amount: '1000', renews: false },
      output: { ...sampleHolding, interest: '0', day: 0 },
    },
  },
  'GET finPeriodicMyOrderList': {
    area: 'earn',
    tag: 'Fixed terms',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Fixed terms of the caller, newest first: all, those of one state, or one by its id.',
    input: v.strictObject({ ...pageQuery, state: v.optional(fixedState), id: v.optional(id) }),
    output: v.object({ ...page(fixedHolding).entries, counts: fixedCounts }),
    refuses: [],
    example: {
      input: { state: 'not-earned', size: '20' },
      output: {
        list: [sampleHolding],
        next: null,
        counts: { 'not-earned': 1, earned: 1, 'earned-in-advance': 1, revoked: 0 },
      },
    },
  },
  'PUT finPeriodicMyOrderList': {
    area: 'earn',
    tag: 'Fixed terms',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Switch the renewal of a running fixed term on or off.',
    input: v.strictObject({ id, renews: v.boolean() }),
    output: fixedHolding,
    refuses: ['orderFinished'],
    example: { input: { id: '41', renews: true }, output: { ...sampleHolding, renews: true } },
  },
  'DELETE finPeriodicMyOrderList': {
    area: 'earn',
    tag: 'Fixed terms',
    access: 'user',
    money: true,
    moves,
    cost: 'write',
    purpose: 'Leave a running fixed term early: the principal and the interest so far less its cost return at once.',
    input: v.strictObject({ id }),
    output: fixedHolding,
    refuses: ['orderFinished', 'alreadyProcessed'],
    example: {
      input: { id: '41' },
      output: {
        ...sampleHolding,
        state: 'earned-in-advance',
        interest: '0.96',
        cost: '0.96',
        closedAt: 1796395930263,
      },
    },
  },
});
