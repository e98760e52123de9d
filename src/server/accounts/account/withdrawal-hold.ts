import type { ClientBase, Pool } from 'pg';
import { withdrawalHoldMs } from '#protocol/core/limits.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { OutflowHold } from '#server/core/outflow/outflow.ts';
import type { Transaction } from '#server/core/store/database.ts';

/**
 * Until when withdrawals are held after a change of a password (spec point 9), or of the wait for new withdrawal
 * addresses, which is an equal protection; null for no hold. Locks the account's row for the rest of the transaction,
 * so that a change of the password waits for the debit.
 */
export function withdrawalHoldUntil(tx: Transaction, userId: bigint, now: number): Promise<number | null> {
  return readHold(tx.client, userId, now, 'FOR SHARE');
}

/** Nothing leaves for a day after a change of a password (spec point 9). Locks as `withdrawalHoldUntil` does. */
export const passwordHold: OutflowHold = async (tx, { owner }, now) => {
  const until = await withdrawalHoldUntil(tx, owner, now);
  if (until !== null) throw new Refusal('withdrawalHold', { until });
};

/** Nothing leaves from a new device for a day after it logged in: whoever stole an account would empty it at once. */
export const newDeviceHold: OutflowHold = async (tx, { owner, session }, now) => {
  const until = await deviceWaitsUntil(tx.client, owner, session, now);
  if (until !== null) throw new Refusal('withdrawalHold', { until, reason: 'new-device' });
};

/** Until when a session's device counts as new; null when it does not. */
export async function deviceWaitsUntil(
  client: ClientBase | Pool,
  user: bigint,
  session: bigint | null,
  now: number,
): Promise<number | null> {
  const { rows } = await client.query<{ waits_until: string | null }>(
    'SELECT waits_until FROM sessions WHERE id = $1 AND user_id = $2',
    [session, user],
  );
  const until = Number(rows[0]?.waits_until ?? 0);
  return until > now ? until : null;
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
