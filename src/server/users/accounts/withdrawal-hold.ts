import type { ClientBase, Pool } from 'pg';
import { withdrawalHoldMs } from '../../../protocol/limits.ts';
import type { Transaction } from '../../core/store/database.ts';

/**
 * Until when nothing may leave a user's account after a change of a password (spec point 9), or of the wait of new
 * withdrawal addresses, which protects the same way; null when it may.
 * Locks the account's row for the rest of the transaction, so that a change of the password waits for the debit.
 */
export function withdrawalHoldUntil(tx: Transaction, userId: bigint, now: number): Promise<number | null> {
  return readHold(tx.client, userId, now, 'FOR SHARE');
}

/** The same without a lock, for showing it. */
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

/** What an account says about the wait of its new withdrawal addresses. */
export interface AddressWaitRow {
  readonly address_wait: boolean;
  readonly address_wait_ended_at: string | null;
}

/**
 * Whether new withdrawal addresses of an account wait before money may go there: its owner switched it on, or the
 * exchange does so by default and its owner never switched it off.
 */
export function newAddressesWait(row: AddressWaitRow, byDefault: boolean): boolean {
  return row.address_wait || (byDefault && row.address_wait_ended_at === null);
}
