import type { Pool } from 'pg';
import type { SignedTransfer } from '#server/custody/chains/chain.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { toWithdrawalRow, type StoredWithdrawal, type WithdrawalRow } from '../withdrawal-row.ts';

/** A transfer signed with a nonce. */
export interface KeptTransfer extends SignedTransfer {
  readonly pays: 'withdrawal' | 'nothing';
  /** When it was signed, in epoch milliseconds. */
  readonly at: number;
}

/**
 * Reconciles the exchange's nonce of a paying account with the chain's, once when payouts start. The chain may be
 * behind: signed but unsent transfers are sent again. It is ahead only when the account was used elsewhere, and then
 * the used nonces must not be signed with.
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

/** The nonce of the next transfer of a chain. */
export async function nextPayoutNonce(pool: Pool, chain: string): Promise<number> {
  const { rows } = await pool.query<{ next: string }>('SELECT next FROM payout_nonces WHERE chain = $1', [chain]);
  const row = rows[0];
  if (row === undefined) throw new Error(`the nonces of ${chain} were never counted`);
  return Number(row.next);
}

/** The transfers signed for a withdrawal with its nonce, oldest first, with increasing fees. */
export async function transfersOf(
  pool: Pool,
  { id, chain, nonce }: Pick<WithdrawalRow, 'id' | 'chain' | 'nonce'>,
): Promise<KeptTransfer[]> {
  const { rows } = await pool.query<{ raw: string; hash: string; pays: KeptTransfer['pays']; at: string }>(
    `SELECT raw, hash, pays, at FROM payout_transfers
      WHERE chain = $1 AND nonce = $2 AND withdrawal = $3 ORDER BY place`,
    [chain, nonce, id],
  );
  if (nonce === null || rows.length === 0) throw new Error(`withdrawal ${id} has no transfer`);
  return rows.map((row) => ({ ...row, nonce, at: Number(row.at) }));
}

/**
 * Stores a withdrawal's first transfer with a nonce: nonce, raw form and hash, together with the nonce counter. Only
 * transfers stored here or by `keepReplacement` are ever sent; one signed but not stored is discarded.
 *
 * @throws Error when the withdrawal already has a transfer or the nonce is taken: another process pays on this chain
 */
export async function storeTransfer(
  database: Database,
  withdrawal: Pick<WithdrawalRow, 'id' | 'chain'>,
  transfer: SignedTransfer,
  now: number,
): Promise<WithdrawalRow> {
  return database.transaction(async (tx) => {
    const counted = await tx.client.query('UPDATE payout_nonces SET next = next + 1 WHERE chain = $1 AND next = $2', [
      withdrawal.chain,
      transfer.nonce,
    ]);
    await insertTransfer(tx, withdrawal, { ...transfer, pays: 'withdrawal', at: now });
    const { rows } = await tx.client.query<StoredWithdrawal>(
      `UPDATE withdrawals SET nonce = $2, raw = $3, hash = $4, hindrance = NULL, tries = 0, again_at = NULL,
             refused_why = NULL, refusal = NULL
        WHERE id = $1 AND state = 'approved' AND nonce IS NULL AND aside_at IS NULL RETURNING *`,
      [withdrawal.id, transfer.nonce, transfer.raw, transfer.hash],
    );
    const row = rows[0];
    if (counted.rowCount !== 1 || row === undefined) {
      throw new Error(`withdrawal ${withdrawal.id} cannot have nonce ${transfer.nonce} of ${withdrawal.chain}`);
    }
    return toWithdrawalRow(row);
  });
}

/**
 * Durably stores a replacement with the same nonce, before it is sent.
 *
 * @throws Error when the withdrawal has ended or now has another nonce
 */
export async function keepReplacement(
  database: Database,
  withdrawal: Pick<WithdrawalRow, 'id' | 'chain'>,
  transfer: KeptTransfer,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.client.query<{ nonce: string }>(
      `SELECT nonce FROM withdrawals WHERE id = $1 AND state IN ('approved', 'sent') AND nonce = $2 FOR UPDATE`,
      [withdrawal.id, transfer.nonce],
    );
    if (rows.length !== 1) throw new Error(`withdrawal ${withdrawal.id} does not have nonce ${transfer.nonce}`);
    await insertTransfer(tx, withdrawal, transfer);
    if (transfer.pays === 'withdrawal') await writeTransfer(tx, withdrawal.id, transfer);
  });
}

/** Sets the transfer shown for a withdrawal: the newest one, or the mined one. */
export async function writeTransfer(
  { client }: Transaction,
  id: bigint,
  { raw, hash }: Pick<SignedTransfer, 'raw' | 'hash'>,
): Promise<void> {
  await client.query('UPDATE withdrawals SET raw = $2, hash = $3 WHERE id = $1', [id, raw, hash]);
}

/**
 * Releases a withdrawal from its nonce, which can no longer pay it: it returns to approved, and gets another nonce
 * unless it is set aside.
 *
 * @returns the row, or null when it does not have that nonce
 */
export async function releaseNonce(
  tx: Transaction,
  { id, chain, nonce }: Pick<WithdrawalRow, 'id' | 'chain' | 'nonce'>,
  how: 'filled' | 'elsewhere',
  now: number,
): Promise<WithdrawalRow | null> {
  const { rows: held } = await tx.client.query(
    `SELECT FROM withdrawals WHERE id = $1 AND state IN ('approved', 'sent') AND nonce = $2 FOR UPDATE`,
    [id, nonce],
  );
  if (held.length !== 1) return null;
  await tx.client.query('INSERT INTO released_nonces (chain, nonce, withdrawal, how, at) VALUES ($1, $2, $3, $4, $5)', [
    chain,
    nonce,
    id,
    how,
    now,
  ]);
  const { rows } = await tx.client.query<StoredWithdrawal>(
    `UPDATE withdrawals SET state = 'approved', nonce = NULL, raw = NULL, hash = NULL, confirmations = 0, hindrance = NULL,
            tries = 0, again_at = NULL, updated_at = $2 WHERE id = $1 RETURNING *`,
    [id, now],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`withdrawal ${id} was not released`);
  return toWithdrawalRow(row);
}

async function insertTransfer(
  { client }: Transaction,
  { id, chain }: Pick<WithdrawalRow, 'id' | 'chain'>,
  { hash, nonce, raw, pays, at }: KeptTransfer,
): Promise<void> {
  await client.query(
    `INSERT INTO payout_transfers (chain, hash, nonce, withdrawal, raw, pays, at, place)
     VALUES ($1, $2, $3, $4, $5, $6, $7,
             (SELECT count(*) FROM payout_transfers WHERE chain = $1 AND nonce = $3 AND withdrawal = $4))`,
    [chain, hash, nonce, id, raw, pays, at],
  );
}

/** The newest of a row's transfers, oldest first. @throws Error when it has none */
export function newestOf(transfers: readonly KeptTransfer[]): KeptTransfer {
  const newest = transfers.at(-1);
  if (newest === undefined) throw new Error('a withdrawal has no transfer');
  return newest;
}
