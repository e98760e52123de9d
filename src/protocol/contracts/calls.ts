import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import {
  contractClosing,
  contractId,
  contractOrder,
  contractPosition,
  contractSide,
  contractView,
  listedContract,
} from './entities.ts';
import { decimal, id, nothing, page, pageQuery, positiveDecimal, timestamp } from '../core/fields.ts';
import * as sample from './examples.ts';

const lots = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000_000));

const protection = { takeProfit: positiveDecimal, stopLoss: positiveDecimal };

const opening = { contract: contractId, side: contractSide, lots, leverage: lots, ...protection };

/** Calls of area `contract`: perpetual contracts and gold. */
export const contractCalls = defineCalls({
  'GET common/getContractConfig': {
    area: 'contract',
    tag: 'Contracts',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Contracts with limits, leverage steps, margin tiers and fees; the insurance fund and its last movements.',
    input: nothing,
    output: v.object({
      contracts: v.array(listedContract),
      insurance: v.object({
        amount: v.pipe(
          decimal,
          v.description('Of the perpetual contracts and of gold: each wallet has a fund of its own.'),
        ),
        gold: decimal,
        movements: v.pipe(
          v.array(v.object({ contract: contractId, amount: decimal, at: timestamp })),
          v.description('What liquidations left to the fund (above zero) or took from it, newest first.'),
        ),
      }),
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        contracts: [sample.listedContract],
        insurance: { amount: '0', gold: '0', movements: [] },
      },
    },
  },
  'GET contractPage': {
    area: 'contract',
    tag: 'Contracts',
    access: 'user',
    money: false,
    cost: 'memory',
    purpose: 'Contract page: prices, book, available, own positions and orders.',
    input: v.strictObject({ contract: contractId }),
    output: v.object({
      contract: listedContract,
      view: contractView,
      available: v.pipe(decimal, v.description('Of the contract’s wallet, in USDT.')),
      positions: v.array(contractPosition),
      orders: v.array(contractOrder),
    }),
    refuses: ['notFound'],
    example: {
      input: { contract: 'BTCPERP' },
      output: {
        contract: sample.listedContract,
        view: {
          contract: 'BTCPERP',
          state: 'open',
          mark: '62449.2',
          index: '62449.2',
          last: '60575.5',
          bids: [['59951.0', 3]],
          asks: [],
          openLots: 4,
          session: null,
          at: 1795359130751,
        },
        available: '1933.3611235',
        positions: [sample.position],
        orders: [],
      },
    },
  },
  'POST contract': {
    area: 'contract',
    tag: 'Contracts',
    access: 'user',
    money: true,
    moves: { dealing: 'contracts', coins: 'settling', stoppedWith: 'pairClosed', opens: 'of-contract' },
    cost: 'order',
    purpose: 'Open a position: market or limit, lots, leverage, take-profit and stop-loss.',
    input: v.variant('type', [
      v.strictObject({ type: v.literal('limit'), price: positiveDecimal, ...opening }),
      v.strictObject({ type: v.literal('market'), ...opening }),
    ]),
    output: v.object({ order: contractOrder, position: v.nullable(contractPosition) }),
    refuses: [
      'delegationPriceInvalid',
      'longTakeProfitBelowPrice',
      'longStopLossAbovePrice',
      'shortTakeProfitAbovePrice',
      'shortStopLossBelowPrice',
      'insufficientWalletBalance',
      'delegationPriceBeyondMarket',
      'pairClosed',
      'quantityOutOfRange',
      'alreadyProcessed',
    ],
    example: {
      input: {
        type: 'limit',
        price: '56204.1',
        contract: 'BTCPERP',
        side: 'long',
        lots: 2,
        leverage: 2,
        takeProfit: '124898.0',
        stopLoss: '31224.5',
      },
      output: {
        order: sample.order,
        position: null,
      },
    },
  },
  'GET contractList': {
    area: 'contract',
    tag: 'Contracts',
    access: 'user',
    money: false,
    cost: 'wide-read',
    purpose: 'Own orders, positions, closed positions or closings, newest first.',
    input: v.strictObject({
      ...pageQuery,
      show: v.picklist(['orders', 'positions', 'past-orders', 'past-positions', 'closings']),
      contract: v.optional(contractId),
    }),
    output: v.object({
      orders: v.array(contractOrder),
      positions: v.array(contractPosition),
      closings: v.array(contractClosing),
      next: page(id).entries.next,
    }),
    refuses: [],
    example: {
      input: { show: 'positions', size: '2' },
      output: {
        orders: [],
        positions: [
          {
            ...sample.untouched,
            id: '1795359129437000',
            openedAt: 1795359129448,
            updatedAt: 1795359129489,
          },
          sample.position,
        ],
        closings: [],
        next: null,
      },
    },
  },
  'POST cancelContract': {
    area: 'contract',
    tag: 'Contracts',
    access: 'user',
    money: true,
    moves: { dealing: 'contracts', coins: 'settling', stoppedWith: 'cannotCancel' },
    cost: 'order',
    purpose: 'Cancel an order.',
    input: v.strictObject({ id }),
    output: v.object({ order: contractOrder }),
    refuses: ['orderFinished', 'cannotCancel', 'alreadyProcessed'],
    example: {
      input: { id: '1795359130759000' },
      output: {
        order: {
          ...sample.order,
          id: '1795359130759000',
          reserve: '0',
          status: 'cancelled',
          createdAt: 1795359130759,
          updatedAt: 1795359130765,
        },
      },
    },
  },
  'POST outContract': {
    area: 'contract',
    tag: 'Contracts',
    access: 'user',
    money: true,
    moves: { dealing: 'contracts', coins: 'settling', stoppedWith: 'cannotCloseNow' },
    cost: 'order',
    purpose: 'Close lots of a position at the market.',
    input: v.strictObject({ id, lots }),
    output: v.object({
      closedLots: v.number(),
      net: v.pipe(decimal, v.description('Profit or loss of these lots after all fees, in USDT.')),
      position: contractPosition,
    }),
    refuses: ['closeAboveRemainingLots', 'minimumCloseOneLot', 'cannotCloseNow', 'alreadyProcessed'],
    example: {
      input: { id: '1795359130770000', lots: 1 },
      output: {
        closedLots: 1,
        net: '-0.68476325',
        position: {
          ...sample.position,
          id: '1795359130770000',
          openedAt: 1795359130776,
          updatedAt: 1795359130784,
        },
      },
    },
  },
  'POST contractPl': {
    area: 'contract',
    tag: 'Contracts',
    access: 'user',
    money: true,
    moves: { dealing: 'contracts', coins: 'settling', stoppedWith: 'pairClosed' },
    cost: 'order',
    purpose: 'Set take-profit and stop-loss of a position.',
    input: v.strictObject({ id, ...protection }),
    output: v.object({ position: contractPosition }),
    refuses: [
      'delegationPriceInvalid',
      'takeProfitAgainstMarket',
      'stopPriceAgainstMark',
      'pairClosed',
      'alreadyProcessed',
    ],
    example: {
      input: { id: '1795359130789000', takeProfit: '124898.0', stopLoss: '31224.5' },
      output: {
        position: {
          ...sample.untouched,
          id: '1795359130789000',
          openedAt: 1795359130797,
          updatedAt: 1795359130803,
        },
      },
    },
  },
});
