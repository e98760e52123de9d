import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { merchantDeposit, merchantFigures, paymentMethod } from '../entities/collection-methods.ts';
import { merchantDay, merchantSettings, openingHours } from '../entities/merchants.ts';
import { autoReplyMaxLength } from '../currencies.ts';
import { id, nothing } from '#protocol/core/fields.ts';
import { shownText } from '#protocol/core/text/shown-text.ts';
import * as sample from '../examples/merchants.ts';
import { figures } from '../examples/figures.ts';

/** The deposit is in USDT, which is what stops it. */
const moves = { dealing: 'p2p', coins: 'settling', stoppedWith: 'notYetOpen' } as const;

/** Becoming a merchant, and the deposit that secures it. */
export const merchantCalls = defineCalls({
  'GET legalMgrPage': {
    area: 'otc',
    tag: 'Merchants',
    access: 'user',
    money: false,
    cost: 'wide-read',
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
    example: {
      input: {},
      output: {
        verified: true,
        nickname: 'Mei',
        methods: ['alipay', 'bank'],
        merchant: true,
        suspended: false,
        deposit: sample.deposit,
        listedAdverts: 2,
        openOrders: 1,
        figures: figures,
        settings: sample.settings,
        day: {
          since: 1795276800000,
          rows: [
            {
              asset: 'USDT',
              currency: 'CNY',
              sold: { orders: 2, quantity: '120', amount: '864' },
              bought: { orders: 1, quantity: '30', amount: '213' },
              total: { orders: 3, quantity: '150', amount: '1077' },
            },
          ],
        },
      },
    },
  },
  'PUT legalMgrPage': {
    area: 'otc',
    tag: 'Merchants',
    access: 'merchant',
    money: false,
    cost: 'write',
    purpose: 'Change how the merchant trades: pause, opening hours, automatic reply, blocked users.',
    input: v.strictObject({
      paused: v.optional(v.boolean()),
      hours: v.pipe(v.optional(v.nullable(openingHours)), v.description('Null: always open.')),
      autoReply: v.optional(shownText({ shape: 'lines', least: 0, most: autoReplyMaxLength })),
      block: v.pipe(v.optional(id), v.description('An own P2P order, whose other side is blocked.')),
      unblock: v.pipe(v.optional(id), v.description('A blocked user.')),
    }),
    output: merchantSettings,
    refuses: ['quantityOutOfRange'],
    example: { input: { paused: false, autoReply: sample.settings.autoReply }, output: sample.settings },
  },
  'GET depositPage': {
    area: 'otc',
    tag: 'Merchants',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Merchant deposit: its amount and state.',
    input: nothing,
    output: merchantDeposit,
    refuses: [],
    example: { input: {}, output: sample.deposit },
  },
  'POST deposit': {
    area: 'otc',
    tag: 'Merchants',
    access: 'user',
    money: true,
    moves: { ...moves, opens: 'p2p' },
    cost: 'write',
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
    example: { input: {}, output: { ...sample.deposit, state: 'processing' } },
  },
  'GET makeUpDepositPage': {
    area: 'otc',
    tag: 'Merchants',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Top-up of the merchant deposit: what is missing.',
    input: nothing,
    output: merchantDeposit,
    refuses: [],
    example: { input: {}, output: { ...sample.deposit, held: '250', missing: '250' } },
  },
  'POST makeUpDeposit': {
    area: 'otc',
    tag: 'Merchants',
    access: 'user',
    money: true,
    moves,
    cost: 'write',
    purpose: 'Top the merchant deposit up to its full amount.',
    input: nothing,
    output: merchantDeposit,
    refuses: ['notFound', 'marginBeingReturned', 'insufficientWalletBalance', 'withdrawalHold', 'alreadyProcessed'],
    example: { input: {}, output: sample.deposit },
  },
  'GET backDepositPage': {
    area: 'otc',
    tag: 'Merchants',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Refund of the merchant deposit: what would be returned, and what has to end before.',
    input: nothing,
    output: v.object({ deposit: merchantDeposit, listedAdverts: v.number(), openOrders: v.number() }),
    refuses: [],
    example: { input: {}, output: { deposit: sample.deposit, listedAdverts: 0, openOrders: 0 } },
  },
  'POST backDeposit': {
    area: 'otc',
    tag: 'Merchants',
    access: 'user',
    money: true,
    moves,
    cost: 'write',
    purpose: 'Ask for the merchant deposit back. It is reviewed; publishing ends at once.',
    input: nothing,
    output: merchantDeposit,
    refuses: ['notFound', 'unfinishedOrder', 'marginBeingReturned', 'alreadyProcessed'],
    example: { input: {}, output: { ...sample.deposit, state: 'refund-review' } },
  },
});
