import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { paymentMethod } from '../entities/collection-methods.ts';
import { cancelExcuse, p2pOrder, p2pOrderDetail, p2pOrderState, p2pSide } from '../entities/trade.ts';
import { appealTextMaxLength } from '../currencies.ts';
import { decimal, fileId, id, page, pageQuery, positiveDecimal } from '#protocol/core/fields.ts';
import { shownText } from '#protocol/core/text/shown-text.ts';
import { paymentRefusals, paymentSecrets } from '#protocol/core/payment-secrets.ts';
import type { CodeName } from '#protocol/core/codes.ts';
import * as sample from '../examples/orders.ts';
import { figures } from '../examples/figures.ts';

const moves = { dealing: 'p2p', coins: 'of-advert', stoppedWith: 'notYetOpen' } as const;

const taking = {
  advert: id,
  price: v.pipe(positiveDecimal, v.description('As it was shown. Another price by now is 5021, with the new one.')),
  amount: positiveDecimal,
  in: v.pipe(v.picklist(['coin', 'currency']), v.description('What `amount` is of.')),
};

const takingRefuses: readonly CodeName[] = [
  'ownAdvert',
  'orderUpdated',
  'quantityOutOfRange',
  'onlySpecifiedPaymentMethods',
  'unfinishedOrder',
  'contactSupportOrder',
  'accountDisabled',
  'alreadyProcessed',
];

/** Orders of fiat trading, from taking an advert to their end. */
export const p2pOrderCalls = defineCalls({
  'POST tradeBuy': {
    area: 'otc',
    tag: 'P2P orders',
    access: 'verified',
    money: true,
    moves: { ...moves, opens: 'p2p' },
    cost: 'write',
    purpose: 'Buy from a sell advert. The coins go into escrow at once.',
    input: v.strictObject({
      ...taking,
      method: v.pipe(paymentMethod, v.description('How the caller will pay.')),
      confirmed: v.pipe(
        v.optional(v.boolean(), false),
        v.description(
          'With two cancellations today: another one, or not paying in time, costs a merchant half the deposit, and others the rest of the day.',
        ),
      ),
    }),
    output: p2pOrder,
    refuses: [...takingRefuses, 'thirdCancelCosts'],
    example: {
      input: { advert: '12', price: '7.19', amount: '20', in: 'coin', method: 'bank' },
      output: sample.order,
    },
  },
  'POST tradeSell': {
    area: 'otc',
    tag: 'P2P orders',
    access: 'verified',
    money: true,
    moves: { ...moves, opens: 'p2p' },
    cost: 'write',
    purpose: 'Sell to a buy advert, out of the fiat wallet. The coins go into escrow at once.',
    input: v.strictObject({
      ...taking,
      method: v.pipe(id, v.description('The own collection method to be paid on.')),
    }),
    output: p2pOrder,
    refuses: [...takingRefuses, 'currencyMismatch', 'insufficientWalletBalance', 'withdrawalHold'],
    example: {
      input: { advert: '13', price: '7.1', amount: '142', in: 'currency', method: '7' },
      output: { ...sample.order, side: 'sell', advert: '13', price: '7.1', amount: '142' },
    },
  },
  'GET otcOrderList': {
    area: 'otc',
    tag: 'P2P orders',
    access: 'user',
    money: false,
    cost: 'wide-read',
    purpose: 'Own P2P orders, newest first.',
    input: v.strictObject({
      ...pageQuery,
      side: v.pipe(v.optional(p2pSide), v.description('What the caller does.')),
      state: v.optional(v.picklist([...p2pOrderState.options, 'open'])),
    }),
    output: page(p2pOrder),
    refuses: [],
    example: { input: { side: 'buy', state: 'open', size: '20' }, output: { list: [sample.order], next: null } },
  },
  'PUT otcOrderList': {
    area: 'otc',
    tag: 'P2P orders',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Rate the merchant of a completed order, or change the rating within 30 days of its end.',
    input: v.strictObject({ id, positive: v.boolean() }),
    output: v.object({ positive: v.boolean() }),
    refuses: ['operationFailed'],
    example: { input: { id: '31', positive: true }, output: { positive: true } },
  },
  'GET tradeBuyWaitPage': {
    area: 'otc',
    tag: 'P2P orders',
    access: 'user',
    money: false,
    cost: 'wide-read',
    purpose: 'One P2P order with its countdown, where to pay, proofs, the appeal, and all that happened.',
    input: v.strictObject({ id }),
    output: p2pOrderDetail,
    refuses: [],
    example: {
      input: { id: '31' },
      output: {
        order: sample.paid,
        payee: {
          method: 'bank',
          holder: 'LIN MEI',
          account: '4539578763621486',
          bank: 'First Bank',
          branch: 'Harbour Road',
          region: 'CN',
          bankCode: null,
          branchCode: null,
          kind: null,
          qr: null,
        },
        buyerName: 'ADA LOVELACE',
        terms: 'Write the reference only.',
        proofs: [{ file: 'FNVKHXMHBkqv5SGP-2_KPw', by: 'buyer', at: 1795359420263 }],
        appeal: null,
        cancellation: null,
        events: [
          { what: 'taken', by: 'buyer', at: 1795359130263 },
          { what: 'proof', by: 'buyer', at: 1795359420263 },
          { what: 'paid', by: 'buyer', at: 1795359430263 },
        ],
        counterparty: figures,
        joinedAt: 1_761_955_200_000,
        self: {
          finished: 3,
          completion: '100',
          releaseMs: null,
          payMs: 251_000,
          appealsLost: 0,
          rated: 0,
          positive: null,
        },
        rating: null,
        talk: {
          order: '31',
          group: '12',
          last: {
            group: '12',
            number: 3,
            key: null,
            author: null,
            house: 'order-paid',
            text: '',
            image: null,
            reply: null,
            mentions: [],
            at: 1795359430263,
            removed: null,
            order: '31',
          },
          unread: 0,
          readThrough: 2,
          readByOther: 3,
          open: true,
          readableUntil: null,
        },
        now: 1795359440263,
      },
    },
  },
  'POST tradePaid': {
    area: 'otc',
    tag: 'P2P orders',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Mark an order as paid. Proofs are attached with `POST uploadBuyProof`.',
    input: v.strictObject({ id }),
    output: p2pOrder,
    refuses: ['orderFinished', 'alreadyProcessed'],
    example: { input: { id: '31' }, output: sample.paid },
  },
  'GET tradeCancelPre': {
    area: 'otc',
    tag: 'P2P orders',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'What cancelling an order would cost.',
    input: v.strictObject({ id }),
    output: v.object({
      cancelsToday: v.pipe(
        v.number(),
        v.description('Orders the caller cancelled or did not pay in time today (UTC+8), as far as they count.'),
      ),
      free: v.pipe(v.number(), v.description('Cancellations left today without a consequence.')),
      counts: v.pipe(v.boolean(), v.description('Whether this one counts.')),
      excuse: v.pipe(v.nullable(cancelExcuse), v.description('Why it does not count; null where it does.')),
      penalty: v.pipe(v.nullable(decimal), v.description('What this one takes of the merchant deposit, or null.')),
      asset: v.string(),
    }),
    refuses: ['cannotCancel', 'orderFinished'],
    example: {
      input: { id: '31' },
      output: { cancelsToday: 2, free: 0, counts: true, excuse: null, penalty: '250', asset: 'USDT' },
    },
  },
  'POST tradeCancel': {
    area: 'otc',
    tag: 'P2P orders',
    access: 'user',
    money: true,
    moves,
    cost: 'write',
    purpose: 'Cancel an order as its buyer, who says not to have paid. The coins go back.',
    input: v.strictObject({
      id,
      notPaid: v.pipe(v.literal(true), v.description('The buyer says not to have paid.')),
      confirmed: v.pipe(
        v.optional(v.boolean(), false),
        v.description('The third cancellation of a day, which costs a merchant half the deposit, is meant.'),
      ),
    }),
    output: p2pOrder,
    refuses: ['cannotCancel', 'orderFinished', 'thirdCancelCosts', 'alreadyProcessed'],
    example: {
      input: { id: '31', notPaid: true },
      output: { ...sample.order, state: 'cancelled', endedBy: 'buyer', ...sample.ended },
    },
  },
  'POST otcFinish': {
    area: 'otc',
    tag: 'P2P orders',
    access: 'user',
    money: true,
    moves,
    cost: 'heavy',
    purpose: 'Release the coins to the buyer, with the transaction password: the money arrived, from the buyer’s name.',
    input: v.strictObject({
      id,
      received: v.pipe(v.literal(true), v.description('The seller says so.')),
      ...paymentSecrets,
    }),
    output: p2pOrder,
    refuses: ['orderFinished', 'cannotCloseNow', ...paymentRefusals, 'alreadyProcessed'],
    example: {
      input: { id: '31', received: true, transactionPassword: '864209' },
      output: { ...sample.paid, side: 'sell', state: 'completed', endedBy: 'seller', ...sample.ended },
    },
  },
  'POST tradeAppeal': {
    area: 'otc',
    tag: 'P2P orders',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Appeal, or answer an appeal: an arbiter decides. Pictures are attached with `POST uploadBuyProof`.',
    input: v.strictObject({ id, text: shownText({ shape: 'lines', least: 0, most: appealTextMaxLength }) }),
    output: p2pOrder,
    refuses: ['orderFinished', 'cannotCloseNow', 'quantityOutOfRange', 'verificationTooOften'],
    example: {
      input: { id: '31', text: 'I paid twenty minutes ago, the receipt is attached.' },
      output: { ...sample.paid, state: 'appeal', appealFrom: null, answerUntil: 1795402330263 },
    },
  },
  'POST uploadBuyProof': {
    area: 'wallet',
    tag: 'P2P orders',
    access: 'user',
    money: false,
    upload: true,
    cost: 'heavy',
    purpose: 'Attach a picture to an open P2P order as evidence, for its two sides and the arbiter.',
    input: v.strictObject({ order: id }),
    output: v.object({ file: fileId, width: v.number(), height: v.number(), bytes: v.number() }),
    refuses: ['uploadPhotos', 'verificationTooOften', 'orderFinished', 'quantityOutOfRange'],
    example: {
      input: { order: '31' },
      output: { file: 'FNVKHXMHBkqv5SGP-2_KPw', width: 9, height: 9, bytes: 267 },
    },
  },
});
