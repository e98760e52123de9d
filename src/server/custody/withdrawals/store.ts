import type { ClientBase, Pool } from 'pg';
import type { CheckedInput } from '#protocol/calls.ts';
import type { Withdrawal, WithdrawalState } from '#protocol/withdrawals/entities.ts';
import type { Page } from '#protocol/core/envelope.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { statesBefore } from './transitions.ts';
import { toWithdrawal, toWithdrawalRow, type StoredWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';
import type { WithdrawalTerms } from './rules.ts';

/** Pending withdrawals in a snapshot of the account topic. */
const underWayShown = 50;

/** Writes a new withdrawal, under review. */
export async function insertWithdrawal(
  tx: Transaction,
  owner: bigint,
  terms: WithdrawalTerms,
  worth: bigint,
  now: number,
): Promise<WithdrawalRow> {
  const { rows } = await tx.client.query<StoredWithdrawal>(
    `INSERT INTO withdrawals (owner, asset, chain, address, units, fee, worth, remark, state, needed, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'under-review', $9, $10, $10) RETURNING *`,
    [owner, terms.asset, terms.chain, terms.address, terms.units, terms.fee, worth, terms.remark, terms.needed, now],
  );
  return only(rows);
}

/** How many withdrawals of a user wait for their review. */
export async function countUnderReview(client: ClientBase, owner: bigint): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM withdrawals WHERE owner = $1 AND state = 'under-review'`,
    [owner],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Moves a withdrawal to a state from an allowed one; one with a transfer is never refused.
 *
 * @returns the new row, or null when its state did not allow it: another process was faster
 */
export async function moveTo(
  tx: Transaction,
  id: bigint,
  state: Exclude<WithdrawalState, 'under-review'>,
  { now, reason = null, confirmations = null }: { now: number; reason?: string | null; confirmations?: number | null },
): Promise<WithdrawalRow | null> {
  const { rows } = await tx.client.query<StoredWithdrawal>(
    `UPDATE withdrawals
        SET state = $2, updated_at = $3, reason = $4, confirmations = coalesce($5, confirmations), hindrance = NULL,
            approved_at = CASE WHEN $2 = 'approved' THEN $3 ELSE approved_at END
      WHERE id = $1 AND state = ANY ($6) AND ($2 <> 'refused' OR nonce IS NULL) RETURNING *`,
    [id, state, now, reason, confirmations, statesBefore(state)],
  );
  const row = rows[0];
  return row === undefined ? null : toWithdrawalRow(row);
}

/** Updates the confirmations of a transfer. @returns the row, or null when it ended */
export async function writeConfirmations(
  tx: Transaction,
  id: bigint,
  confirmations: number,
  now: number,
): Promise<WithdrawalRow | null> {
  const { rows } = await tx.client.query<StoredWithdrawal>(
    `UPDATE withdrawals SET confirmations = $2, updated_at = $3
      WHERE id = $1 AND state = 'sent' RETURNING *`,
    [id, confirmations, now],
  );
  const row = rows[0];
  return row === undefined ? null : toWithdrawalRow(row);
}

/** A user's withdrawals that have not ended, newest first. */
export async function withdrawalsUnderWay(pool: Pool, owner: bigint): Promise<Withdrawal[]> {
  const { rows } = await pool.query<StoredWithdrawal>(
    `SELECT * FROM withdrawals
      WHERE owner = $1 AND state IN ('under-review', 'approved', 'sent') ORDER BY id DESC LIMIT ${underWayShown}`,
    [owner],
  );
  return rows.map((row) => toWithdrawal(toWithdrawalRow(row)));
}

/**
 * A user's own withdrawals, newest first.
 *
 * @throws Refusal `operationFailed` for an invalid cursor
 */
export async function listWithdrawals(
  pool: Pool,
  owner: bigint,
  { cursor, size, asset, state }: CheckedInput<'GET coinRecord'>,
): Promise<Page<Withdrawal>> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  const { rows } = await pool.query<StoredWithdrawal>(
    `SELECT * FROM withdrawals
      WHERE owner = $1 AND ($2::bigint IS NULL OR id < $2)
        AND ($3::text IS NULL OR asset = $3) AND ($4::text IS NULL OR state = $4)
      ORDER BY id DESC LIMIT $5`,
    [owner, cursor ?? null, asset ?? null, state ?? null, size + 1],
  );
  const list = rows.slice(0, size).map((row) => toWithdrawal(toWithdrawalRow(row)));
  return { list, next: rows.length > size ? (list.at(-1)?.id ?? null) : null };
}

function only(rows: readonly StoredWithdrawal[]): WithdrawalRow {
  const row = rows[0];
  if (row === undefined) throw new Error('a withdrawal was not written');
  return toWithdrawalRow(row);
}
