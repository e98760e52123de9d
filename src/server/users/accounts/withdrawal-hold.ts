import type { ClientBase, Pool } from 'pg';
import { withdrawalHoldMs } from '../../../protocol/limits.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Transaction } from '../../core/store/database.ts';

/**
 * Until when withdrawals are held after a change of a password (spec point 9), or of the wait for new withdrawal
 * addresses, which is an equal protection; null for no hold. Locks the account's row for the rest of the transaction,
 * so that a change of the password waits for the debit.
 */
export function withdrawalHoldUntil(tx: Transaction, userId: bigint, now: number): Promise<number | null> {
  return readHold(tx.client, userId, now, 'FOR SHARE');
}

/** Who sells to other people, and in which session; null for the exchange's own merchants, who have none. */
export interface Selling {
  readonly user: bigint;
  readonly session: bigint | null;
}

/**
 * Refuses to sell to other people while withdrawals are held, and in a session on a new device: whoever stole an account
 * would have its coins out by a sale as by a withdrawal. Locks as `withdrawalHoldUntil` does.
 *
 * @throws Refusal `withdrawalHold` with `until`, and `reason` `new-device` where that is it
 */
export async function checkSaleHold(tx: Transaction, { user, session }: Selling, now: number): Promise<void> {
  const until = await withdrawalHoldUntil(tx, user, now);
  if (until !== null) throw new Refusal('withdrawalHold', { until });
  const { rows } = await tx.client.query<{ waits_until: string | null }>(
    'SELECT waits_until FROM sessions WHERE id = $1 AND user_id = $2',
    [session, user],
  );
  const waitsUntil = Number(rows[0]?.waits_until ?? 0);
  if (waitsUntil > now) throw new Refusal('withdrawalHold', { until: waitsUntil, reason: 'new-device' });
}

/** The hold of withdrawals without a lock, for display. */
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
