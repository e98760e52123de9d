import { eq } from 'drizzle-orm';
import type { CheckedInput } from '#protocol/calls.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountDeps } from '../deps.ts';
import { comparePassword, type RateLimitedPassword } from './rate-limited-password.ts';
import { users } from '../tables.ts';
import { transactionPasswordOf } from './transaction-password.ts';
import { takeTicket } from '../contacts/verification-codes.ts';

/** A password to be set or changed. */
export type PasswordInput = CheckedInput<'PUT pwd'>;
export type UserRow = typeof users.$inferSelect;

/** A proof that was pre-checked before the transaction. */
export interface PresentedProof {
  /**
   * Decides in the transaction of the change. It must commit when this returns a refusal, so that the attempt is
   * counted; an error rolls it back and leaves a ticket unused.
   *
   * @returns null when the change is allowed; else `loginPasswordWrong`, `oldPasswordWrong`,
   *   `transactionPasswordWrong`, `setTransactionPassword`, or `verificationTooOften` with `waitMs`
   * @throws Refusal `verificationExpired`, `bindEmailFirst`, `loginPasswordWrong`, `oldPasswordWrong`
   */
  decide(tx: Transaction, now: number): Promise<Refusal | null>;
}

/** The login password and the attempts of a logged-in user. */
export function loginPasswordOf({ limits }: AccountDeps): RateLimitedPassword {
  return {
    column: 'password_hash',
    tries: 'old-passwords',
    ofAddress: limits.oldPasswordsOfAddress,
    hasForm: (given) => given !== '',
  };
}

/** A user's row, locked for update. */
export async function lockUser(tx: Transaction, userId: bigint): Promise<UserRow> {
  const [row] = await tx.drizzle.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (row === undefined) throw new Error('a session without its user');
  return row;
}

/**
 * Consumes the ticket of a code that was sent to the user's own contact.
 *
 * @throws Refusal `verificationExpired` for one that is unknown, used, expired, or of another user's contact
 */
export async function takeOwnTicket(tx: Transaction, user: UserRow, ticket: string, now: number): Promise<void> {
  const contact = await takeTicket(tx, ticket, 'security', now);
  const isOwn = contact !== null && (contact === user.email || contact === user.phone);
  if (!isOwn) throw new Refusal('verificationExpired');
}

/**
 * The proof for setting or changing a password. The first transaction password requires the login password, every
 * change the old password; a code to a bound contact works for both.
 *
 * @throws Refusal `busyRetry` when too many wait
 */
export async function presentProof(
  deps: AccountDeps,
  userId: bigint,
  input: PasswordInput,
  isFirst: boolean,
  facts: RequestFacts,
): Promise<PresentedProof> {
  const { proof, kind } = input;
  if (proof.by === 'nothing') return { decide: async (tx) => decideOnNothing(await lockUser(tx, userId), isFirst) };
  if (proof.by === 'code') {
    return {
      async decide(tx, now) {
        await takeOwnTicket(tx, await lockUser(tx, userId), proof.ticket, now);
        return null;
      },
    };
  }
  const isTransaction = kind === 'transaction' && !isFirst;
  const which = isTransaction ? transactionPasswordOf(deps.limits) : loginPasswordOf(deps);
  const wrong = isTransaction ? 'transactionPasswordWrong' : isFirst ? 'loginPasswordWrong' : 'oldPasswordWrong';
  const refusals = { wrong, none: isTransaction ? 'setTransactionPassword' : wrong } as const;
  const compared = await comparePassword(deps, which, userId, proof.password, facts);
  return {
    async decide(tx, now) {
      const verdict = await compared.decide(tx, now);
      if (typeof verdict !== 'string') return new Refusal('verificationTooOften', verdict);
      return verdict === 'right' ? null : new Refusal(refusals[verdict]);
    },
  };
}

/** Only an account without any credential needs no proof: it has only its session. */
function decideOnNothing(user: UserRow, isFirst: boolean): null {
  if (user.email !== null || user.phone !== null) throw new Refusal('verificationExpired');
  if (user.passwordHash !== null) throw new Refusal(isFirst ? 'loginPasswordWrong' : 'oldPasswordWrong');
  if (user.transactionPasswordHash !== null) throw new Refusal('bindEmailFirst');
  return null;
}
