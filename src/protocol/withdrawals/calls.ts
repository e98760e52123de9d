import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { chainId, chainOfCoin } from '../chains/entities.ts';
import { heldValue } from '../wallets/entities/wallet.ts';
import { bookedAddress, withdrawal, withdrawalState } from './entities.ts';
import { assetId, decimal, page, positiveDecimal, timestamp, pageQuery } from '../core/fields.ts';
import { remarkMaxLength } from '../core/limits.ts';
import { shownText } from '../core/text/shown-text.ts';
import { typedField } from '../core/text/typed-field.ts';
import type { CodeName } from '../core/codes.ts';
import { paymentRefusals, paymentSecrets } from '../core/payment-secrets.ts';

const withdrawalFields = {
  asset: assetId,
  chain: chainId,
  address: typedField('address'),
  amount: v.pipe(positiveDecimal, v.description('What leaves the wallet; the fee is taken out of it.')),
  remark: shownText({ shape: 'line', least: 0, most: remarkMaxLength }),
  ...paymentSecrets,
};

const withdrawalRefuses: readonly CodeName[] = [
  'enterAddress',
  'enterAmount',
  'addressWrong',
  'ownAddress',
  'belowMinimumWithdrawal',
  'withdrawalInsufficientAfterFee',
  'insufficientWalletBalance',
  ...paymentRefusals,
  'withdrawalHold',
  'withdrawalAlreadyApplied',
  'quantityOutOfRange',
  'noRealName',
  'currencyMismatch',
  'alreadyProcessed',
];

/** Withdrawals. */
export const withdrawalCalls = defineCalls({
  'GET withdrawPage': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Withdrawal page: chains with fee and minimum, available, limits, holds, address book.',
    input: v.strictObject({ asset: assetId }),
    output: v.object({
      asset: assetId,
      available: v.pipe(decimal, v.description('Of the spot wallet.')),
      chains: v.array(chainOfCoin),
      addresses: v.array(bookedAddress),
      ownAddresses: v.pipe(
        v.array(v.object({ chain: chainId, address: v.string() })),
        v.description('Deposit addresses of the user on these chains: nothing can be withdrawn to them.'),
      ),
      addressWait: v.boolean(),
      dailyLimit: v.pipe(
        decimal,
        v.description('In USDT within 24 hours: the limit, what is used of it, and the limit of verified users.'),
      ),
      dailyUsed: decimal,
      dailyLimitVerified: decimal,
      verified: v.boolean(),
      hasTransactionPassword: v.boolean(),
      withdrawalHoldUntil: v.nullable(timestamp),
      withdrawalHoldReason: v.pipe(
        v.nullable(v.picklist(['security', 'new-device'])),
        v.description('A changed password or security setting, or a device that logged in less than a day ago.'),
      ),
      held: v.pipe(
        v.nullable(heldValue),
        v.description('The value of what was bought from other people lately, which has to stay; null for none.'),
      ),
      price: v.pipe(v.nullable(decimal), v.description('One of the coin in USDT at the index price, or null.')),
    }),
    refuses: ['currencyMismatch'],
  },
  'POST withdrawCoin': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'withdrawal', coins: 'named', stoppedWith: 'notYetOpen' },
    purpose: 'Withdraw to an address, with the transaction password and a code sent to a bound contact.',
    input: v.strictObject({ ...withdrawalFields, ticket: v.pipe(v.string(), v.maxLength(64)) }),
    output: v.object({ withdrawal }),
    refuses: [...withdrawalRefuses, 'verificationExpired'],
  },
  'POST withdrawCoinApp': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'withdrawal', coins: 'named', stoppedWith: 'notYetOpen' },
    purpose: 'Withdraw to an address with the transaction password (app flow).',
    input: v.strictObject(withdrawalFields),
    output: v.object({ withdrawal }),
    refuses: withdrawalRefuses,
  },
  'GET getWithdrawMinNum': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Smallest withdrawal and fee of a coin on a chain.',
    input: v.strictObject({ asset: assetId, chain: chainId }),
    output: v.object({ minimum: decimal, fee: decimal }),
    refuses: ['currencyMismatch'],
  },
  'GET coinRecord': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Own withdrawals, newest first.',
    input: v.strictObject({ ...pageQuery, asset: v.optional(assetId), state: v.optional(withdrawalState) }),
    output: page(withdrawal),
    refuses: [],
  },
});
