import type { RequestFacts } from '../http/handler.ts';
import type { Transaction } from '../store/database.ts';

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
