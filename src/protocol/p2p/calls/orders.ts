import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { paymentMethod } from '../entities/collection-methods.ts';
import { cancelExcuse, p2pOrder, p2pOrderDetail, p2pOrderState, p2pSide } from '../entities/trade.ts';
import { appealTextMaxLength } from '../currencies.ts';
import { decimal, fileId, id, page, pageQuery, positiveDecimal } from '#protocol/core/fields.ts';
import { shownText } from '#protocol/core/text/shown-text.ts';
import { paymentRefusals, paymentSecrets } from '#protocol/core/payment-secrets.ts';
import type { CodeName } from '#protocol/core/codes.ts';

const moves = { dealing: 'fiat', coins: 'of-advert', stoppedWith: 'notYetOpen' } as const;

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
    access: 'verified',
    money: true,
    moves: { ...moves, opens: 'fiat' },
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
  },
  'POST tradeSell': {
    area: 'otc',
    access: 'verified',
    money: true,
    moves: { ...moves, opens: 'fiat' },
    purpose: 'Sell to a buy advert, out of the fiat wallet. The coins go into escrow at once.',
    input: v.strictObject({
      ...taking,
      method: v.pipe(id, v.description('The own collection method to be paid on.')),
    }),
    output: p2pOrder,
    refuses: [...takingRefuses, 'currencyMismatch', 'insufficientWalletBalance', 'withdrawalHold'],
  },
  'GET otcOrderList': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'Own fiat orders, newest first.',
    input: v.strictObject({
      ...pageQuery,
      side: v.pipe(v.optional(p2pSide), v.description('What the caller does.')),
      state: v.optional(v.picklist([...p2pOrderState.options, 'open'])),
    }),
    output: page(p2pOrder),
    refuses: [],
  },
  'PUT otcOrderList': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'Rate the merchant of a completed order, or change the rating within 30 days of its end.',
    input: v.strictObject({ id, positive: v.boolean() }),
    output: v.object({ positive: v.boolean() }),
    refuses: ['operationFailed'],
  },
  'GET tradeBuyWaitPage': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'One fiat order with its countdown, where to pay, proofs, the appeal, and all that happened.',
    input: v.strictObject({ id }),
    output: p2pOrderDetail,
    refuses: [],
  },
  'POST tradePaid': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'Mark an order as paid. Proofs are attached with `POST uploadBuyProof`.',
    input: v.strictObject({ id }),
    output: p2pOrder,
    refuses: ['orderFinished', 'alreadyProcessed'],
  },
  'GET tradeCancelPre': {
    area: 'otc',
    access: 'user',
    money: false,
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
  },
  'POST tradeCancel': {
    area: 'otc',
    access: 'user',
    money: true,
    moves,
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
  },
  'POST otcFinish': {
    area: 'otc',
    access: 'user',
    money: true,
    moves,
    purpose: 'Release the coins to the buyer, with the transaction password: the money arrived, from the buyer’s name.',
    input: v.strictObject({
      id,
      received: v.pipe(v.literal(true), v.description('The seller says so.')),
      ...paymentSecrets,
    }),
    output: p2pOrder,
    refuses: ['orderFinished', 'cannotCloseNow', ...paymentRefusals, 'alreadyProcessed'],
  },
  'POST tradeAppeal': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'Appeal, or answer an appeal: an arbiter decides. Pictures are attached with `POST uploadBuyProof`.',
    input: v.strictObject({ id, text: shownText({ shape: 'lines', least: 0, most: appealTextMaxLength }) }),
    output: p2pOrder,
    refuses: ['orderFinished', 'cannotCloseNow', 'quantityOutOfRange', 'verificationTooOften'],
  },
  'POST uploadBuyProof': {
    area: 'wallet',
    access: 'user',
    money: false,
    upload: true,
    purpose: 'Attach a picture to an open fiat order as evidence, for its two sides and the arbiter.',
    input: v.strictObject({ order: id }),
    output: v.object({ file: fileId, width: v.number(), height: v.number(), bytes: v.number() }),
    refuses: ['uploadPhotos', 'verificationTooOften', 'orderFinished', 'quantityOutOfRange'],
  },
});
