import { randomInt } from 'node:crypto';
import type { CheckedInput } from '#protocol/calls.ts';
import { verificationCodeLength } from '#protocol/core/limits.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountDeps, NewUser } from './deps.ts';
import { countAttempt } from '../rate-limits/rate-limit.ts';
import { type Contact, contactOf, isEmptyAccount } from './contacts/contact.ts';
import { rememberNetwork } from '../rate-limits/lockout.ts';
import { newInvitationCode, normaliseInvitationCode, referrerOf } from './invitations.ts';
import { byContact } from './login.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { isStrongPassword } from './passwords/password-strength.ts';
import { isFreeNickname, nicknameKey, takeNickname } from './nicknames/nicknames.ts';
import type { Opening } from './sessions.ts';
import { users } from './tables.ts';
import { useCode } from './contacts/verification-codes.ts';

type AccountInput = Extract<CheckedInput<'POST register'>, { kind: 'account' }>;
type UserRow = Omit<typeof users.$inferInsert, 'invitationCode' | 'createdAt'>;

/** A completed registration: the user and their session. */
export interface Registered {
  readonly user: NewUser;
  readonly opening: Opening;
  readonly afterCommit: readonly (() => void)[];
}

const codeForm = new RegExp(`^\\d{${verificationCodeLength}}$`);
/** Digits of the number in a practice nickname per attempt: short ones run out first. */
const practiceNumberDigits = [4, 4, 5, 6, 9, 12];
const invitationTries = 5;

/**
 * Registers an account by phone or email. Whether the account exists is only revealed after a correct code, that is to
 * its owner.
 *
 * @throws Refusal for each field in the order of the form, then for the invitation, the code and the account
 */
export async function registerAccount(
  deps: AccountDeps,
  input: AccountInput,
  facts: RequestFacts,
): Promise<Registered> {
  const contact = await checkForm(deps, input);
  const passwordHash = await hashPassword(input.password);
  const now = deps.clock();
  const result = await deps.database.transaction(async (tx) => {
    const invitation = await checkInvitation(deps, tx, input.invitationCode, facts, now);
    if (typeof invitation === 'string') return invitation;
    const checked = await useCode(
      tx,
      deps.limits,
      { contact, purpose: 'register', pool: null },
      input.code,
      facts,
      now,
    );
    if (checked !== 'right') return checked;
    const [existing] = await tx.drizzle.select({ id: users.id }).from(users).where(byContact(contact));
    if (existing !== undefined) return 'accountExists';
    return complete(deps, tx, facts, {
      [contact.by]: contact.value,
      passwordHash,
      referrer: invitation.referrer,
      language: input.language,
      agreedAt: now,
    });
  });
  // Thrown after the commit, so that the attempts are counted.
  if (typeof result === 'string') throw new Refusal(result);
  if ('waitMs' in result) throw new Refusal('verificationTooOften', result);
  return afterwards(deps, result);
}

async function checkForm(deps: AccountDeps, input: AccountInput): Promise<Contact> {
  if (isEmptyAccount(input.account)) throw new Refusal('enterAccount');
  const contact = contactOf(input.account);
  if (contact === null) throw new Refusal('enterAccount');
  if (input.code.trim() === '') throw new Refusal('enterCode');
  if (!(await isStrongPassword(input.password, [contact.value]))) throw new Refusal('enterPassword');
  if (input.password !== input.confirmation) throw new Refusal('passwordsDiffer');
  if (deps.invitationRequired && input.invitationCode.trim() === '') throw new Refusal('referrerNotFound');
  // The form enforces this, so it has no code of its own.
  if (!input.agreed) throw new Refusal('operationFailed');
  if (!codeForm.test(input.code)) throw new Refusal('codeWrong');
  return contact;
}

async function checkInvitation(
  deps: AccountDeps,
  tx: Transaction,
  code: string,
  facts: RequestFacts,
  now: number,
): Promise<{ referrer: bigint | null } | 'referrerNotFound' | 'verificationTooOften'> {
  if (normaliseInvitationCode(code) === '') return { referrer: null };
  const ofAddress = { kind: 'invitations-of-address', address: facts.address };
  if (!(await countAttempt(tx, ofAddress, deps.limits.invitationsOfAddress, now))) return 'verificationTooOften';
  const referrer = await referrerOf(tx, code);
  return referrer === null ? 'referrerNotFound' : { referrer };
}

/**
 * Creates a practice account: no contact, no password, a unique nickname, funded by the steps of other areas in the
 * same transaction.
 *
 * @throws Refusal `notYetOpen` outside of practice mode, `verificationTooOften` past the limit of the address
 */
export async function registerPractice(deps: AccountDeps, language: string, facts: RequestFacts): Promise<Registered> {
  if (deps.mode !== 'practice') throw new Refusal('notYetOpen');
  const now = deps.clock();
  const ofAddress = { kind: 'practice-accounts-of-address', address: facts.address };
  const result = await deps.database.transaction(async (tx) => {
    if (!(await countAttempt(tx, ofAddress, deps.limits.practiceAccountsOfAddress, now))) return 'verificationTooOften';
    return complete(deps, tx, facts, { language, practice: true });
  });
  if (typeof result === 'string') throw new Refusal(result);
  return afterwards(deps, result);
}

async function complete(deps: AccountDeps, tx: Transaction, facts: RequestFacts, row: UserRow): Promise<Registered> {
  const userId = row.practice === true ? await insertPractice(deps, tx, row) : await insertAccount(deps, tx, row);
  const user = { userId, practice: row.practice === true, language: row.language, referrer: row.referrer ?? null };
  await rememberNetwork(tx, userId, facts, deps.clock());
  // Opened before the steps, some of which post money: user rows are locked before balances.
  const opening = await deps.sessions.open(tx, userId, facts.userAgent, 'registration');
  const afterCommit: (() => void)[] = [];
  for (const step of deps.onRegistered) {
    const later = await step(tx, user, facts);
    if (later !== null) afterCommit.push(later);
  }
  return { user, opening, afterCommit };
}

function afterwards(deps: AccountDeps, registered: Registered): Registered {
  for (const later of registered.afterCommit) later();
  deps.sessions.announceEnded(registered.opening.ended);
  return registered;
}

async function insertAccount(deps: AccountDeps, tx: Transaction, row: UserRow): Promise<bigint> {
  for (let tried = 0; tried < invitationTries; tried += 1) {
    const inserted = await tryInsert(deps, tx, row);
    if (inserted !== null) return inserted;
  }
  throw new Error('no invitation code was free');
}

async function insertPractice(deps: AccountDeps, tx: Transaction, row: UserRow): Promise<bigint> {
  for (const digits of practiceNumberDigits) {
    const nickname = `Trader ${randomInt(10 ** (digits - 1), 10 ** digits)}`;
    if (!(await isFreeNickname(tx.client, nickname))) continue;
    const inserted = await tryInsert(deps, tx, { ...row, nickname, nicknameKey: nicknameKey(nickname) });
    if (inserted === null) continue;
    await takeNickname(tx, inserted, nickname, deps.clock());
    return inserted;
  }
  throw new Error('no practice nickname was free');
}

async function tryInsert(deps: AccountDeps, tx: Transaction, row: UserRow): Promise<bigint | null> {
  const [inserted] = await tx.drizzle
    .insert(users)
    .values({ ...row, invitationCode: newInvitationCode(), createdAt: deps.clock() })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return inserted?.id ?? null;
}

/** Whether a user exists for a contact. */
export async function isKnownContact(tx: Transaction, contact: Contact): Promise<boolean> {
  const [row] = await tx.drizzle.select({ id: users.id }).from(users).where(byContact(contact));
  return row !== undefined;
}
