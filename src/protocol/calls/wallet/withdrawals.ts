import * as v from 'valibot';
import { defineCalls } from '../../call.ts';
import { chainId, chainOfCoin } from '../../entities/chain.ts';
import { bookedAddress, withdrawal, withdrawalState } from '../../entities/withdrawal.ts';
import { assetId, decimal, page, positiveDecimal, timestamp, pageQuery } from '../../fields.ts';
import { addressMaxLength, remarkMaxLength } from '../../limits.ts';
import { shownText } from '../../text/shown-text.ts';
import type { CodeName } from '../../codes.ts';
import { paymentRefusals, paymentSecrets } from './payment-secrets.ts';

const withdrawalFields = {
  asset: assetId,
  chain: chainId,
  address: v.pipe(v.string(), v.trim(), v.maxLength(addressMaxLength)),
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
      price: v.pipe(v.nullable(decimal), v.description('One of the coin in USDT at the last price, or null.')),
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
