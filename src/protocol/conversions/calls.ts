import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import {
  conversionQuote,
  convertibleCoin,
  smallBalances,
  smallReceipt,
  type ConversionQuote,
} from '../wallets/entities/movement.ts';
import { assetId, positiveDecimal, timestamp } from '../core/fields.ts';
import { smallBalancesMax } from '../core/limits.ts';

const sampleQuote: ConversionQuote = {
  id: 'Xtf4Jpwfne7yxxRxDw438I_a',
  from: 'USDT',
  to: 'BTC',
  amount: '10',
  receives: '0.00015996',
  rate: '0.000016013015',
  fee: '0.00000017',
  expiresAt: 1795359140639,
};

/** Conversions between coins. */
export const conversionCalls = defineCalls({
  'GET convertPage': {
    area: 'wallet',
    tag: 'Conversions',
    access: 'user',
    money: false,
    cost: 'read',
    purpose:
      'Conversion page: coins and their limits; with two coins and an amount also a rate that holds for some seconds, and with `small` the small balances at such rates.',
    input: v.strictObject({
      from: v.optional(assetId),
      to: v.optional(assetId),
      amount: v.optional(positiveDecimal),
      small: v.optional(v.literal('quoted')),
    }),
    output: v.object({
      coins: v.array(convertibleCoin),
      quote: v.nullable(conversionQuote),
      small: v.pipe(v.nullable(smallBalances), v.description('Null unless asked for.')),
    }),
    refuses: ['currencyMismatch', 'quantityOutOfRange', 'pairClosed', 'enterAmount'],
    example: {
      input: { from: 'USDT', to: 'BTC', amount: '10' },
      output: {
        coins: [
          { asset: 'USDT', minimum: '1', maximum: '50000', available: '17681' },
          { asset: 'BTC', minimum: '0.00001602', maximum: '0.80066871', available: '0.20015996' },
        ],
        quote: sampleQuote,
        small: null,
      },
    },
  },
  'POST convert': {
    area: 'wallet',
    tag: 'Conversions',
    access: 'user',
    money: true,
    moves: { dealing: 'convert', coins: 'of-quote', stoppedWith: 'pairClosed', opens: 'spot' },
    cost: 'write',
    purpose:
      'Convert between coins of the spot wallet at a quoted rate; with `coins`, which of the small balances of a quote, all into one coin and once a day (UTC).',
    input: v.strictObject({
      quote: conversionQuote.entries.id,
      coins: v.optional(v.pipe(v.array(assetId), v.minLength(1), v.maxLength(smallBalancesMax))),
    }),
    output: v.union([
      v.object({ quote: conversionQuote, at: timestamp }),
      v.object({ small: smallReceipt, at: timestamp }),
    ]),
    refuses: ['insufficientWalletBalance', 'orderUpdated', 'pairClosed', 'alreadyProcessed', 'insufficientFunds'],
    example: {
      input: { quote: 'V_D7wRDoCACOtIMYAI9LvBko' },
      output: {
        quote: { ...sampleQuote, id: 'V_D7wRDoCACOtIMYAI9LvBko', expiresAt: 1795359140654 },
        at: 1795359130660,
      },
    },
  },
});
