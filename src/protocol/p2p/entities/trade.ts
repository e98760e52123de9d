import * as v from 'valibot';
import { assetId, choice, decimal, entity, fileId, id, timestamp } from '#protocol/core/fields.ts';
import { p2pCoins, fiatCurrencyCodes, paymentMinutesMax, paymentMinutesMin } from '../currencies.ts';
import { merchantFigures, payee, paymentMethod } from './collection-methods.ts';
import { p2pTalk } from './conversation.ts';

export const p2pCoin = choice('A coin of fiat trading.', p2pCoins);
export const fiatCurrency = choice('A currency of fiat trading.', fiatCurrencyCodes);
export const p2pSide = v.picklist(['buy', 'sell']);
export type P2pSide = v.InferOutput<typeof p2pSide>;

export const paymentMinutes = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(paymentMinutesMin),
  v.maxValue(paymentMinutesMax),
  v.description('Minutes the buyer has to pay.'),
);

const advertFields = {
  id,
  side: v.pipe(p2pSide, v.description('What the merchant does.')),
  asset: assetId,
  currency: fiatCurrency,
  price: v.pipe(
    v.nullable(decimal),
    v.description('Of one coin, now; null while a floating price has no index to follow.'),
  ),
  available: v.pipe(decimal, v.description('Coins that can still be ordered.')),
  min: v.pipe(decimal, v.description('The least of one order, in the currency.')),
  max: v.pipe(decimal, v.description('The most of one order, in the currency.')),
  methods: v.array(paymentMethod),
  paymentMinutes: v.number(),
  terms: v.pipe(v.string(), v.description('The merchant’s own words.')),
  verifiedDays: v.pipe(
    v.number(),
    v.description('Days the other side has to be verified for; 0 for no such condition.'),
  ),
  finishedOrders: v.pipe(v.number(), v.description('Orders of 30 days the other side has to have completed.')),
};

export const merchantCard = entity('A merchant as others see one.', {
  id,
  nickname: v.string(),
  online: v.pipe(v.boolean(), v.description('Used the exchange within the last five minutes.')),
  joinedAt: v.pipe(timestamp, v.description('When the account was made.')),
  figures: merchantFigures,
  practice: v.pipe(v.optional(v.boolean()), v.description('True for a merchant of the house, in practice mode.')),
});
export type MerchantCard = v.InferOutput<typeof merchantCard>;

export const listedAdvert = v.pipe(
  v.object({ ...advertFields, merchant: merchantCard, own: v.pipe(v.boolean(), v.description('The caller’s own.')) }),
  v.description('An advert to trade with.'),
);
export type ListedAdvert = v.InferOutput<typeof listedAdvert>;

export const ownAdvert = entity('An own advert.', {
  ...advertFields,
  state: v.pipe(v.picklist(['listed', 'withdrawn']), v.description('Withdrawn ones cannot be listed again.')),
  paused: v.pipe(v.boolean(), v.description('It is neither listed to others nor taken until it is resumed.')),
  percent: v.pipe(v.nullable(decimal), v.description('Of the index, for floating prices; null for fixed ones.')),
  bound: v.pipe(
    v.nullable(decimal),
    v.description('Floor of a floating selling price, ceiling of a floating buying price; null for none.'),
  ),
  amount: v.pipe(decimal, v.description('Coins it was published with.')),
  methodIds: v.pipe(v.array(id), v.description('Own collection methods of a sell advert.')),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type OwnAdvert = v.InferOutput<typeof ownAdvert>;

export const p2pOrderState = choice(
  'A P2P order: `waiting-payment`, `paid` (waits for the release), `appeal`; `completed` gave the coins to the buyer, `cancelled` gave them back.',
  ['waiting-payment', 'paid', 'completed', 'cancelled', 'appeal'],
);
export type P2pOrderState = v.InferOutput<typeof p2pOrderState>;

export const p2pOrderEnd = choice(
  'Who ended an order: the seller by releasing, the buyer by cancelling, the countdown, or an arbiter.',
  ['buyer', 'seller', 'timeout', 'arbiter'],
);
export type P2pOrderEnd = v.InferOutput<typeof p2pOrderEnd>;

export const p2pOrder = entity('A P2P order, as one of its sides sees it.', {
  id,
  side: v.pipe(p2pSide, v.description('What the caller does.')),
  own: v.pipe(v.boolean(), v.description('Whether it was taken from an advert of the caller.')),
  advert: id,
  asset: assetId,
  currency: fiatCurrency,
  quantity: v.pipe(decimal, v.description('Coins in escrow, or that were.')),
  price: decimal,
  amount: v.pipe(decimal, v.description('What the buyer pays.')),
  method: paymentMethod,
  reference: v.pipe(v.string(), v.description('The words of the payment: nothing else is written there.')),
  counterparty: v.pipe(v.nullable(v.string()), v.description('The other side’s nickname; null without one.')),
  practice: v.pipe(
    v.optional(v.boolean()),
    v.description('True with a merchant of the house, in practice mode: nobody pays anything.'),
  ),
  state: p2pOrderState,
  endedBy: v.nullable(p2pOrderEnd),
  createdAt: timestamp,
  payUntil: v.pipe(timestamp, v.description('Not paid by then, the order is cancelled.')),
  paidAt: v.nullable(timestamp),
  appealFrom: v.pipe(
    v.nullable(timestamp),
    v.description('From when the caller may appeal; null while or where that is not possible.'),
  ),
  answerUntil: v.pipe(v.nullable(timestamp), v.description('Until when an appeal can be answered; else null.')),
  endedAt: v.nullable(timestamp),
  updatedAt: timestamp,
});
export type P2pOrder = v.InferOutput<typeof p2pOrder>;

export const cancelExcuse = choice(
  'Why a cancellation does not count against its buyer: a case of customer service, or a question that the seller did not answer.',
  ['case', 'unanswered'],
);

const party = v.pipe(v.picklist(['buyer', 'seller', 'arbiter', 'system']), v.description('Who did it.'));
export type P2pParty = v.InferOutput<typeof party>;

export const p2pOrderEvent = v.object({
  what: v.picklist([
    'taken',
    'paid',
    'proof',
    'appealed',
    'case',
    'asked',
    'answered',
    'released',
    'refunded',
    'cancelled',
    'expired',
  ]),
  by: party,
  at: timestamp,
});
export type P2pOrderEvent = v.InferOutput<typeof p2pOrderEvent>;

export const paymentProof = v.object({
  file: fileId,
  by: party,
  at: timestamp,
  destroyed: v.pipe(
    v.optional(v.boolean()),
    v.description('True once the picture was destroyed, as the person who showed it asked.'),
  ),
});

export const p2pOrderDetail = v.object({
  order: p2pOrder,
  payee: v.pipe(payee, v.description('As it was when the order was taken.')),
  buyerName: v.pipe(v.string(), v.description('The buyer’s verified name: the payment has to come from it.')),
  terms: v.string(),
  proofs: v.array(paymentProof),
  appeal: v.pipe(
    v.nullable(
      v.object({
        by: party,
        at: timestamp,
        statements: v.array(
          v.object({
            by: party,
            text: v.pipe(
              v.nullable(v.string()),
              v.description('Null once the text was destroyed, as a person whom it is about asked.'),
            ),
            at: timestamp,
          }),
        ),
        asked: v.pipe(
          v.nullable(v.picklist(['buyer', 'seller'])),
          v.description(
            'The side whose answer the arbiter waits for, until `answerUntil`; null while nothing is asked.',
          ),
        ),
        decision: v.nullable(v.picklist(['release', 'refund'])),
        penalty: v.pipe(
          v.nullable(decimal),
          v.description('What the losing side’s merchant deposit paid to the other side, in USDT; null for nothing.'),
        ),
        reason: v.pipe(
          v.nullable(v.string()),
          v.description(
            'The arbiter’s, which both sides read; beside a decision null once it was destroyed, as one of them asked.',
          ),
        ),
      }),
    ),
    v.description('Null while there was none.'),
  ),
  cancellation: v.pipe(
    v.nullable(
      v.object({
        number: v.pipe(
          v.nullable(v.number()),
          v.description(
            'Which cancellation of the buyer’s day (UTC+8) it was; null where it does not count, and for the seller.',
          ),
        ),
        excuse: v.pipe(v.nullable(cancelExcuse), v.description('Null where it counts, and for the seller.')),
        penalty: v.pipe(
          v.nullable(decimal),
          v.description('What it took of the buyer’s merchant deposit for the seller, in USDT; null for nothing.'),
        ),
      }),
    ),
    v.description('How an order counts that its buyer cancelled or did not pay in time; null for any other.'),
  ),
  events: v.pipe(v.array(p2pOrderEvent), v.description('What happened, oldest first.')),
  counterparty: merchantFigures,
  joinedAt: v.pipe(timestamp, v.description('When the other side’s account was made.')),
  self: v.pipe(merchantFigures, v.description('The caller’s own figures, as the other side sees them.')),
  rating: v.pipe(
    v.nullable(
      v.object({
        positive: v.pipe(v.nullable(v.boolean()), v.description('Null while the order is not rated.')),
        until: v.pipe(timestamp, v.description('Until when it can be given or changed.')),
      }),
    ),
    v.description('The caller’s rating of the merchant; null for the merchant, and before the order is completed.'),
  ),
  talk: v.pipe(
    v.nullable(p2pTalk),
    v.description('The conversation of the two sides; null once it is hidden, and while the chat is switched off.'),
  ),
  now: timestamp,
});
export type P2pOrderDetail = v.InferOutput<typeof p2pOrderDetail>;
