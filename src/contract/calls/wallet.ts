import * as v from 'valibot';
import { defineCalls } from '../call.ts';
import { side } from '../entities/market.ts';
import { order } from '../entities/order.ts';
import { balance, entryKind, ledgerEntry, wallet } from '../entities/wallet.ts';
import { assetId, decimal, id, nothing, page, pageQuery, pairId, positiveDecimal, timestamp } from '../fields.ts';

/** Calls of area `wallet`. */
export const walletCalls = defineCalls({
  'GET wallet': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'All wallets: available, frozen, locked, valuation.',
    input: nothing,
    output: v.object({
      /** Everything together, in USDT at the last prices, truncated to 2 places. */
      total: decimal,
      /** The same figure 24 hours ago at the prices of then, for today's change; null without history. */
      totalYesterday: v.nullable(decimal),
      wallets: v.array(v.object({ wallet, total: decimal })),
      balances: v.array(balance),
      at: timestamp,
    }),
    refuses: [],
  },
  'GET cashflow': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Own ledger entries, newest first, by wallet, coin and kind.',
    input: v.strictObject({
      ...pageQuery,
      wallet: v.optional(wallet),
      asset: v.optional(assetId),
      kind: v.optional(entryKind),
    }),
    output: page(ledgerEntry),
    refuses: [],
  },
  'POST recharge': {
    area: 'wallet',
    access: 'user',
    money: true,
    purpose: 'Take practice coins from the faucet (practice mode only).',
    input: v.strictObject({ chain: v.literal('PRACTICE'), asset: assetId }),
    output: v.object({ asset: assetId, amount: decimal, nextAt: timestamp }),
    refuses: ['verificationTooOften', 'alreadyProcessed'],
  },
  'POST currency': {
    area: 'wallet',
    access: 'user',
    money: true,
    purpose: 'Place a spot delegate: limit, market sell by quantity, or market buy by what it may spend.',
    input: v.variant('type', [
      v.strictObject({
        type: v.literal('limit'),
        pair: pairId,
        side,
        price: positiveDecimal,
        amount: positiveDecimal,
      }),
      v.strictObject({
        type: v.literal('market'),
        pair: pairId,
        side,
        /** Quantity in base: a market sell, or a market buy of a quantity. */
        amount: v.optional(positiveDecimal),
        /** What a market buy may spend, in quote. Exactly one of the two is given. */
        total: v.optional(positiveDecimal),
      }),
    ]),
    output: v.object({ order }),
    refuses: [
      'enterAmount',
      'insufficientWalletBalance',
      'delegationPriceInvalid',
      'pairClosed',
      'quantityOutOfRange',
      'belowMinimumDelegation',
      'alreadyProcessed',
    ],
  },
  'GET currencyRecord': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Own spot delegates, newest first: current or history.',
    input: v.strictObject({
      ...pageQuery,
      state: v.optional(v.picklist(['current', 'history']), 'current'),
      pair: v.optional(pairId),
      side: v.optional(side),
    }),
    output: page(order),
    refuses: [],
  },
  'POST cancelCurrency': {
    area: 'wallet',
    access: 'user',
    money: true,
    purpose: 'Cancel a spot delegate.',
    input: v.strictObject({ id }),
    output: v.object({ order }),
    refuses: ['cannotCancel', 'orderFinished', 'alreadyProcessed'],
  },
});
