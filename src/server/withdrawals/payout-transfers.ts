import type { Pool } from 'pg';
import type { SignedTransfer } from '../chains/chain.ts';
import type { Database } from '../store/database.ts';
import { toWithdrawalRow, type StoredWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';

/**
 * Brings the exchange's count of a paying account's nonces together with the chain's, once when payouts start. The
 * chain may be behind: what was signed and not sent yet is sent again. It is ahead only when the account was used
 * elsewhere, and then nothing may be signed with the nonces that are gone.
 *
 * @param fromChain the chain's next nonce
 * @returns how many nonces were used elsewhere
 */
export async function reconcileNonces(pool: Pool, chain: string, fromChain: number): Promise<number> {
  const { rows } = await pool.query<{ ours: string | null }>(
    `WITH before AS (SELECT next FROM payout_nonces WHERE chain = $1)
     INSERT INTO payout_nonces (chain, next) VALUES ($1, $2)
     ON CONFLICT (chain) DO UPDATE SET next = greatest(payout_nonces.next, excluded.next)
     RETURNING (SELECT next FROM before) AS ours`,
    [chain, fromChain],
  );
  const ours = rows[0]?.ours ?? null;
  return ours === null ? 0 : Math.max(0, fromChain - Number(ours));
}

/** The nonce that the next transfer of a chain gets. */
export async function nextPayoutNonce(pool: Pool, chain: string): Promise<number> {
  const { rows } = await pool.query<{ next: string }>('SELECT next FROM payout_nonces WHERE chain = $1', [chain]);
  const row = rows[0];
  if (row === undefined) throw new Error(`the nonces of ${chain} were never counted`);
  return Number(row.next);
}

/**
 * Gives a withdrawal its transfer: nonce, raw form and hash, together with the count of nonces, durably. Only what
 * was written here is ever sent, however often; a transfer that was signed and not written is forgotten.
 *
 * @throws Error when the withdrawal has a transfer already or the nonce is taken: somebody else pays for this chain
 */
export async function keepTransfer(
  database: Database,
  withdrawal: Pick<WithdrawalRow, 'id' | 'chain'>,
  transfer: SignedTransfer,
): Promise<WithdrawalRow> {
  return database.transaction(async ({ client }) => {
    const counted = await client.query('UPDATE payout_nonces SET next = next + 1 WHERE chain = $1 AND next = $2', [
      withdrawal.chain,
      transfer.nonce,
    ]);
    const { rows } = await client.query<StoredWithdrawal>(
      `UPDATE withdrawals SET nonce = $2, raw = $3, hash = $4, hindrance = NULL
        WHERE id = $1 AND state = 'approved' AND nonce IS NULL RETURNING *`,
      [withdrawal.id, transfer.nonce, transfer.raw, transfer.hash],
    );
    const row = rows[0];
    if (counted.rowCount !== 1 || row === undefined) {
      throw new Error(`withdrawal ${withdrawal.id} cannot have nonce ${transfer.nonce} of ${withdrawal.chain}`);
    }
    return toWithdrawalRow(row);
  });
}
