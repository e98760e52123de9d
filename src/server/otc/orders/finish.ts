import type { CheckedInput } from '../../../protocol/calls.ts';
import type { FiatOrder } from '../../../protocol/entities/fiat-trade.ts';
import type { RequestFacts } from '../../core/handler.ts';
import { once, storedAnswer } from '../../core/idempotency/once.ts';
import { checkAct, lockOwnOrder } from './acts.ts';
import type { OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { endOrder, type OrderDone } from './ending.ts';
import { toFiatOrder } from './order-row.ts';

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
): Promise<FiatOrder> {
  const { transactionPassword, totp, ...body } = input;
  const asked = { userId: user, call: 'POST otcFinish', key, body };
  // An app that retries after a lost answer no longer has the password; if one is sent, it must be right.
  const before =
    transactionPassword === undefined ? await storedAnswer<FiatOrder>({ client: deps.database.pool }, asked) : null;
  if (before !== null) return before.answer;
  const presented = await deps.transactionPasswords.present(user, transactionPassword, facts, totp);
  const now = deps.clock();
  const outcome = await deps.database.transaction(async (tx) => {
    // A wrong password is counted by this transaction's commit, so it is reported afterwards.
    const refused = await presented.decide(tx, now);
    if (refused !== null) return { refused };
    let done: OrderDone | null = null;
    const { answer } = await once(tx, { ...asked, at: now }, async () => {
      const own = await lockOwnOrder(tx, body.id, user);
      deps.gate.check('POST otcFinish', { assets: [own.row.asset] });
      checkAct(own, 'release', now);
      done = await endOrder(tx, deps, own.row, 'release', now);
      return toFiatOrder(done.row, 'seller');
    });
    return { refused: null, answer, done: done as OrderDone | null };
  });
  if (outcome.refused !== null) throw outcome.refused;
  changes.changed(outcome.done);
  return outcome.answer;
}
