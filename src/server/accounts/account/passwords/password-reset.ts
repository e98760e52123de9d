import { eq, or } from 'drizzle-orm';
import type { CheckedInput } from '#protocol/calls.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { AccountDeps } from '../deps.ts';
import { countAttempt, mayAttempt } from '#server/accounts/rate-limits/rate-limit.ts';
import { clearLockout } from '#server/accounts/rate-limits/lockout.ts';
import { hashPassword } from './password-hash.ts';
import { isStrongPassword } from './password-strength.ts';
import { passkeys, users } from '../tables.ts';
import { takeTicket } from '../contacts/verification-codes.ts';

/**
 * Sets a new login password with the ticket of a checked code, ends every session, starts the withdrawal hold (spec
 * point 9), and suspends passkeys until they are confirmed again.
 *
 * @throws Refusal `enterPassword` when it is too simple, `passwordsDiffer`, `verificationExpired` for a ticket that is
 *   unknown, used or expired, `verificationTooOften` past the limit of the address
 */
export async function resetPassword(
  deps: AccountDeps,
  input: CheckedInput<'POST forgetPwd'>,
  facts: RequestFacts,
): Promise<void> {
  if (!(await isStrongPassword(input.password, []))) throw new Refusal('enterPassword');
  if (input.password !== input.confirmation) throw new Refusal('passwordsDiffer');
  const ofAddress = { kind: 'guesses-of-address', address: facts.address };
  const now = deps.clock();
  const limit = deps.limits.guessesOfAddress;
  const isWithin = await deps.database.transaction((tx) => mayAttempt(tx, ofAddress, limit, now));
  if (!isWithin) throw new Refusal('verificationTooOften');
  const passwordHash = await hashPassword(input.password);
  const result = await deps.database.transaction(async (tx) => {
    const contact = await takeTicket(tx, input.ticket, 'reset-password', now);
    const isHis = contact === null ? undefined : or(eq(users.email, contact), eq(users.phone, contact));
    const [user] = isHis === undefined ? [] : await tx.drizzle.select().from(users).where(isHis).for('update');
    if (user === undefined || contact === null) {
      await countAttempt(tx, ofAddress, limit, now);
      return null;
    }
    // Thrown inside, so that the ticket stays valid for a better password.
    if (!(await isStrongPassword(input.password, [contact, user.nickname ?? '']))) throw new Refusal('enterPassword');
    await tx.drizzle.update(users).set({ passwordHash, passwordChangedAt: now }).where(eq(users.id, user.id));
    await clearLockout(tx, user.id);
    // An attacker who reset it before may have added a passkey: each must be confirmed again.
    await tx.drizzle.update(passkeys).set({ confirmed: false }).where(eq(passkeys.owner, user.id));
    await deps.notices.send(tx, user.id, 'account', 'notice/password-reset', {});
    return deps.sessions.endAll(tx, user.id);
  });
  if (result === null) throw new Refusal('verificationExpired');
  deps.sessions.announceEnded(result);
}
