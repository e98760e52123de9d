import { isTransactionPasswordForm } from '#protocol/accounts/transaction-password.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { AccountLimits } from '#server/accounts/rate-limits/account-limits.ts';
import { lockoutPoolOfSession } from '#server/accounts/rate-limits/lockout.ts';
import type { SecondFactor } from '../second-factor/second-factor.ts';
import { comparePassword, type RateLimitedPassword, readHash } from './rate-limited-password.ts';

/** A compared transaction password; its validity is decided with the debit. */
interface PresentedPassword {
  /**
   * Decides in the transaction of the debit: counts the attempt under a row lock before it is checked (per account and
   * per address), and uncounts it when the password is correct. The transaction must COMMIT when this refuses, so that
   * the attempt is counted: return the refusal out of the transaction and throw it afterwards.
   *
   * @returns null when it allows the debit; else `transactionPasswordNeeded`, `setTransactionPasswordFirst`,
   *   `transactionPasswordWrong`, or `verificationTooOften` with `waitMs`; for the second factor `enterCode`,
   *   `codeWrong`
   */
  decide(tx: Transaction, now: number): Promise<Refusal | null>;
}

/** Transaction passwords (design section 3): checked in the same transaction as the debit they allow. */
export interface TransactionPasswords {
  /**
   * Does the slow comparison before any lock is held.
   *
   * @param given undefined when the call carried none
   * @param code of the authenticator, which is checked after a correct password if enabled
   * @throws Refusal `busyRetry` when too many wait
   */
  present(userId: bigint, given: string | undefined, facts: RequestFacts, code?: string): Promise<PresentedPassword>;
}

/**
 * The transaction password and its attempts from one address: those with a debit and with a change are counted
 * together.
 */
export function transactionPasswordOf(
  limits: Pick<AccountLimits, 'transactionPasswordsOfAddress'>,
): RateLimitedPassword {
  return {
    column: 'transaction_password_hash',
    tries: 'transaction-passwords',
    ofAddress: limits.transactionPasswordsOfAddress,
    hasForm: isTransactionPasswordForm,
  };
}

const refusals = {
  wrong: 'transactionPasswordWrong',
  none: 'setTransactionPasswordFirst',
} as const;

/** Transaction passwords on the store. Wrong ones are guesses of the account, and counted for the address too. */
export function createTransactionPasswords(
  database: Database,
  limits: Parameters<typeof transactionPasswordOf>[0],
  clock: Clock,
  secondFactor: Pick<SecondFactor, 'decide'>,
): TransactionPasswords {
  const which = transactionPasswordOf(limits);
  return {
    async present(userId, given, facts, code) {
      if (given === undefined) return { decide: (tx) => absent(tx, userId) };
      const compared = await comparePassword({ database, clock }, which, userId, given, facts);
      return {
        async decide(tx, now) {
          const verdict = await compared.decide(tx, now);
          if (typeof verdict !== 'string') return new Refusal('verificationTooOften', verdict);
          if (verdict !== 'right') return new Refusal(refusals[verdict]);
          return secondFactor.decide(tx, userId, code, lockoutPoolOfSession(userId), now);
        },
      };
    },
  };

  async function absent(tx: Transaction, userId: bigint): Promise<Refusal> {
    const kept = await readHash(tx, which.column, userId, 'FOR SHARE');
    return new Refusal(kept === null ? 'setTransactionPasswordFirst' : 'transactionPasswordNeeded');
  }
}
