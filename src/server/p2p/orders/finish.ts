import type { CheckedInput } from '#protocol/calls.ts';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { answeredBefore, onceWithPassword } from '#server/accounts/account/passwords/with-password.ts';
import { checkAct, lockOwnOrder } from './acts.ts';
import type { OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { endOrder } from './ending.ts';
import { toP2pOrder } from './order-row.ts';

/** The caller, the idempotency key. */
export interface OrderRequest {
  readonly user: bigint;
  readonly key: string;
  readonly facts: RequestFacts;
}

/**
 * Releases the coins to the buyer. The transaction password is checked in the transaction that moves them.
 *
 * @throws Refusal `notFound`, `operationFailed` for the buyer, `cannotCloseNow` before it is marked as paid,
 *   `orderFinished`, and those of the transaction password
 */
export async function releaseCoins(
  deps: OrdersDeps,
  changes: OrderChanges,
  input: CheckedInput<'POST otcFinish'>,
  { user, key, facts }: OrderRequest,
): Promise<P2pOrder> {
  const { transactionPassword, totp, ...body } = input;
  const proofs = { transactionPassword, totp };
  const asked = { userId: user, call: 'POST otcFinish', key, body };
  const before = await answeredBefore<P2pOrder>(deps, asked, proofs);
  if (before !== null) return before.answer;
  const { answer, change } = await onceWithPassword(deps, asked, proofs, facts, async (tx, now) => {
    const own = await lockOwnOrder(tx, body.id, user);
    deps.gate.check('POST otcFinish', { assets: [own.row.asset] });
    checkAct(own, 'release', now);
    const done = await endOrder(tx, deps, own.row, 'release', now);
    return { answer: toP2pOrder(done.row, 'seller'), change: done };
  });
  changes.changed(change);
  return answer;
}
