import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { p2pCoin, fiatCurrency, p2pSide, listedAdvert, ownAdvert, paymentMinutes } from '../entities/trade.ts';
import { paymentMethod } from '../entities/collection-methods.ts';
import { advertTermsMaxLength, collectionMethodsMax } from '../currencies.ts';
import { decimal, id, page, pageQuery, positiveDecimal } from '#protocol/core/fields.ts';
import { shownText } from '#protocol/core/text/shown-text.ts';
import type { CodeName } from '#protocol/core/codes.ts';
import * as sample from '../examples/adverts.ts';
import { figures } from '../examples/figures.ts';

const terms = {
  asset: p2pCoin,
  currency: fiatCurrency,
  pricing: v.variant('kind', [
    v.strictObject({ kind: v.literal('fixed'), price: positiveDecimal }),
    v.strictObject({
      kind: v.literal('floating'),
      percent: v.pipe(positiveDecimal, v.description('Of the index, as in `101.5`.')),
      bound: v.pipe(
        v.optional(v.nullable(positiveDecimal), null),
        v.description('The floor of a selling price, or the ceiling of a buying price.'),
      ),
    }),
  ]),
  confirmed: v.pipe(
    v.optional(v.boolean(), false),
    v.description('The price is meant, though it is more than 20 per cent from the index.'),
  ),
  amount: v.pipe(positiveDecimal, v.description('Coins.')),
  min: v.pipe(positiveDecimal, v.description('The least of one order, in the currency.')),
  max: v.pipe(positiveDecimal, v.description('The most of one order, in the currency.')),
  paymentMinutes,
  terms: v.optional(shownText({ shape: 'lines', least: 0, most: advertTermsMaxLength }), ''),
  verifiedDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365)), 0),
  finishedOrders: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)), 0),
};

/** Whoever may not trade as a merchant now is refused, see `missingStanding`. */
const standingRefuses: readonly CodeName[] = [
  'accountDisabled',
  'contactSupportAccount',
  'realNameNeededForFiat',
  'setNicknameFirst',
  'marginTopUpNeeded',
  'marginBeingReturned',
];

const refuses: readonly CodeName[] = [
  ...standingRefuses,
  'delegationPriceInvalid',
  'delegationPriceBeyondMarket',
  'quantityOutOfRange',
  'onlySpecifiedPaymentMethods',
  'unfinishedOrder',
  'alreadyProcessed',
];

const once = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.array(item),
    v.minLength(1),
    v.maxLength(collectionMethodsMax),
    v.check((list) => new Set(list).size === list.length, 'each once'),
  );

const moves = { dealing: 'p2p', coins: 'named', stoppedWith: 'notYetOpen' } as const;

/** Adverts of fiat trading. */
export const advertCalls = defineCalls({
  'POST otcBuy': {
    area: 'otc',
    tag: 'Adverts',
    access: 'merchant',
    money: true,
    moves: { ...moves, opens: 'p2p' },
    cost: 'write',
    purpose: 'Publish an advert to buy coins.',
    input: v.strictObject({ ...terms, methods: once(paymentMethod) }),
    output: ownAdvert,
    refuses,
    example: {
      input: { ...sample.input, pricing: { kind: 'fixed', price: '7.1' }, methods: ['bank', 'alipay'] },
      output: {
        ...sample.own,
        side: 'buy',
        price: '7.1',
        percent: null,
        bound: null,
        methods: ['bank', 'alipay'],
        methodIds: [],
      },
    },
  },
  'POST otcSell': {
    area: 'otc',
    tag: 'Adverts',
    access: 'merchant',
    money: true,
    moves: { ...moves, opens: 'p2p' },
    cost: 'write',
    purpose: 'Publish an advert to sell coins. They are frozen in the fiat wallet, so that all of it can be ordered.',
    input: v.strictObject({
      ...terms,
      methods: v.pipe(
        once(id),
        v.description('Own collection methods. A bank account has to be one of the currency’s region.'),
      ),
    }),
    output: ownAdvert,
    refuses: [...refuses, 'currencyMismatch', 'insufficientWalletBalance', 'withdrawalHold'],
    example: { input: { ...sample.input, methods: ['7'] }, output: sample.own },
  },
  'GET tradeList': {
    area: 'otc',
    tag: 'Adverts',
    access: 'user',
    money: false,
    cost: 'wide-read',
    purpose: 'Adverts to trade with, the best price first.',
    input: v.strictObject({
      ...pageQuery,
      side: v.pipe(p2pSide, v.description('What the caller wants to do.')),
      asset: p2pCoin,
      currency: fiatCurrency,
      amount: v.pipe(
        v.optional(positiveDecimal),
        v.description('An amount of the currency that one order has to take.'),
      ),
      method: v.optional(paymentMethod),
      merchant: v.pipe(v.optional(id), v.description('Of this merchant alone.')),
      online: v.pipe(v.optional(v.literal('true')), v.description('Of merchants alone who are online now.')),
      qualified: v.pipe(v.optional(v.literal('true')), v.description('Those alone whose conditions the caller meets.')),
    }),
    output: v.object({
      ...page(listedAdvert).entries,
      index: v.pipe(v.nullable(decimal), v.description('The index in the currency, or null while it has none.')),
    }),
    refuses: [],
    example: {
      input: { side: 'buy', asset: 'USDT', currency: 'CNY', method: 'bank', size: '20' },
      output: {
        list: [
          {
            ...sample.terms,
            merchant: {
              id: '100023',
              nickname: 'Harbour',
              online: true,
              joinedAt: 1_761_955_200_000,
              figures: figures,
            },
            own: false,
          },
        ],
        next: null,
        index: '7.12',
      },
    },
  },
  'GET otcBillList': {
    area: 'otc',
    tag: 'Adverts',
    // Whoever may not trade any more still finds adverts, and gets the coins behind them back.
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own adverts, newest first.',
    input: v.strictObject({
      ...pageQuery,
      side: v.optional(p2pSide),
      state: v.optional(v.picklist(['listed', 'withdrawn'])),
    }),
    output: page(ownAdvert),
    refuses: [],
    example: { input: { state: 'listed' }, output: { list: [sample.own], next: null } },
  },
  'PUT otcBillList': {
    area: 'otc',
    tag: 'Adverts',
    access: 'merchant',
    money: false,
    cost: 'write',
    purpose: 'Pause an own advert, or let it be taken again. What it holds stays with it.',
    input: v.strictObject({
      id,
      paused: v.boolean(),
      confirmed: v.pipe(
        v.optional(v.boolean(), false),
        v.description('A buy advert is resumed with two cancellations today: another one costs half the deposit.'),
      ),
    }),
    output: ownAdvert,
    refuses: ['alreadyProcessed', 'thirdCancelCosts', ...standingRefuses],
    example: { input: { id: '12', paused: true }, output: { ...sample.own, paused: true } },
  },
  'POST cancelOrder': {
    area: 'otc',
    tag: 'Adverts',
    access: 'user',
    money: true,
    moves: { ...moves, coins: 'of-advert' },
    cost: 'write',
    purpose: 'Withdraw an advert. Orders that were taken from it go on.',
    input: v.strictObject({ id }),
    output: ownAdvert,
    refuses: ['alreadyProcessed'],
    example: { input: { id: '12' }, output: { ...sample.own, state: 'withdrawn' } },
  },
});
