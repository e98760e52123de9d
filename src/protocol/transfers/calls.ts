import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { accountName } from '../accounts/entities/account-name.ts';
import { instantTransfer, type InstantTransfer } from '../wallets/entities/movement.ts';
import { wallet } from '../wallets/entities/wallet.ts';
import {
  assetId,
  decimal,
  id,
  nothing,
  page,
  positiveDecimal,
  shownUserId,
  timestamp,
  pageQuery,
} from '../core/fields.ts';
import { remarkMaxLength } from '../core/limits.ts';
import { shownText } from '../core/text/shown-text.ts';
import { typedField } from '../core/text/typed-field.ts';
import { paymentRefusals, paymentSecrets } from '../core/payment-secrets.ts';

const sampleSent: InstantTransfer = {
  id: '2',
  direction: 'out',
  counterparty: 'Me•••in',
  counterpartyId: '10••07',
  asset: 'USDT',
  amount: '2',
  remark: 'Lunch',
  at: 1795359130588,
};

const typedId = v.pipe(typedField('digits'), id);
const recipient = v.pipe(
  v.variant('by', [...accountName.options, v.strictObject({ by: v.literal('id'), id: typedId })]),
  v.description('Somebody else, by what the payer knows of them.'),
);

/** Transfers between own wallets and to other users. */
export const transferCalls = defineCalls({
  'GET transferPage': {
    area: 'wallet',
    tag: 'Transfers',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Transfer page: wallets, coins and what is available in each.',
    input: nothing,
    output: v.object({
      wallets: v.array(wallet),
      coins: v.array(assetId),
      available: v.array(v.object({ wallet, asset: assetId, amount: decimal })),
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        wallets: ['spot', 'contract', 'fiat', 'gold', 'option', 'mining', 'quant'],
        coins: ['USDT', 'USDC', 'AAVE'],
        available: [
          { wallet: 'spot', asset: 'BTC', amount: '0.20015996' },
          { wallet: 'spot', asset: 'ETH', amount: '1' },
        ],
      },
    },
  },
  'POST transfer': {
    area: 'wallet',
    tag: 'Transfers',
    access: 'user',
    money: true,
    moves: { dealing: 'transfer', coins: 'named', stoppedWith: 'notYetOpen' },
    cost: 'write',
    purpose: 'Transfer between own wallets, without a fee.',
    input: v.strictObject({ asset: assetId, from: wallet, to: wallet, amount: positiveDecimal }),
    output: v.object({ asset: assetId, from: wallet, to: wallet, amount: decimal, at: timestamp }),
    refuses: [
      'enterAmount',
      'insufficientWalletBalance',
      'withdrawalHold',
      'cannotNameSelf',
      'contractHasPosition',
      'alreadyProcessed',
    ],
    example: {
      input: { asset: 'USDT', from: 'spot', to: 'contract', amount: '12.5' },
      output: { asset: 'USDT', from: 'spot', to: 'contract', amount: '12.5', at: 1795359130583 },
    },
  },
  'POST freeTransferForWallet': {
    area: 'wallet',
    tag: 'Transfers',
    access: 'user',
    money: true,
    moves: { dealing: 'instant-transfer', coins: 'named', stoppedWith: 'notYetOpen' },
    cost: 'heavy',
    purpose:
      'Instant transfer to another user, without a fee: first the masked name and the id to compare, then the payment.',
    input: v.variant('step', [
      v.strictObject({ step: v.literal('name'), to: recipient }),
      v.strictObject({
        step: v.literal('pay'),
        to: recipient,
        asset: assetId,
        amount: positiveDecimal,
        remark: v.optional(shownText({ shape: 'line', least: 0, most: remarkMaxLength }), ''),
        ...paymentSecrets,
      }),
    ]),
    output: v.object({
      name: v.pipe(v.string(), v.description('The recipient’s name, masked.')),
      id: shownUserId,
      transfer: v.pipe(
        v.nullable(instantTransfer),
        v.description('The payment; null when only the name was asked for.'),
      ),
    }),
    refuses: [
      'enterAccount',
      'enterAmount',
      'userNotFound',
      'cannotNameSelf',
      'insufficientWalletBalance',
      ...paymentRefusals,
      'withdrawalHold',
      'alreadyProcessed',
    ],
    example: {
      input: {
        step: 'pay',
        to: { by: 'id', id: '100007' },
        asset: 'USDT',
        amount: '2',
        remark: 'Lunch',
        transactionPassword: '864209',
      },
      output: {
        name: 'Me•••in',
        id: '100007',
        transfer: {
          id: '2',
          direction: 'out',
          counterparty: 'Me•••in',
          counterpartyId: '100007',
          asset: 'USDT',
          amount: '2',
          remark: 'Lunch',
          at: 1795359130588,
        },
      },
    },
  },
  'GET freeTransferForWalletLog': {
    area: 'wallet',
    tag: 'Transfers',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own instant transfers, newest first.',
    input: v.strictObject({ ...pageQuery, direction: v.optional(v.picklist(['in', 'out'])) }),
    output: page(instantTransfer),
    refuses: [],
    example: {
      input: { size: '2', direction: 'out' },
      output: {
        list: [sampleSent, { ...sampleSent, id: '1', at: 1795359129058 }],
        next: null,
      },
    },
  },
});
