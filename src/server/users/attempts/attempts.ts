import type { Transaction } from '../../core/store/database.ts';
import { secretHash } from './secret-hash.ts';

/** A number of attempts within a window. */
export interface AttemptLimit {
  readonly most: number;
  readonly windowMs: number;
}

/** The counter key: the kind of attempt and its actor or target. Stored as a hash only. */
export interface AttemptKey {
  readonly kind: string;
  readonly of: string;
}

/** The stored form of a key. */
export function attemptKeyText({ kind, of }: AttemptKey): string {
  return `${kind}:${secretHash(kind, of)}`;
}

/**
 * Counts one attempt and returns whether it is still within the limit. The row stays locked until the transaction ends,
 * so concurrent attempts are serialised and gain nothing. The transaction must commit for the attempt to count: refuse
 * after it, not inside.
 */
export async function countAttempt(
  tx: Transaction,
  key: AttemptKey,
  limit: AttemptLimit,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await tx.client.query<{ count: number }>(
    `INSERT INTO attempts AS a (key, count, ends_at) VALUES ($1, 1, $2)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN a.ends_at <= $3 THEN 1 ELSE least(a.count + 1, 1000000) END,
       ends_at = CASE WHEN a.ends_at <= $3 THEN excluded.ends_at ELSE a.ends_at END
     RETURNING count`,
    [attemptKeyText(key), nowMs + limit.windowMs, nowMs],
  );
  return (rows[0]?.count ?? 0) <= limit.most;
}

/** Whether another attempt is within the limit, without counting it. */
export async function mayAttempt(
  tx: Transaction,
  key: AttemptKey,
  limit: AttemptLimit,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await tx.client.query<{ count: number }>(
    'SELECT count FROM attempts WHERE key = $1 AND ends_at > $2',
    [attemptKeyText(key), nowMs],
  );
  return (rows[0]?.count ?? 0) < limit.most;
}

/** How long until the window of a key ends, in milliseconds; 0 when nothing is counted. */
export async function attemptWaitMs(tx: Transaction, key: AttemptKey, nowMs: number): Promise<number> {
  const { rows } = await tx.client.query<{ wait: string }>(
    'SELECT ends_at - $2::bigint AS wait FROM attempts WHERE key = $1 AND ends_at > $2::bigint',
    [attemptKeyText(key), nowMs],
  );
  return Number(rows[0]?.wait ?? 0);
}

/** Uncounts an attempt that turned out to be correct. */
export async function returnAttempt(tx: Transaction, key: AttemptKey): Promise<void> {
  await tx.client.query('UPDATE attempts SET count = count - 1 WHERE key = $1 AND count > 0', [attemptKeyText(key)]);
}
