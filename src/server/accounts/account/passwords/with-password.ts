import type { Clock } from '#server/core/clock/clock.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { type IdempotentRequest, once, storedAnswer } from '#server/core/idempotency/once.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { TransactionPasswords } from './transaction-password.ts';

/** What a call that asks for the transaction password needs. */
export interface PasswordDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly transactionPasswords: TransactionPasswords;
}

/** The credentials of a call. They are no part of its body hash: a retry may carry newer ones. */
export interface PasswordProofs {
  /** Undefined when the call carried none. */
  readonly transactionPassword?: string | undefined;
  /** The authenticator's code, checked after a correct password if enabled. */
  readonly totp?: string | undefined;
}

/** What a call did: its answer, and what changed for those who listen. */
export interface Done<Answer, Change> {
  readonly answer: Answer;
  readonly change: Change;
}

/**
 * Runs `work` in one transaction with the decision on the user's transaction password (design section 3). A wrong
 * password is counted by that transaction's commit, so it is thrown afterwards.
 *
 * @throws Refusal as `PresentedPassword.decide` answers, and those of `work`
 */
export async function withPassword<Result>(
  { database, clock, transactionPasswords }: PasswordDeps,
  owner: bigint,
  { transactionPassword, totp }: PasswordProofs,
  facts: RequestFacts,
  work: (tx: Transaction, now: number) => Promise<Result>,
): Promise<Result> {
  const presented = await transactionPasswords.present(owner, transactionPassword, facts, totp);
  const now = clock();
  const outcome = await database.transaction(async (tx) => {
    const refused = await presented.decide(tx, now);
    return refused === null ? { refused, result: await work(tx, now) } : { refused };
  });
  if (outcome.refused !== null) throw outcome.refused;
  return outcome.result;
}

/**
 * `withPassword` for a call that is done once per idempotency key.
 *
 * @returns the answer, and the change that `work` made; null when the answer is a stored one
 */
export async function onceWithPassword<Answer, Change>(
  deps: PasswordDeps,
  asked: Omit<IdempotentRequest, 'at'>,
  proofs: PasswordProofs,
  facts: RequestFacts,
  work: (tx: Transaction, now: number) => Promise<Done<Answer, Change>>,
): Promise<Done<Answer, Change | null>> {
  return withPassword(deps, asked.userId, proofs, facts, async (tx, now) => {
    let change: Change | null = null;
    const { answer } = await once(tx, { ...asked, at: now }, async () => {
      const done = await work(tx, now);
      change = done.change;
      return done.answer;
    });
    return { answer, change };
  });
}

/**
 * The stored answer of a call that came without its password, or null. An app that retries after a lost answer no
 * longer has the password; if one is sent, it must be right.
 *
 * @throws Refusal `alreadyProcessed` when the key was used for another body
 */
export async function answeredBefore<Answer>(
  { database }: Pick<PasswordDeps, 'database'>,
  asked: Omit<IdempotentRequest, 'at'>,
  { transactionPassword }: PasswordProofs,
): Promise<{ readonly answer: Answer } | null> {
  return transactionPassword === undefined ? storedAnswer<Answer>({ client: database.pool }, asked) : null;
}
