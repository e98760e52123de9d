import { guessesOfPoolMax, guessWaitsMs, guessWindowMs } from '#protocol/core/limits.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { knownNetworkRetentionMs } from '#server/core/jobs/retention.ts';
import { rateLimitKeyText, type NamedRateLimitKey } from './rate-limit.ts';
import { secretHash } from './secret-hash.ts';

/**
 * Lockout: the wrong attempts on one account within a day, of passwords, PINs (transaction passwords) and codes together.
 * After the third the next one waits, longer each time; `rate-limit.ts` limits attempts of one address. There are two pools, so that a stranger cannot use up the owner's attempts: `proven` with a session of the account or from a
 * network its owner logged in from before, `elsewhere` for all others.
 */
export interface LockoutPool {
  readonly kind: 'proven' | 'elsewhere';
  /** Id of the account; the typed name of a missing account, so that it is answered the same. */
  readonly account: string;
}

/** A network a user logged in from is known for this long after. */
const knownNetworkLifeMs = knownNetworkRetentionMs;
/** Known networks per user; the least recently used is dropped. */
const knownNetworksMax = 20;

function keyOf({ kind, account }: LockoutPool): NamedRateLimitKey {
  return { kind: `guesses-${kind}`, of: account };
}

function networkHash(userId: bigint, address: string): string {
  return secretHash('network', userId.toString(), address);
}

/** The pool of callers with a session of the account. */
export function lockoutPoolOfSession(userId: bigint): LockoutPool {
  return { kind: 'proven', account: userId.toString() };
}

/**
 * The pool of callers without a session.
 *
 * @param userId null for an account that does not exist
 * @param typed the entered account name
 */
export async function lockoutPoolOfVisitor(
  tx: Transaction,
  userId: bigint | null,
  typed: string,
  { address }: RequestFacts,
  now: number,
): Promise<LockoutPool> {
  if (userId === null) return { kind: 'elsewhere', account: `nobody ${typed}` };
  const isKnown = await knowsNetwork(tx, userId, { address }, now);
  return { kind: isKnown ? 'proven' : 'elsewhere', account: userId.toString() };
}

/** Whether a user logged in from this network lately. */
export async function knowsNetwork(
  tx: Transaction,
  userId: bigint,
  { address }: Pick<RequestFacts, 'address'>,
  now: number,
): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'SELECT 1 FROM known_networks WHERE user_id = $1 AND network_hash = $2 AND used_at > $3',
    [userId, networkHash(userId, address), now - knownNetworkLifeMs],
  );
  return rowCount !== 0;
}

/** Records a network of the owner: later attempts from it count as theirs. */
export async function rememberNetwork(
  tx: Transaction,
  userId: bigint,
  { address }: Pick<RequestFacts, 'address'>,
  now: number,
): Promise<void> {
  await tx.client.query(
    `INSERT INTO known_networks (user_id, network_hash, used_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, network_hash) DO UPDATE SET used_at = excluded.used_at`,
    [userId, networkHash(userId, address), now],
  );
  await tx.client.query(
    `DELETE FROM known_networks WHERE user_id = $1 AND network_hash IN
       (SELECT network_hash FROM known_networks WHERE user_id = $1
         ORDER BY used_at DESC, network_hash OFFSET ${knownNetworksMax})`,
    [userId],
  );
}

/** The wrong attempts of a pool, and when the next one may be checked. */
interface PoolState {
  readonly count: number;
  readonly endsAt: number;
  readonly nextAt: number | null;
}

async function readPool(tx: Transaction, key: string, lock: 'FOR UPDATE' | '', now: number): Promise<PoolState> {
  const { rows } = await tx.client.query<{ count: number; ends_at: string; next_at: string | null }>(
    `SELECT count, ends_at, next_at FROM attempts WHERE key = $1 ${lock}`,
    [key],
  );
  const [row] = rows;
  if (row === undefined || Number(row.ends_at) <= now) return { count: 0, endsAt: now + guessWindowMs, nextAt: null };
  return { count: row.count, endsAt: Number(row.ends_at), nextAt: row.next_at === null ? null : Number(row.next_at) };
}

/** How long the next attempt must wait; 0 when it may be checked now. */
function waitOf({ count, endsAt, nextAt }: PoolState, most: number, now: number): number {
  return Math.max(0, count >= most ? endsAt - now : 0, (nextAt ?? 0) - now);
}

/** How long the next attempt of a pool must wait in milliseconds, without counting one; 0 for no wait. */
export async function lockoutWaitMs(tx: Transaction, pool: LockoutPool, now: number): Promise<number> {
  return waitOf(await readPool(tx, rateLimitKeyText(keyOf(pool)), '', now), guessesOfPoolMax, now);
}

/**
 * Counts an attempt before it is compared, under a row lock until the transaction ends: concurrent attempts are
 * serialised and gain nothing. The transaction must commit for it to count. After the third the next one has to wait,
 * longer each time.
 *
 * @param most tries of the pool that may have been counted before: fewer than all for those that need not wait for a
 *   message, so that a code that was sent can still be entered
 * @returns 0 when the attempt may be checked, else how long to wait in milliseconds; it is not counted then
 */
export async function countGuess(
  tx: Transaction,
  pool: LockoutPool,
  now: number,
  most: number = guessesOfPoolMax,
): Promise<number> {
  const key = rateLimitKeyText(keyOf(pool));
  await tx.client.query('INSERT INTO attempts (key, count, ends_at) VALUES ($1, 0, $2) ON CONFLICT (key) DO NOTHING', [
    key,
    now + guessWindowMs,
  ]);
  const before = await readPool(tx, key, 'FOR UPDATE', now);
  const waitMs = waitOf(before, most, now);
  if (waitMs > 0) return waitMs;
  const count = before.count + 1;
  const next = guessWaitsMs[count] ?? 0;
  await tx.client.query('UPDATE attempts SET count = $2, ends_at = $3, next_at = $4 WHERE key = $1', [
    key,
    count,
    before.endsAt,
    next === 0 ? null : now + next,
  ]);
  return 0;
}

/** Uncounts a correct attempt. The next one need not wait. */
export async function uncountGuess(tx: Transaction, pool: LockoutPool): Promise<void> {
  await tx.client.query('UPDATE attempts SET count = count - 1, next_at = NULL WHERE key = $1 AND count > 0', [
    rateLimitKeyText(keyOf(pool)),
  ]);
}

/**
 * Resets the wrong attempts on an account: its owner gave an unguessable proof, such as a passkey or a code sent to
 * them.
 */
export async function clearLockout(tx: Transaction, userId: bigint): Promise<void> {
  const account = userId.toString();
  const keys = (['proven', 'elsewhere'] as const).map((kind) => rateLimitKeyText(keyOf({ kind, account })));
  await tx.client.query('DELETE FROM attempts WHERE key = ANY($1::text[])', [keys]);
}
