import { countedNetworks } from '#server/core/config/client-address.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { secretHash } from './secret-hash.ts';

/** A rate limit: a number of attempts within a window. `lockout.ts` limits wrong passwords, PINs and codes of one account. */
export interface RateLimit {
  readonly most: number;
  readonly windowMs: number;
}

/** The counter key: the kind of attempt and its actor or target. Stored as a hash only. */
export interface NamedRateLimitKey {
  readonly kind: string;
  readonly of: string;
}

/** The attempts of an address: counted for each network that its limits count for, see `countedNetworks`. */
interface AddressRateLimitKey {
  readonly kind: string;
  readonly address: string;
}

export type RateLimitKey = NamedRateLimitKey | AddressRateLimitKey;

/** The stored form of a key. */
export function rateLimitKeyText({ kind, of }: NamedRateLimitKey): string {
  return `${kind}:${secretHash(kind, of)}`;
}

/** The counters of a key, each with how many times the limit it allows. */
function countersOf(key: RateLimitKey): { readonly text: string; readonly times: number }[] {
  if ('of' in key) return [{ text: rateLimitKeyText(key), times: 1 }];
  const { kind, address } = key;
  return countedNetworks(address).map(({ network, times }) => ({
    text: rateLimitKeyText({ kind, of: network }),
    times,
  }));
}

/**
 * Counts one attempt and returns whether it is still within the limit. The row stays locked until the transaction ends,
 * so concurrent attempts are serialised and gain nothing. The transaction must commit for the attempt to count: refuse
 * after it, not inside. What is one too many of a narrow network does not count for the wide one.
 */
export async function countAttempt(
  tx: Transaction,
  key: RateLimitKey,
  limit: RateLimit,
  nowMs: number,
): Promise<boolean> {
  for (const { text, times } of countersOf(key)) {
    const { rows } = await tx.client.query<{ count: number }>(
      `INSERT INTO attempts AS a (key, count, ends_at) VALUES ($1, 1, $2)
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN a.ends_at <= $3 THEN 1 ELSE least(a.count + 1, 1000000) END,
         ends_at = CASE WHEN a.ends_at <= $3 THEN excluded.ends_at ELSE a.ends_at END
       RETURNING count`,
      [text, nowMs + limit.windowMs, nowMs],
    );
    if ((rows[0]?.count ?? 0) > limit.most * times) return false;
  }
  return true;
}

/** Whether another attempt is within the limit, without counting it. */
export async function mayAttempt(
  tx: Transaction,
  key: RateLimitKey,
  limit: RateLimit,
  nowMs: number,
): Promise<boolean> {
  for (const { text, times } of countersOf(key)) {
    const { rows } = await tx.client.query<{ count: number }>(
      'SELECT count FROM attempts WHERE key = $1 AND ends_at > $2',
      [text, nowMs],
    );
    if ((rows[0]?.count ?? 0) >= limit.most * times) return false;
  }
  return true;
}

/**
 * How long until the window of a key ends, in milliseconds; 0 when nothing is counted. Of an address until the last of its
 * windows does.
 */
export async function rateLimitWaitMs(tx: Transaction, key: RateLimitKey, nowMs: number): Promise<number> {
  const { rows } = await tx.client.query<{ wait: string | null }>(
    'SELECT max(ends_at) - $2::bigint AS wait FROM attempts WHERE key = ANY($1) AND ends_at > $2::bigint',
    [countersOf(key).map(({ text }) => text), nowMs],
  );
  return Number(rows[0]?.wait ?? 0);
}

/** Uncounts an attempt that turned out to be correct. */
export async function uncountAttempt(tx: Transaction, key: RateLimitKey): Promise<void> {
  for (const { text } of countersOf(key)) {
    await tx.client.query('UPDATE attempts SET count = count - 1 WHERE key = $1 AND count > 0', [text]);
  }
}
