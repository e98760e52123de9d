import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { valuePoint } from './entities/movement.ts';
import { balance, coinCost, recordKind, wallet, walletRecord } from './entities/wallet.ts';
import { assetId, decimal, page, queryInteger, timestamp, pageQuery } from '../core/fields.ts';

/** Balances and ledger entries. */
export const walletCalls = defineCalls({
  'GET wallet': {
    area: 'wallet',
    tag: 'Wallets',
    access: 'user',
    money: false,
    cost: 'wide-read',
    purpose: 'All wallets: available, frozen, locked, valuation.',
    input: v.strictObject({ history: v.optional(v.picklist(['7', '30', '90'])) }),
    output: v.object({
      total: v.pipe(decimal, v.description('Everything together, in USDT at the last prices, truncated to 2 places.')),
      totalYesterday: v.pipe(
        v.nullable(decimal),
        v.description('The same figure 24 hours ago at the prices of then, for today’s change; null without history.'),
      ),
      flowsToday: v.pipe(
        v.nullable(decimal),
        v.description(
          'What came in from outside in these 24 hours less what went out, in USDT at the last prices: no gain or loss. Null without `totalYesterday`.',
        ),
      ),
      wallets: v.array(v.object({ wallet, total: decimal })),
      balances: v.array(balance),
      history: v.pipe(
        v.nullable(v.array(valuePoint)),
        v.description('Value over the days asked for, oldest first, the last point now; null when not asked for.'),
      ),
      at: timestamp,
    }),
    refuses: [],
    example: {
      input: { history: '7' },
      output: {
        total: '35887.10',
        wallets: [
          { wallet: 'spot', total: '33775.37' },
          { wallet: 'contract', total: '2011.72' },
        ],
        balances: [
          { wallet: 'spot', asset: 'BTC', available: '0.20015996', frozen: '0', locked: '0', valuation: '12499.54' },
          { wallet: 'spot', asset: 'ETH', available: '1', frozen: '0', locked: '0', valuation: '3400.33' },
        ],
        history: [{ at: 1795359130461, total: '35887.10', flows: '0.00' }],
        totalYesterday: null,
        flowsToday: null,
        at: 1795359130461,
      },
    },
  },
  'GET wallet/costs': {
    area: 'wallet',
    tag: 'Wallets',
    access: 'user',
    money: false,
    cost: 'wide-read',
    purpose: 'What the user’s coins cost, over all wallets, by the moving weighted average.',
    input: v.strictObject({}),
    output: v.object({
      list: v.array(coinCost),
      complete: v.pipe(
        v.boolean(),
        v.description('False while older entries are still being counted: the next request counts further.'),
      ),
      at: timestamp,
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        list: [{ asset: 'BTC', amount: '0.20015996', cost: '12250.03671200' }],
        complete: true,
        at: 1795359130461,
      },
    },
  },
  'GET cashflow': {
    area: 'wallet',
    tag: 'Wallets',
    access: 'user',
    money: false,
    cost: 'wide-read',
    purpose: 'Own records, newest first, by wallet, coin and kind: one per event, with its ledger entries.',
    input: v.strictObject({
      ...pageQuery,
      wallet: v.optional(wallet),
      asset: v.optional(assetId),
      kind: v.optional(recordKind),
      since: v.pipe(
        v.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
        v.description('Records from this time on, and before that one, in epoch milliseconds.'),
      ),
      until: v.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
    }),
    output: page(walletRecord),
    refuses: [],
    example: {
      input: { size: '2', wallet: 'spot', asset: 'USDT' },
      output: {
        list: [
          {
            id: '360',
            kind: 'transfer',
            state: null,
            changes: [
              { wallet: 'spot', asset: 'USDT', amount: '-500' },
              { wallet: 'option', asset: 'USDT', amount: '500' },
            ],
            entries: [
              {
                id: '364',
                wallet: 'option',
                asset: 'USDT',
                part: 'available',
                kind: 'transfer',
                amount: '500',
                reference: null,
                at: 1795359129203,
              },
              {
                id: '360',
                wallet: 'spot',
                asset: 'USDT',
                part: 'available',
                kind: 'transfer',
                amount: '-500',
                reference: null,
                at: 1795359129203,
              },
            ],
            at: 1795359129203,
          },
        ],
        next: '90',
      },
    },
  },
});
