import * as v from 'valibot';
import { assetId, decimal, entity } from '../core/fields.ts';

export const chainId = v.pipe(
  v.string(),
  v.regex(/^[A-Z0-9]{2,12}$/),
  v.description('A chain by its id here, as in `TEST`, `ETH` or `TRON`.'),
);

export const chainOfCoin = entity('One coin on one chain: how it comes in and goes out. Amounts are in the coin.', {
  asset: assetId,
  chain: chainId,
  name: v.pipe(
    v.string(),
    v.description('Name and kind of the chain, as in `Ethereum (ERC-20)`: proper names, the same in every language.'),
  ),
  watched: v.pipe(
    v.boolean(),
    v.description('False when deposits are not watched and need a voucher that customer service reviews.'),
  ),
  practice: v.pipe(v.boolean(), v.description('The built-in chain of the practice mode, which has a faucet.')),
  depositMinimum: v.pipe(decimal, v.description('Less than this is never credited.')),
  creditConfirmations: v.pipe(v.number(), v.description('Blocks after which a deposit is credited, still locked.')),
  freeConfirmations: v.pipe(v.number(), v.description('Blocks after which a deposit is free to use.')),
  blockMs: v.pipe(v.number(), v.description('Usual time between blocks, in milliseconds.')),
  withdrawMinimum: v.pipe(decimal, v.description('Smallest withdrawal, fee included.')),
  withdrawFee: v.pipe(decimal, v.description('Taken out of the amount of a withdrawal.')),
  withdrawOpen: v.pipe(v.boolean(), v.description('Whether withdrawals are taken.')),
});
export type ChainOfCoin = v.InferOutput<typeof chainOfCoin>;
