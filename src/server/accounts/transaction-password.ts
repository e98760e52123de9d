import { transactionPasswordLength } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { RequestFacts } from '../http/handler.ts';
import type { Database, Transaction } from '../store/database.ts';
import type { AccountLimits } from './account-limits.ts';
import { countAttempt, mayAttempt, returnAttempt } from './attempts.ts';
import { isPassword } from './password-hash.ts';

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

const form = new RegExp(`^\\d{${transactionPasswordLength}}$`);

/** What comparing found, and the hash it was compared with: another one by the time of the debit makes it worthless. */
interface Compared {
  readonly against: string;
  readonly isRight: boolean;
}

/**
 * Transaction passwords on the store. At most `transactionPasswordMaxFailures` wrong ones of an account within the
 * window, and several times that from one address, whichever accounts it tries.
 */
export function createTransactionPasswords(
  database: Database,
  limits: Pick<AccountLimits, 'transactionPasswordsOfAccount' | 'transactionPasswordsOfAddress'>,
  clock: Clock,
): TransactionPasswords {
  return {
    async present(userId, given, facts) {
      const keys = keysOf(userId, facts.address);
      const compared = given === undefined ? null : await compare(userId, given, keys);
      return { decide: (tx, now) => decide(tx, { userId, given, compared, keys }, now) };
    },
  };

  /** Null when there is nothing to compare with, or when no try is left and its work would be for nothing. */
  async function compare(userId: bigint, given: string, keys: AttemptKeys): Promise<Compared | null> {
    const now = clock();
    const against = await database.transaction(async (tx) => {
      const mayTry =
        (await mayAttempt(tx, keys.account, limits.transactionPasswordsOfAccount, now)) &&
        (await mayAttempt(tx, keys.address, limits.transactionPasswordsOfAddress, now));
      return mayTry ? readHash(tx, userId, '') : null;
    });
    if (against === null) return null;
    const isRight = form.test(given) && (await isPassword(given, against));
    return { against, isRight };
  }

  async function decide(tx: Transaction, presented: Presented, now: number): Promise<PasswordRefusal | null> {
    const { userId, given, compared, keys } = presented;
    if (given === undefined) {
      return (await readHash(tx, userId, 'FOR SHARE')) === null
        ? 'setTransactionPasswordFirst'
        : 'transactionPasswordNeeded';
    }
    // The account's row of tries is locked from here on: tries sent at once are decided one after the other.
    if (!(await countAttempt(tx, keys.account, limits.transactionPasswordsOfAccount, now))) {
      return 'verificationTooOften';
    }
    if (!(await countAttempt(tx, keys.address, limits.transactionPasswordsOfAddress, now))) {
      await returnAttempt(tx, keys.account);
      return 'verificationTooOften';
    }
    // Locked, so that a change of the password waits for the debit.
    const kept = await readHash(tx, userId, 'FOR SHARE');
    if (kept !== null && compared !== null && !(compared.isRight && compared.against === kept)) {
      return 'transactionPasswordWrong';
    }
    await returnAttempt(tx, keys.account);
    await returnAttempt(tx, keys.address);
    if (kept === null) return 'setTransactionPasswordFirst';
    // Not compared: no try was left when the call came.
    return compared === null ? 'verificationTooOften' : null;
  }
}

type AttemptKeys = ReturnType<typeof keysOf>;

interface Presented {
  readonly userId: bigint;
  readonly given: string | undefined;
  readonly compared: Compared | null;
  readonly keys: AttemptKeys;
}

function keysOf(userId: bigint, address: string) {
  return {
    account: { kind: 'transaction-passwords-of-account', of: userId.toString() },
    address: { kind: 'transaction-passwords-of-address', of: address },
  };
}

async function readHash(tx: Transaction, userId: bigint, lock: 'FOR SHARE' | ''): Promise<string | null> {
  const { rows } = await tx.client.query<{ hash: string | null }>(
    `SELECT transaction_password_hash AS hash FROM users WHERE id = $1 ${lock}`,
    [userId],
  );
  return rows[0]?.hash ?? null;
}
