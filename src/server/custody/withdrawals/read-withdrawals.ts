import type { Database } from '#server/core/store/database.ts';
import { toWithdrawalRow, type StoredWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';

/** Lines per listing. */
export const listedAtOnce = 100;

/** Withdrawals of all users, for the operator: pending ones, oldest first; with `all`, all of them, newest first. */
export async function readWithdrawals(database: Database, { all }: { all: boolean }): Promise<WithdrawalRow[]> {
  const { rows } = await database.pool.query<StoredWithdrawal>(
    all
      ? `SELECT * FROM withdrawals ORDER BY id DESC LIMIT ${listedAtOnce}`
      : `SELECT * FROM withdrawals WHERE state IN ('under-review', 'approved', 'sent') ORDER BY id LIMIT ${listedAtOnce}`,
  );
  return rows.map(toWithdrawalRow);
}
