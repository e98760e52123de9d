import { isTransactionPasswordForm } from '../../contract/transaction-password.ts';
import type { Clock } from '../clock.ts';
import type { RequestFacts } from '../http/handler.ts';
import type { Database, Transaction } from '../store/database.ts';
import type { AccountLimits } from './account-limits.ts';
import { comparePassword, type CountedPassword, readHash } from './counted-password.ts';

/** Why a transaction password does not allow a debit. */
export type PasswordRefusal =
  | 'transactionPasswordNeeded'
  | 'setTransactionPasswordFirst'
  | 'transactionPasswordWrong'
  | 'verificationTooOften';

/** A transaction password that was hashed and compared; whether it counts is decided with the debit. */
export interface PresentedPassword {
  /**
   * Decides in the transaction of the debit: counts the try under a row lock before it is looked at (per account and
   * per address), and takes it back when the password is right. The transaction must COMMIT when this refuses, so that
   * the try stays counted: return the code out of the transaction and throw `Refusal` afterwards.
   *
   * @returns null when it allows the debit
   */
  decide(tx: Transaction, now: number): Promise<PasswordRefusal | null>;
}

/** Transaction passwords (design section 3): checked in the same transaction as the debit they allow. */
export interface TransactionPasswords {
  /**
   * Does the slow comparing before any lock is held.
   *
   * @param given undefined when the call carried none
   * @throws Refusal `busyRetry` when too many wait
   */
  present(userId: bigint, given: string | undefined, facts: RequestFacts): Promise<PresentedPassword>;
}

/** The transaction password and its tries: those with a debit and those at a change are counted together. */
export function transactionPasswordOf(
  limits: Pick<AccountLimits, 'transactionPasswordsOfAccount' | 'transactionPasswordsOfAddress'>,
): CountedPassword {
  return {
    column: 'transaction_password_hash',
    tries: 'transaction-passwords',
    ofAccount: limits.transactionPasswordsOfAccount,
    ofAddress: limits.transactionPasswordsOfAddress,
    hasForm: isTransactionPasswordForm,
  };
}

const refusals = {
  right: null,
  wrong: 'transactionPasswordWrong',
  none: 'setTransactionPasswordFirst',
  spent: 'verificationTooOften',
} as const;

/**
 * Transaction passwords on the store. At most `transactionPasswordMaxFailures` wrong ones of an account within the
 * window, and several times that from one address, whichever accounts it tries.
 */
export function createTransactionPasswords(
  database: Database,
  limits: Parameters<typeof transactionPasswordOf>[0],
  clock: Clock,
): TransactionPasswords {
  const which = transactionPasswordOf(limits);
  return {
    async present(userId, given, facts) {
      if (given === undefined) return { decide: (tx) => absent(tx, userId) };
      const compared = await comparePassword({ database, clock }, which, userId, given, facts);
      return { decide: async (tx, now) => refusals[await compared.decide(tx, now)] };
    },
  };

  async function absent(tx: Transaction, userId: bigint): Promise<PasswordRefusal> {
    const kept = await readHash(tx, which.column, userId, 'FOR SHARE');
    return kept === null ? 'setTransactionPasswordFirst' : 'transactionPasswordNeeded';
  }
}
