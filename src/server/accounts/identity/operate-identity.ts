import type { Database, Transaction } from '#server/core/store/database.ts';
import { type SignedBy, writeLineAbout } from '../evidence/signed-lines.ts';
import { writeNotices } from '../notices/write-notice.ts';

/**
 * Withdraws a verified name, outside the running exchange, which applies it within about a second: the user reads the
 * reason and may apply again.
 *
 * @param onWithdrawn what ends with the name in other areas, in the same transaction; the user is locked
 * @returns the id of the line in the operators' log; null for somebody without a verified name
 */
export function withdrawIdentity(
  database: Pick<Database, 'transaction'>,
  owner: bigint,
  signed: SignedBy & { readonly at: number },
  onWithdrawn: (tx: Transaction) => Promise<void>,
): Promise<bigint | null> {
  const { reason, at } = signed;
  return database.transaction(async (tx) => {
    const { rowCount } = await tx.client.query(
      `UPDATE users SET verification = 'not-verified' WHERE id = $1 AND verification = 'verified'`,
      [owner],
    );
    if (rowCount !== 1) return null;
    await tx.client.query(
      `UPDATE verifications SET state = 'refused', reason = $2, decided_at = $3 WHERE owner = $1 AND state = 'verified'`,
      [owner, reason, at],
    );
    await onWithdrawn(tx);
    await writeNotices(tx, [
      { owner, kind: 'account', articleKey: 'notice/real-name-withdrawn', facts: { reason }, at },
    ]);
    const act = { what: 'withdraw-identity', scope: null, subject: owner.toString(), sessions: [] } as const;
    return writeLineAbout(tx, act, [owner], signed);
  });
}
