import * as v from 'valibot';
import { assetId, decimal, id, timestamp } from '../fields.ts';
import { chainId } from './chain.ts';

/**
 * How far a withdrawal is: `under-review`, `approved` (waits for its turn), `sent` (with the chain), `confirmed`;
 * or `refused` by the reviewer, or `failed` on the chain: both give the money back.
 */
export const withdrawalState = v.picklist(['under-review', 'approved', 'sent', 'confirmed', 'refused', 'failed']);
export type WithdrawalState = v.InferOutput<typeof withdrawalState>;

export const withdrawal = v.object({
  id,
  asset: assetId,
  chain: chainId,
  address: v.string(),
  /** What left the wallet, fee included. */
  amount: decimal,
  fee: decimal,
  /** What arrives: amount less fee. */
  receives: decimal,
  remark: v.string(),
  state: withdrawalState,
  hash: v.nullable(v.string()),
  confirmations: v.number(),
  neededConfirmations: v.number(),
  /** It is approved, and takes longer than usual: its chain did not take it, and users look at it. */
  delayed: v.boolean(),
  /** Why it was refused or failed. */
  reason: v.nullable(v.string()),
  at: timestamp,
  updatedAt: timestamp,
});
export type Withdrawal = v.InferOutput<typeof withdrawal>;

/** An address of the user's own book of withdrawal addresses. */
export const bookedAddress = v.object({
  id,
  chain: chainId,
  address: v.string(),
  label: v.string(),
  createdAt: timestamp,
  /** From when money may go there. */
  usableAt: timestamp,
});
export type BookedAddress = v.InferOutput<typeof bookedAddress>;
