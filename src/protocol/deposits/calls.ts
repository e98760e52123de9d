import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { chainId, chainOfCoin } from '../chains/entities.ts';
import { deposit, depositAddress, depositState } from './entities.ts';
import { assetId, decimal, fileId, page, positiveDecimal, timestamp, pageQuery } from '../core/fields.ts';
import { typedField } from '../core/text/typed-field.ts';

/** Deposits. */
export const depositCalls = defineCalls({
  'GET platformAddress': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Coins and chains for deposits; with a coin and a chain also the own deposit address.',
    input: v.strictObject({ asset: v.optional(assetId), chain: v.optional(chainId) }),
    output: v.object({ chains: v.array(chainOfCoin), address: v.nullable(depositAddress) }),
    refuses: ['currencyMismatch'],
  },
  'POST recharge': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'deposit', coins: 'named', stoppedWith: 'notYetOpen' },
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
  },
  'GET recharge/list': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Own deposits, newest first.',
    input: v.strictObject({ ...pageQuery, asset: v.optional(assetId), state: v.optional(depositState) }),
    output: page(deposit),
    refuses: [],
  },
});
