import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { side } from '../market-data/entities/market.ts';
import { order } from './entities.ts';
import { id, page, pairId, positiveDecimal, pageQuery } from '../core/fields.ts';
import {
  isPriced,
  type OrderType,
  orderTypeNames,
  type PricedOrderType,
  type UnpricedOrderType,
} from './order-types.ts';
import * as sample from './examples.ts';

const pricedOrder = (type: PricedOrderType) =>
  v.strictObject({ type: v.literal(type), pair: pairId, side, price: positiveDecimal, amount: positiveDecimal });

const unpricedOrder = (type: UnpricedOrderType) =>
  v.strictObject({
    type: v.literal(type),
    pair: pairId,
    side,
    amount: v.pipe(
      v.optional(positiveDecimal),
      v.description('Quantity in base: a market sell, or a market buy of a quantity.'),
    ),
    total: v.pipe(
      v.optional(positiveDecimal),
      v.description('What a market buy may spend, in quote. Exactly one of the two is given.'),
    ),
  });

const isUnpriced = (type: OrderType): type is UnpricedOrderType => !isPriced(type);

/** Spot orders. */
export const spotOrderCalls = defineCalls({
  'POST currency': {
    area: 'wallet',
    tag: 'Spot orders',
    access: 'user',
    money: true,
    moves: { dealing: 'spot', coins: 'of-pair', stoppedWith: 'pairClosed', opens: 'spot' },
    cost: 'order',
    purpose: 'Place a spot order: limit, market sell by quantity, or market buy by what it may spend.',
    input: v.variant('type', [
      ...orderTypeNames.filter(isPriced).map(pricedOrder),
      ...orderTypeNames.filter(isUnpriced).map(unpricedOrder),
    ]),
    output: v.object({ order }),
    refuses: [
      'enterAmount',
      'insufficientWalletBalance',
      'withdrawalHold',
      'delegationPriceInvalid',
      'pairClosed',
      'quantityOutOfRange',
      'belowMinimumDelegation',
      'alreadyProcessed',
    ],
    example: {
      input: { type: 'limit', pair: 'ETHUSDT', side: 'buy', price: '900', amount: '0.1' },
      output: {
        order: sample.restingOrder,
      },
    },
  },
  'GET currencyRecord': {
    area: 'wallet',
    tag: 'Spot orders',
    access: 'user',
    money: false,
    cost: 'wide-read',
    purpose: 'Own spot orders, newest first: current or history.',
    input: v.strictObject({
      ...pageQuery,
      state: v.optional(v.picklist(['current', 'history']), 'current'),
      pair: v.optional(pairId),
      side: v.optional(side),
    }),
    output: page(order),
    refuses: [],
    example: {
      input: { size: '2', state: 'current', pair: 'ETHUSDT' },
      output: {
        list: [
          sample.restingOrder,
          {
            ...sample.restingOrder,
            id: '1795359129170000',
            createdAt: 1795359129170,
            updatedAt: 1795359129170,
          },
        ],
        next: null,
      },
    },
  },
  'POST cancelCurrency': {
    area: 'wallet',
    tag: 'Spot orders',
    access: 'user',
    money: true,
    moves: { dealing: 'spot', coins: 'of-order', stoppedWith: 'cannotCancel' },
    cost: 'order',
    purpose: 'Cancel a spot order.',
    input: v.strictObject({ id }),
    output: v.object({ order }),
    refuses: ['cannotCancel', 'orderFinished', 'alreadyProcessed'],
    example: {
      input: { id: '1795359130715000' },
      output: {
        order: {
          ...sample.restingOrder,
          id: '1795359130715000',
          status: 'cancelled',
          closeReason: 'user',
          createdAt: 1795359130715,
          updatedAt: 1795359130725,
        },
      },
    },
  },
});
