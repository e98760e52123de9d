import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { ReviewEffect } from '#server/accounts/reviews/reviews.ts';
import { reviewLog } from '#server/accounts/reviews/tables.ts';
import { givingBack, paying } from './transitions.ts';
import type { WithdrawalChanges } from './topic.ts';
import { type WithdrawalRow, receivedUnits } from './withdrawal-row.ts';
import { moveTo } from './store.ts';
import type { WithdrawalsDeps } from './deps.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Logger } from '#server/core/log/log.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import type { Transaction } from '#server/core/store/database.ts';

type SettlementDeps = Pick<WithdrawalsDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'notices'> & {
  readonly changes: WithdrawalChanges;
};

/** Changes of a completed withdrawal, for listeners after the commit. */
interface Ended {
  readonly row: WithdrawalRow;
  readonly balances: readonly BalanceRow[];
}

/** How a withdrawal ended. */
type Ending = 'confirmed' | 'refused' | 'failed';

/**
 * Notifies the owner of how a withdrawal ended, in the transaction that ends it. A notice that cannot be written, as
 * when its article is missing, does not block the money: it is logged and skipped.
 */
async function notifyOfOutcome(
  tx: Transaction,
  { notices, logger }: { notices: Pick<Notices, 'send'>; logger: Logger },
  row: WithdrawalRow,
  ending: Ending,
): Promise<void> {
  const shown = (units: bigint) => fromUnits(units, assetScale(row.asset));
  const facts = {
    asset: row.asset,
    amount: shown(row.units),
    received: shown(receivedUnits(row)),
    fee: shown(row.fee),
    chain: row.chain,
    address: row.address,
    hash: row.hash ?? '',
    reason: row.reason ?? '',
  };
  await tx.client.query('SAVEPOINT notice');
  try {
    await notices.send(tx, row.owner, 'account', `notice/withdrawal-${ending}`, facts);
    await tx.client.query('RELEASE SAVEPOINT notice');
  } catch (error) {
    await tx.client.query('ROLLBACK TO SAVEPOINT notice');
    logger.error({ err: error, withdrawal: row.id.toString() }, 'a withdrawal notice was not written');
  }
}

/**
 * Completes a withdrawal whose transfer is fully confirmed: `confirmed` debits frozen, `failed` refunds it. The state
 * transition guards the money, so it happens once, however often it is called.
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
 * Applies a review decision: an approved withdrawal waits for its transfer; a refused one is refunded.
 *
 * @param onApproved called after the commit with the chain that has something to pay
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
 * Refunds an approved withdrawal that cannot be sent, as when its token rejects the receiver. An operator action,
 * recorded in the review log; never once a transfer is signed.
 *
 * @returns whether it was refunded: not when it ended, has a transfer, or does not exist
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
