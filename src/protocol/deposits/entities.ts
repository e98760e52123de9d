import * as v from 'valibot';
import { assetId, choice, decimal, id, timestamp } from '../core/fields.ts';
import { chainId } from '../chains/entities.ts';

export const depositState = choice(
  'How far a deposit is. On a watched chain: `seen` in a block that does not count yet, `credited` (locked), `free`; `below-minimum` is never credited, `undone` was taken back by the chain. With a voucher: `under-review`, then `free` or `refused`.',
  ['seen', 'credited', 'free', 'below-minimum', 'undone', 'under-review', 'refused'],
);
export type DepositState = v.InferOutput<typeof depositState>;

export const deposit = v.object({
  id,
  asset: assetId,
  chain: chainId,
  amount: decimal,
  state: depositState,
  hash: v.pipe(v.nullable(v.string()), v.description('Hash of the transaction; null when the user did not know it.')),
  address: v.nullable(v.string()),
  confirmations: v.pipe(v.number(), v.description('Blocks so far; 0 on a chain that is not watched.')),
  creditConfirmations: v.number(),
  freeConfirmations: v.number(),
  reason: v.pipe(v.nullable(v.string()), v.description('Why it was refused, in the reviewer’s words.')),
  at: timestamp,
  updatedAt: timestamp,
});
export type Deposit = v.InferOutput<typeof deposit>;

export const depositAddress = v.pipe(
  v.object({ asset: assetId, chain: chainId, address: v.string() }),
  v.description('A user’s own address for one coin on one chain.'),
);
