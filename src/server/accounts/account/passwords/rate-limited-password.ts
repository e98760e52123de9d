import type { Clock } from '#server/core/clock/clock.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { RateLimit } from '#server/accounts/rate-limits/rate-limit.ts';
import { rateLimitWaitMs, countAttempt, mayAttempt, uncountAttempt } from '#server/accounts/rate-limits/rate-limit.ts';
import { countGuess, lockoutWaitMs, lockoutPoolOfSession, uncountGuess } from '#server/accounts/rate-limits/lockout.ts';
import { isPassword } from './password-hash.ts';

/** Which password of an account, and the rate limit of wrong ones per address; `rate-limits/lockout.ts` limits those of an account. */
export interface RateLimitedPassword {
  readonly column: 'password_hash' | 'transaction_password_hash';
  /** The attempt counter. */
  readonly tries: string;
  readonly ofAddress: RateLimit;
  /** A value of another form is wrong without comparing, and no guess: it is not counted. */
  readonly hasForm: (given: string) => boolean;
}

/**
 * The result of an attempt: `none` when the account has no such password, `waitMs` when no attempt may be checked yet.
 */
type PasswordVerdict = 'right' | 'wrong' | 'none' | { readonly waitMs: number };

/** A password that was compared; what it is worth is decided in a transaction. */
export interface ComparedPassword {
  /**
   * Counts the attempt under row locks before it is checked, per account and per address, and uncounts it when it is
   * correct: concurrent attempts are serialised and gain nothing. Locks the account's row, so that a change of the
   * password waits. The transaction must commit when the verdict is not `right`.
   */
  decide(tx: Transaction, now: number): Promise<PasswordVerdict>;
}

/** The result of the comparison, and the hash compared with: it is void if the hash has changed since. */
interface Compared {
  readonly against: string;
  readonly isRight: boolean;
}

/**
 * Compares a password of an account, before any lock is held: it takes about 20 ms.
 *
 * @throws Refusal `busyRetry` when too many wait
 */
export async function comparePassword(
  deps: { readonly database: Database; readonly clock: Clock },
  which: RateLimitedPassword,
  userId: bigint,
  given: string,
  facts: RequestFacts,
): Promise<ComparedPassword> {
  const pool = lockoutPoolOfSession(userId);
  const ofAddress = { kind: `${which.tries}-of-address`, address: facts.address };
  const compared = await compare();
  return { decide };

  /** Null when there is nothing to compare with, or no attempt is left. */
  async function compare(): Promise<Compared | null> {
    const now = deps.clock();
    const against = await deps.database.transaction(async (tx) => {
      const mayTry =
        (await lockoutWaitMs(tx, pool, now)) === 0 && (await mayAttempt(tx, ofAddress, which.ofAddress, now));
      return mayTry && which.hasForm(given) ? readHash(tx, which.column, userId, '') : null;
    });
    if (against === null) return null;
    return { against, isRight: await isPassword(given, against) };
  }

  async function decide(tx: Transaction, now: number): Promise<PasswordVerdict> {
    if (!which.hasForm(given))
      return (await readHash(tx, which.column, userId, 'FOR SHARE')) === null ? 'none' : 'wrong';
    // The account's attempt row is locked from here on.
    const waitMs = await countGuess(tx, pool, now);
    if (waitMs > 0) return { waitMs };
    if (!(await countAttempt(tx, ofAddress, which.ofAddress, now))) {
      await uncountGuess(tx, pool);
      return { waitMs: await rateLimitWaitMs(tx, ofAddress, now) };
    }
    const kept = await readHash(tx, which.column, userId, 'FOR SHARE');
    if (kept !== null && compared !== null && !(compared.isRight && compared.against === kept)) return 'wrong';
    await uncountGuess(tx, pool);
    await uncountAttempt(tx, ofAddress);
    if (kept === null) return 'none';
    // Not compared: no attempt was left when the call arrived.
    return compared === null ? { waitMs: 0 } : 'right';
  }
}

/** The hash of an account's password, or null when it has none. */
export async function readHash(
  tx: Transaction,
  column: RateLimitedPassword['column'],
  userId: bigint,
  lock: 'FOR SHARE' | '',
): Promise<string | null> {
  const { rows } = await tx.client.query<{ hash: string | null }>(
    `SELECT ${column} AS hash FROM users WHERE id = $1 ${lock}`,
    [userId],
  );
  return rows[0]?.hash ?? null;
}
