import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { chainId, chainOfCoin } from '../chains/entities.ts';
import { deposit, depositAddress, depositState, type Deposit } from './entities.ts';
import { assetId, decimal, fileId, page, positiveDecimal, timestamp, pageQuery } from '../core/fields.ts';
import { typedField } from '../core/text/typed-field.ts';
import { chains } from '../chains/examples.ts';

const sampleDeposit: Deposit = {
  id: '1',
  asset: 'USDT',
  chain: 'TRON',
  amount: '50',
  state: 'under-review',
  hash: '3b1f7c0d9e5a48268f2d6b94c7e0a1538d4f6b2c9e7a1053f8d2b6c4e9a70f15',
  address: null,
  confirmations: 0,
  creditConfirmations: 0,
  freeConfirmations: 0,
  reason: null,
  at: 1795359128688,
  updatedAt: 1795359128688,
};

/** Deposits. */
export const depositCalls = defineCalls({
  'GET platformAddress': {
    area: 'wallet',
    tag: 'Deposits',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Coins and chains for deposits; with a coin and a chain also the own deposit address.',
    input: v.strictObject({ asset: v.optional(assetId), chain: v.optional(chainId) }),
    output: v.object({ chains: v.array(chainOfCoin), address: v.nullable(depositAddress) }),
    refuses: ['currencyMismatch'],
    example: {
      input: { asset: 'USDT', chain: 'TEST' },
      output: {
        chains: chains,
        address: { asset: 'USDT', chain: 'TEST', address: 'dt1jaj4k7sefldek6usas98fngxxpqmsdmy3fajrt' },
      },
    },
  },
  'POST recharge': {
    area: 'wallet',
    tag: 'Deposits',
    access: 'user',
    money: true,
    moves: { dealing: 'deposit', coins: 'named', stoppedWith: 'notYetOpen' },
    cost: 'write',
    purpose:
      'Declare a deposit by its voucher on a chain nobody watches; in practice mode also take practice coins, or have the test chain’s faucet pay to the own address.',
    input: v.union([
      v.strictObject({ chain: v.literal('PRACTICE'), asset: assetId }),
      v.strictObject({ chain: v.literal('TEST'), asset: assetId, amount: v.optional(positiveDecimal) }),
      v.strictObject({
        chain: chainId,
        asset: assetId,
        amount: positiveDecimal,
        hash: typedField('address'),
        voucher: v.pipe(v.optional(fileId), v.description('File id of the image, see `POST api/upload/img`.')),
      }),
    ]),
    output: v.object({
      asset: assetId,
      amount: decimal,
      nextAt: v.pipe(
        v.nullable(timestamp),
        v.description('When the same coin can be taken again; null for a voucher.'),
      ),
      deposit: v.pipe(v.nullable(deposit), v.description('The declared deposit, or null when coins were taken.')),
      hash: v.pipe(v.nullable(v.string()), v.description('Hash of the faucet’s payment on the test chain, or null.')),
    }),
    refuses: [
      'verificationTooOften',
      'alreadyProcessed',
      'enterAmount',
      'uploadPhotos',
      'depositAlreadyApplied',
      'currencyMismatch',
      'belowMinimumPurchase',
    ],
    example: {
      input: {
        chain: 'TRON',
        asset: 'USDT',
        amount: '50',
        hash: '3b1f7c0d9e5a48268f2d6b94c7e0a1538d4f6b2c9e7a1053f8d2b6c4e9a70f15',
        voucher: 'aB3dE5fG7hJ9kL1mN3pQ5r',
      },
      output: {
        asset: 'USDT',
        amount: '50',
        nextAt: null,
        deposit: sampleDeposit,
        hash: null,
      },
    },
  },
  'GET recharge/list': {
    area: 'wallet',
    tag: 'Deposits',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own deposits, newest first.',
    input: v.strictObject({ ...pageQuery, asset: v.optional(assetId), state: v.optional(depositState) }),
    output: page(deposit),
    refuses: [],
    example: {
      input: { size: '2', asset: 'USDT' },
      output: {
        list: [sampleDeposit],
        next: null,
      },
    },
  },
});
