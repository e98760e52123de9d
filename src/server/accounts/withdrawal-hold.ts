import { withdrawalHoldMs } from '../../contract/limits.ts';
import type { Transaction } from '../store/database.ts';

/**
 * Until when nothing may leave a person's account after a change of a password (spec point 9), or null when it may.
 * Locks the account's row for the rest of the transaction, so that a change of the password waits for the debit.
 */
export async function withdrawalHoldUntil(tx: Transaction, userId: bigint, now: number): Promise<number | null> {
  const { rows } = await tx.client.query<{ changed: string | null }>(
    'SELECT password_changed_at AS changed FROM users WHERE id = $1 FOR SHARE',
    [userId],
  );
  const changed = rows[0]?.changed ?? null;
  const until = changed === null ? 0 : Number(changed) + withdrawalHoldMs;
  return until > now ? until : null;
}
