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

const lots = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000_000));

const protection = { takeProfit: positiveDecimal, stopLoss: positiveDecimal };

const opening = { contract: contractId, side: contractSide, lots, leverage: lots, ...protection };

/** Calls of area `contract`: perpetual contracts and gold. */
export const contractCalls = defineCalls({
  'GET common/getContractConfig': {
    area: 'contract',
    access: 'public',
    money: false,
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
  },
  'GET contractPage': {
    area: 'contract',
    access: 'user',
    money: false,
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
  },
  'POST contract': {
    area: 'contract',
    access: 'user',
    money: true,
    moves: { dealing: 'contract', coins: 'settling', stoppedWith: 'pairClosed', opens: 'of-contract' },
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
  },
  'GET contractList': {
    area: 'contract',
    access: 'user',
    money: false,
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
  },
  'POST cancelContract': {
    area: 'contract',
    access: 'user',
    money: true,
    moves: { dealing: 'contract', coins: 'settling', stoppedWith: 'cannotCancel' },
    purpose: 'Cancel an order.',
    input: v.strictObject({ id }),
    output: v.object({ order: contractOrder }),
    refuses: ['orderFinished', 'cannotCancel', 'alreadyProcessed'],
  },
  'POST outContract': {
    area: 'contract',
    access: 'user',
    money: true,
    moves: { dealing: 'contract', coins: 'settling', stoppedWith: 'cannotCloseNow' },
    purpose: 'Close lots of a position at the market.',
    input: v.strictObject({ id, lots }),
    output: v.object({
      closedLots: v.number(),
      net: v.pipe(decimal, v.description('Profit or loss of these lots after all fees, in USDT.')),
      position: contractPosition,
    }),
    refuses: ['closeAboveRemainingLots', 'minimumCloseOneLot', 'cannotCloseNow', 'alreadyProcessed'],
  },
  'POST contractPl': {
    area: 'contract',
    access: 'user',
    money: true,
    moves: { dealing: 'contract', coins: 'settling', stoppedWith: 'pairClosed' },
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
  },
});
