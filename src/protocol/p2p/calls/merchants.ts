import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { merchantDeposit, merchantFigures, paymentMethod } from '../entities/collection-methods.ts';
import { merchantDay, merchantSettings, openingHours } from '../entities/merchants.ts';
import { autoReplyMaxLength } from '../currencies.ts';
import { id, nothing } from '#protocol/core/fields.ts';
import { shownText } from '#protocol/core/text/shown-text.ts';

/** The deposit is in USDT, which is what stops it. */
const moves = { dealing: 'fiat', coins: 'settling', stoppedWith: 'notYetOpen' } as const;

/** Becoming a merchant, and the deposit that secures it. */
export const merchantCalls = defineCalls({
  'GET legalMgrPage': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose:
      'Merchant centre: what is still missing to be a merchant, the deposit, the figures of 30 days, settings, and the day’s book.',
    input: nothing,
    output: v.object({
      verified: v.boolean(),
      nickname: v.nullable(v.string()),
      methods: v.pipe(v.array(paymentMethod), v.description('Methods with an own collection account.')),
      merchant: v.pipe(v.boolean(), v.description('Admitted: adverts can be published while nothing is missing.')),
      suspended: v.pipe(
        v.boolean(),
        v.description('Whether an operator keeps the merchant from trading; the reason is in a notice.'),
      ),
      deposit: merchantDeposit,
      listedAdverts: v.number(),
      openOrders: v.number(),
      figures: merchantFigures,
      settings: merchantSettings,
      day: merchantDay,
    }),
    refuses: [],
  },
  'PUT legalMgrPage': {
    area: 'otc',
    access: 'merchant',
    money: false,
    purpose: 'Change how the merchant trades: pause, opening hours, automatic reply, blocked users.',
    input: v.strictObject({
      paused: v.optional(v.boolean()),
      hours: v.pipe(v.optional(v.nullable(openingHours)), v.description('Null: always open.')),
      autoReply: v.optional(shownText({ shape: 'lines', least: 0, most: autoReplyMaxLength })),
      block: v.pipe(v.optional(id), v.description('An own fiat order, whose other side is blocked.')),
      unblock: v.pipe(v.optional(id), v.description('A blocked user.')),
    }),
    output: merchantSettings,
    refuses: ['quantityOutOfRange'],
  },
  'GET depositPage': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'Merchant deposit: its amount and state.',
    input: nothing,
    output: merchantDeposit,
    refuses: [],
  },
  'POST deposit': {
    area: 'otc',
    access: 'user',
    money: true,
    moves: { ...moves, opens: 'fiat' },
    purpose: 'Pay the merchant deposit out of the fiat wallet and apply to be a merchant. It is reviewed.',
    input: nothing,
    output: merchantDeposit,
    refuses: [
      'realNameNeededForFiat',
      'setNicknameFirst',
      'depositAlreadyApplied',
      'depositBeingRefunded',
      'insufficientWalletBalance',
      'withdrawalHold',
      'alreadyProcessed',
    ],
  },
  'GET makeUpDepositPage': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'Top-up of the merchant deposit: what is missing.',
    input: nothing,
    output: merchantDeposit,
    refuses: [],
  },
  'POST makeUpDeposit': {
    area: 'otc',
    access: 'user',
    money: true,
    moves,
    purpose: 'Top the merchant deposit up to its full amount.',
    input: nothing,
    output: merchantDeposit,
    refuses: ['notFound', 'marginBeingReturned', 'insufficientWalletBalance', 'withdrawalHold', 'alreadyProcessed'],
  },
  'GET backDepositPage': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'Refund of the merchant deposit: what would be returned, and what has to end before.',
    input: nothing,
    output: v.object({ deposit: merchantDeposit, listedAdverts: v.number(), openOrders: v.number() }),
    refuses: [],
  },
  'POST backDeposit': {
    area: 'otc',
    access: 'user',
    money: true,
    moves,
    purpose: 'Ask for the merchant deposit back. It is reviewed; publishing ends at once.',
    input: nothing,
    output: merchantDeposit,
    refuses: ['notFound', 'unfinishedOrder', 'marginBeingReturned', 'alreadyProcessed'],
  },
});
