import type { ClientBase, Pool } from 'pg';
import { withdrawalHoldMs } from '../../../protocol/limits.ts';
import type { Transaction } from '../../core/store/database.ts';

/**
 * Until when withdrawals are held after a change of a password (spec point 9), or of the wait for new withdrawal
 * addresses, which is an equal protection; null for no hold. Locks the account's row for the rest of the transaction,
 * so that a change of the password waits for the debit.
 */
export function withdrawalHoldUntil(tx: Transaction, userId: bigint, now: number): Promise<number | null> {
  return readHold(tx.client, userId, now, 'FOR SHARE');
}

/** The same without a lock, for display. */
export function shownWithdrawalHold(client: ClientBase | Pool, userId: bigint, now: number): Promise<number | null> {
  return readHold(client, userId, now, '');
}

async function readHold(
  client: ClientBase | Pool,
  userId: bigint,
  now: number,
  lock: 'FOR SHARE' | '',
): Promise<number | null> {
  const { rows } = await client.query<{ changed: string | null }>(
    `SELECT greatest(password_changed_at, address_wait_ended_at) AS changed FROM users WHERE id = $1 ${lock}`,
    [userId],
  );
  const changed = rows[0]?.changed ?? null;
  const until = changed === null ? 0 : Number(changed) + withdrawalHoldMs;
  return until > now ? until : null;
}

/** The account's setting of the wait for new withdrawal addresses. */
export interface AddressWaitRow {
  readonly address_wait: boolean;
  readonly address_wait_ended_at: string | null;
}

/**
 * Whether new withdrawal addresses of an account wait before use: its owner enabled it, or it is the exchange's default
 * and its owner never disabled it.
 */
export function newAddressesWait(row: AddressWaitRow, byDefault: boolean): boolean {
  return row.address_wait || (byDefault && row.address_wait_ended_at === null);
}
