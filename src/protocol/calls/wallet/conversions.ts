import * as v from 'valibot';
import { defineCalls } from '../../call.ts';
import { conversionQuote, convertibleCoin } from '../../entities/movement.ts';
import { assetId, positiveDecimal, timestamp } from '../../fields.ts';

/** Conversions between coins. */
export const conversionCalls = defineCalls({
  'GET convertPage': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose:
      'Conversion page: coins and their limits; with two coins and an amount also a rate that holds for some seconds.',
    input: v.strictObject({ from: v.optional(assetId), to: v.optional(assetId), amount: v.optional(positiveDecimal) }),
    output: v.object({ coins: v.array(convertibleCoin), quote: v.nullable(conversionQuote) }),
    refuses: ['currencyMismatch', 'quantityOutOfRange', 'pairClosed', 'enterAmount'],
  },
  'POST convert': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'convert', coins: 'of-quote', stoppedWith: 'pairClosed', opens: 'spot' },
    purpose: 'Convert between coins of the spot wallet at a quoted rate.',
    input: v.strictObject({ quote: conversionQuote.entries.id }),
    output: v.object({ quote: conversionQuote, at: timestamp }),
    refuses: ['insufficientWalletBalance', 'orderUpdated', 'pairClosed', 'alreadyProcessed', 'insufficientFunds'],
  },
});
