import { eq, or } from 'drizzle-orm';
import type { Caller, RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountDeps } from '../deps.ts';
import { hashPassword } from './password-hash.ts';
import { lockUser, type PasswordInput, presentProof, type UserRow } from './password-proof.ts';
import { isStrongPassword, transactionPasswordFault } from './password-strength.ts';
import { users, passkeys } from '../tables.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import { countAttempt, mayAttempt } from '#server/accounts/rate-limits/rate-limit.ts';
import { clearLockout } from '#server/accounts/rate-limits/lockout.ts';
import { takeTicket } from '../contacts/verification-codes.ts';

/**
 * Sets a login or transaction password for the first time. This is not a change: no session ends and no hold starts.
 *
 * @throws Refusal `enterPassword` with the `reason` of a weak one, `passwordsDiffer`, `alreadyProcessed` when one is
 *   set; for the proof `loginPasswordWrong`, `verificationExpired`, `bindEmailFirst`, `verificationTooOften`
 */
export async function setFirstPassword(
  deps: AccountDeps,
  input: PasswordInput,
  caller: Caller,
  facts: RequestFacts,
): Promise<void> {
  await writePassword(deps, input, caller, facts, true);
}

/**
 * Changes a login or transaction password, and starts the withdrawal hold (spec point 9). A new login password ends
 * every other session of the user.
 *
 * @throws Refusal `enterPassword` with the `reason` of a weak one, `passwordsDiffer`, `setTransactionPassword` when
 *   there is none to change, `notFound` for a missing login password; for the proof `oldPasswordWrong`,
 *   `transactionPasswordWrong`, `verificationExpired`, `bindEmailFirst`, `verificationTooOften`
 */
export async function changePassword(
  deps: AccountDeps,
  input: PasswordInput,
  caller: Caller,
  facts: RequestFacts,
): Promise<void> {
  await writePassword(deps, input, caller, facts, false);
}

async function writePassword(
  deps: AccountDeps,
  input: PasswordInput,
  caller: Caller,
  facts: RequestFacts,
  isFirst: boolean,
): Promise<void> {
  const [before] = await deps.database.drizzle.select().from(users).where(eq(users.id, caller.userId));
  if (before === undefined) throw new Error('a session without its user');
  await checkNewPassword(input, before);
  const proof = await presentProof(deps, caller.userId, input, isFirst, facts);
  const hash = await hashPassword(input.password);
  const now = deps.clock();
  const result = await deps.database.transaction(async (tx) => {
    const refused = await proof.decide(tx, now);
    if (refused !== null) return refused;
    // Thrown inside, so that the ticket stays valid.
    checkStanding(input.kind, isFirst, await lockUser(tx, caller.userId));
    return keep(deps, tx, input.kind, { caller, hash, changedAt: isFirst ? null : now });
  });
  if (result instanceof Refusal) throw result;
  deps.sessions.announceEnded(result);
}

async function checkNewPassword({ kind, password, confirmation }: PasswordInput, user: UserRow): Promise<void> {
  const contacts = [user.email ?? '', user.phone ?? ''];
  if (kind === 'transaction') {
    const reason = await transactionPasswordFault(password, contacts);
    if (reason !== null) throw new Refusal('enterPassword', { reason });
  } else if (!(await isStrongPassword(password, [...contacts, user.nickname ?? '']))) {
    throw new Refusal('enterPassword');
  }
  if (password !== confirmation) throw new Refusal('passwordsDiffer');
}

function checkStanding(kind: PasswordInput['kind'], isFirst: boolean, user: UserRow): void {
  const isSet = (kind === 'login' ? user.passwordHash : user.transactionPasswordHash) !== null;
  if (isFirst && isSet) throw new Refusal('alreadyProcessed');
  if (!isFirst && !isSet) throw new Refusal(kind === 'login' ? 'notFound' : 'setTransactionPassword');
}

interface NewPassword {
  readonly caller: Caller;
  readonly hash: string;
  /** Null for a first password. */
  readonly changedAt: number | null;
}

const changeText = {
  login: 'notice/password-changed',
  transaction: 'notice/transaction-password-changed',
} as const;

/** @returns the sessions that ended */
async function keep(
  deps: AccountDeps,
  tx: Transaction,
  kind: PasswordInput['kind'],
  { caller, hash, changedAt }: NewPassword,
): Promise<readonly bigint[]> {
  await tx.drizzle
    .update(users)
    .set({
      ...(kind === 'login' ? { passwordHash: hash } : { transactionPasswordHash: hash }),
      ...(changedAt === null ? {} : { passwordChangedAt: changedAt }),
    })
    .where(eq(users.id, caller.userId));
  if (changedAt !== null) await deps.notices.send(tx, caller.userId, 'account', changeText[kind], {});
  return kind === 'login' && changedAt !== null ? deps.sessions.endOthers(tx, caller.userId, caller.sessionId) : [];
}

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
