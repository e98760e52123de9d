import { eq } from 'drizzle-orm';
import type { Caller, RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountDeps } from '../deps.ts';
import { hashPassword } from './password-hash.ts';
import { lockUser, type PasswordInput, presentProof, type UserRow } from './password-proof.ts';
import { isStrongPassword, transactionPasswordFault } from './password-strength.ts';
import { users } from '../tables.ts';

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
