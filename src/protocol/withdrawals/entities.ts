import * as v from 'valibot';
import { assetId, choice, decimal, entity, id, timestamp } from '../core/fields.ts';
import { chainId } from '../chains/entities.ts';

export const withdrawalState = choice(
  'How far a withdrawal is: `under-review`, `approved` (waits for its turn), `sent` (with the chain), `confirmed`; or `refused` by the reviewer, or `failed` on the chain: both give the money back.',
  ['under-review', 'approved', 'sent', 'confirmed', 'refused', 'failed'],
);
export type WithdrawalState = v.InferOutput<typeof withdrawalState>;

export const withdrawal = v.object({
  id,
  asset: assetId,
  chain: chainId,
  address: v.string(),
  amount: v.pipe(decimal, v.description('What left the wallet, fee included.')),
  fee: decimal,
  receives: v.pipe(decimal, v.description('What arrives: amount less fee.')),
  remark: v.string(),
  state: withdrawalState,
  hash: v.nullable(v.string()),
  confirmations: v.number(),
  neededConfirmations: v.number(),
  delayed: v.pipe(
    v.boolean(),
    v.description('It is approved, and takes longer than usual: its chain did not take it, and users look at it.'),
  ),
  reason: v.pipe(v.nullable(v.string()), v.description('Why it was refused or failed.')),
  at: timestamp,
  updatedAt: timestamp,
});
export type Withdrawal = v.InferOutput<typeof withdrawal>;

export const bookedAddress = entity('An address of the user’s own book of withdrawal addresses.', {
  id,
  chain: chainId,
  address: v.string(),
  label: v.string(),
  createdAt: timestamp,
  usableAt: v.pipe(timestamp, v.description('From when money may go there.')),
});
export type BookedAddress = v.InferOutput<typeof bookedAddress>;
