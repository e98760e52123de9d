import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Database } from '#server/core/store/database.ts';
import { releaseNonce } from './payouts/payout-transfers.ts';
import { toWithdrawalRow, type StoredWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';

/** The operator, the reason and the time. */
interface SignedAct {
  readonly by: string;
  readonly reason: string;
  readonly at: number;
}

/**
 * Retries a withdrawal that was set aside, from the start; recorded in the operators' log.
 *
 * @returns whether it was set aside
 */
export async function retryPayout(database: Database, id: bigint, signed: SignedAct): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { rowCount } = await tx.client.query(
      `UPDATE withdrawals SET aside_at = NULL, tries = 0, again_at = NULL, refused_why = NULL, refusal = NULL, hindrance = NULL
        WHERE id = $1 AND state IN ('approved', 'sent') AND aside_at IS NOT NULL`,
      [id],
    );
    if (rowCount !== 1) return false;
    const act = { what: 'retry-payout', scope: null, subject: id.toString(), sessions: [] } as const;
    await writeOperatorLog(tx, act, signed);
    return true;
  });
}

/**
 * Releases a withdrawal from a nonce that was used elsewhere, as verified by the operator; it stays set aside. Recorded
 * in the operators' log.
 *
 * @returns the withdrawal, or null when it is not set aside for that
 */
export async function releasePayout(database: Database, id: bigint, signed: SignedAct): Promise<WithdrawalRow | null> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.client.query<StoredWithdrawal>(
      `SELECT * FROM withdrawals WHERE id = $1 AND state IN ('approved', 'sent') AND aside_at IS NOT NULL
          AND nonce IS NOT NULL AND refused_why = 'nonce-used' FOR UPDATE`,
      [id],
    );
    if (rows[0] === undefined) return null;
    const released = await releaseNonce(tx, toWithdrawalRow(rows[0]), 'elsewhere', signed.at);
    const act = { what: 'release-payout', scope: null, subject: id.toString(), sessions: [] } as const;
    await writeOperatorLog(tx, act, signed);
    return released;
  });
}
