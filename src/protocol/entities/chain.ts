import * as v from 'valibot';
import { assetId, decimal } from '../fields.ts';

/** A chain by its id here, as in `TEST`, `ETH` or `TRON`. */
export const chainId = v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,12}$/));

/** One coin on one chain: how it comes in and goes out. Amounts are in the coin. */
export const chainOfCoin = v.object({
  asset: assetId,
  chain: chainId,
  /** Name and kind of the chain, as in `Ethereum (ERC-20)`: proper names, the same in every language. */
  name: v.string(),
  /** False when deposits are not watched and need a voucher that customer service reviews. */
  watched: v.boolean(),
  /** The built-in chain of the practice mode, which has a faucet. */
  practice: v.boolean(),
  depositMinimum: decimal,
  /** Blocks after which a deposit is credited, and after which it is free to use. */
  creditConfirmations: v.number(),
  freeConfirmations: v.number(),
  /** Usual time between blocks, in milliseconds. */
  blockMs: v.number(),
  withdrawMinimum: decimal,
  /** Taken out of the amount of a withdrawal. */
  withdrawFee: decimal,
  withdrawOpen: v.boolean(),
});
export type ChainOfCoin = v.InferOutput<typeof chainOfCoin>;
