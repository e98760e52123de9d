import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { ReviewEffect } from '../../users/reviews/reviews.ts';
import { reviewLog } from '../../users/reviews/tables.ts';
import { givingBack, paying } from './transitions.ts';
import type { WithdrawalChanges } from './topic.ts';
import { notifyOfOutcome } from './withdrawal-notices.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';
import { moveTo } from './store.ts';
import type { WithdrawalsDeps } from './deps.ts';

type SettlementDeps = Pick<WithdrawalsDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'notices'> & {
  readonly changes: WithdrawalChanges;
};

/** What changed with an ending, for whoever listens after the commit. */
interface Ended {
  readonly row: WithdrawalRow;
  readonly balances: readonly BalanceRow[];
}

/**
 * Ends a withdrawal whose transfer has all its blocks: `confirmed` pays it out of frozen, `failed` gives it back. The
 * state's move guards the money's: it happens once, however often it is asked for.
 */
export async function settle(
  deps: SettlementDeps,
  { id }: Pick<WithdrawalRow, 'id'>,
  ending: 'confirmed' | 'failed',
  confirmations: number,
): Promise<void> {
  const now = deps.clock();
  const ended = await deps.database.transaction(async (tx) => {
    const row = await moveTo(tx, id, ending, { now, confirmations });
    if (row === null) return null;
    const journals = ending === 'confirmed' ? paying(row, now) : givingBack(row, now);
    const balances = await deps.ledger.postMany(tx, journals);
    await notifyOfOutcome(tx, deps, row, ending);
    return { row, balances };
  });
  if (ended !== null) announce(deps, ended);
}

/**
 * What a decision of the review does: approved, the withdrawal waits for its transfer; refused, the money is back.
 *
 * @param onApproved told after the commit, with the chain that has something to pay
 */
export function reviewEffect(deps: SettlementDeps, onApproved: (chain: string) => void): ReviewEffect {
  return async (tx, review, decision) => {
    const now = deps.clock();
    if (decision.approved) {
      const row = await moveTo(tx, review.subject, 'approved', { now });
      if (row === null) throw new Error(`withdrawal ${review.subject} was not under review`);
      return () => {
        deps.changes.changed(row);
        onApproved(row.chain);
      };
    }
    const row = await moveTo(tx, review.subject, 'refused', { now, reason: decision.reason });
    if (row === null) throw new Error(`withdrawal ${review.subject} was not under review`);
    const balances = await deps.ledger.postMany(tx, givingBack(row, now));
    await notifyOfOutcome(tx, deps, row, 'refused');
    return () => announce(deps, { row, balances });
  };
}

/**
 * Gives back a withdrawal that was approved and cannot leave, as when its token refuses the receiver. The operator's
 * doing, written down in the log of the reviews; never once a transfer is signed.
 *
 * @returns whether it was given back: not when it ended, has a transfer, or is not there
 */
export async function giveBackApproved(
  deps: Omit<SettlementDeps, 'changes'>,
  id: bigint,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<boolean> {
  const now = deps.clock();
  return deps.database.transaction(async (tx) => {
    const { rows } = await tx.client.query<{ review: string }>(
      `SELECT reviews.id AS review FROM reviews JOIN withdrawals ON withdrawals.id = subject
        WHERE kind = 'withdrawal' AND subject = $1 AND withdrawals.state = 'approved'`,
      [id],
    );
    const review = rows[0]?.review;
    const row = review === undefined ? null : await moveTo(tx, id, 'refused', { now, reason });
    if (review === undefined || row === null) return false;
    await deps.ledger.postMany(tx, givingBack(row, now));
    await notifyOfOutcome(tx, deps, row, 'refused');
    await tx.drizzle.insert(reviewLog).values({ review: BigInt(review), at: now, who: by, what: 'refused', reason });
    return true;
  });
}

function announce({ ledger, changes, notices }: SettlementDeps, { row, balances }: Ended): void {
  ledger.changed(balances);
  changes.changed(row);
  notices.changed(row.owner);
}
