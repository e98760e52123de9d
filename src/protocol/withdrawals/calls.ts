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
import { bookedAddress as exampleAddress } from '../chains/examples.ts';
import * as sample from './examples.ts';
import { chains } from '../chains/examples.ts';

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
    tag: 'Withdrawals',
    access: 'user',
    money: false,
    cost: 'read',
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
    example: {
      input: { asset: 'USDT' },
      output: {
        asset: 'USDT',
        available: '17740.5',
        chains: chains,
        addresses: [
          exampleAddress,
          {
            id: '1',
            chain: 'TEST',
            address: 'dt1ljsprqrpcgcsxfyat2pppwsy6zpqrx60xpzsrr',
            label: 'Cold wallet',
            createdAt: 1795359127997,
            usableAt: 1795359127997,
          },
        ],
        ownAddresses: [
          { chain: 'TEST', address: 'dt1q2kfl8tp4cyq4m9yz3l0v7c5jx6d8r2s4w3u7a' },
          { chain: 'TRON', address: 'TKWvtM2U2y3WeQCtMDnS6f5wcwvV9fGo8T' },
        ],
        addressWait: false,
        dailyLimit: '10000',
        dailyUsed: '45',
        dailyLimitVerified: '1000000',
        verified: false,
        hasTransactionPassword: true,
        withdrawalHoldUntil: null,
        withdrawalHoldReason: null,
        held: null,
        price: '1',
      },
    },
  },
  'POST withdrawCoin': {
    area: 'wallet',
    tag: 'Withdrawals',
    access: 'user',
    money: true,
    moves: { dealing: 'withdrawal', coins: 'named', stoppedWith: 'notYetOpen' },
    cost: 'heavy',
    purpose: 'Withdraw to an address, with the transaction password and a code sent to a bound contact.',
    input: v.strictObject({ ...withdrawalFields, ticket: v.pipe(v.string(), v.maxLength(64)) }),
    output: v.object({ withdrawal }),
    refuses: [...withdrawalRefuses, 'verificationExpired'],
    example: {
      input: {
        asset: 'USDT',
        chain: 'TEST',
        address: 'dt1mlcz867gr26gpl522dqqtyjyn2fl9yq0wct4hv',
        amount: '20',
        remark: 'Rent',
        transactionPassword: '864209',
        ticket: 'GjYnXrl9MMsrscC1rBRMuFThsl_3rKU5bgLxYPd8yUk',
      },
      output: {
        withdrawal: sample.exampleWithdrawal,
      },
    },
  },
  'POST withdrawCoinApp': {
    area: 'wallet',
    tag: 'Withdrawals',
    access: 'user',
    money: true,
    moves: { dealing: 'withdrawal', coins: 'named', stoppedWith: 'notYetOpen' },
    cost: 'heavy',
    purpose: 'Withdraw to an address with the transaction password (app flow).',
    input: v.strictObject(withdrawalFields),
    output: v.object({ withdrawal }),
    refuses: withdrawalRefuses,
    example: {
      input: {
        asset: 'USDT',
        chain: 'TEST',
        address: 'dt12275yw4zrz4sjkdp948hdktnaq5jjhe0d6nenr',
        amount: '25',
        remark: 'Savings',
        transactionPassword: '864209',
      },
      output: {
        withdrawal: sample.later,
      },
    },
  },
  'GET getWithdrawMinNum': {
    area: 'wallet',
    tag: 'Withdrawals',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Smallest withdrawal and fee of a coin on a chain.',
    input: v.strictObject({ asset: assetId, chain: chainId }),
    output: v.object({ minimum: decimal, fee: decimal }),
    refuses: ['currencyMismatch'],
    example: {
      input: { asset: 'USDT', chain: 'TEST' },
      output: { minimum: '10', fee: '1' },
    },
  },
  'GET coinRecord': {
    area: 'wallet',
    tag: 'Withdrawals',
    access: 'user',
    money: false,
    cost: 'wide-read',
    purpose: 'Own withdrawals, newest first.',
    input: v.strictObject({ ...pageQuery, asset: v.optional(assetId), state: v.optional(withdrawalState) }),
    output: page(withdrawal),
    refuses: [],
    example: {
      input: { size: '2', asset: 'USDT' },
      output: {
        list: [sample.later, sample.exampleWithdrawal],
        next: '3',
      },
    },
  },
});
