import * as v from 'valibot';
import { assetId, decimal, id, timestamp } from '../fields.ts';
import { chainId } from './chain.ts';

/**
 * How far a deposit is. On a watched chain: `seen` in a block that does not count yet, `credited` (locked), `free`;
 * `below-minimum` is never credited, `undone` was taken back by the chain. With a voucher: `under-review`, then
 * `free` or `refused` (spec point 4).
 */
export const depositState = v.picklist([
  'seen',
  'credited',
  'free',
  'below-minimum',
  'undone',
  'under-review',
  'refused',
]);
export type DepositState = v.InferOutput<typeof depositState>;

export const deposit = v.object({
  id,
  asset: assetId,
  chain: chainId,
  amount: decimal,
  state: depositState,
  /** Hash of the transaction; null when the user did not know it. */
  hash: v.nullable(v.string()),
  address: v.nullable(v.string()),
  /** Blocks so far; 0 on a chain that is not watched. */
  confirmations: v.number(),
  creditConfirmations: v.number(),
  freeConfirmations: v.number(),
  /** Why it was refused, in the reviewer's words. */
  reason: v.nullable(v.string()),
  at: timestamp,
  updatedAt: timestamp,
});
export type Deposit = v.InferOutput<typeof deposit>;

/** A user's own address for one coin on one chain. */
export const depositAddress = v.object({ asset: assetId, chain: chainId, address: v.string() });
export type DepositAddress = v.InferOutput<typeof depositAddress>;
