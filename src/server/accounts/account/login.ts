import { eq } from 'drizzle-orm';
import { guessesOfPoolMax, newDeviceWaitMs, passwordGuessesElsewhereMax } from '#protocol/core/limits.ts';
import type { AccountName } from '#protocol/accounts/entities/account-name.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountDeps } from './deps.ts';
import { rateLimitWaitMs, countAttempt, uncountAttempt } from '../rate-limits/rate-limit.ts';
import { type Contact, contactOf, isEmptyAccount } from './contacts/contact.ts';
import {
  countGuess,
  knowsNetwork,
  lockoutPoolOfSession,
  lockoutPoolOfVisitor,
  rememberNetwork,
  uncountGuess,
} from '../rate-limits/lockout.ts';
import { isPassword } from './passwords/password-hash.ts';
import { deviceName } from './device.ts';
import type { OpenedSession, Opening, ProofKind } from './sessions.ts';
import { sessions, users } from './tables.ts';

/** Log-in credentials; with a code if the account has an authenticator. */
export interface LogInInput {
  readonly account: AccountName;
  readonly password: string;
  readonly code?: string | undefined;
}

/** The attempts of one address on any account. */
export function loginsOfAddress(address: string) {
  return { kind: 'logins-of-address', address };
}

/** A user's row by account name. */
export function byContact(contact: Contact) {
  return eq(contact.by === 'email' ? users.email : users.phone, contact.value);
}

/**
 * Opens a session for an account and its password. An attempt is counted before the password is checked, so that
 * concurrent attempts gain nothing, and uncounted when it was correct.
 *
 * @throws Refusal `enterAccount`, `enterPassword` for empty fields; `accountOrPasswordWrong`, the same for an unknown
 *   account and a wrong password; `enterCode`, `codeWrong` for the authenticator; `verificationTooOften` with `waitMs`
 *   past the limits; `accountDisabled`
 */
export async function logIn(
  deps: AccountDeps,
  { account, password, code }: LogInInput,
  facts: RequestFacts,
): Promise<OpenedSession & { userId: bigint }> {
  if (isEmptyAccount(account)) throw new Refusal('enterAccount');
  if (password === '') throw new Refusal('enterPassword');
  const contact = contactOf(account);
  const ofAddress = loginsOfAddress(facts.address);
  const now = deps.clock();
  const [user] = contact === null ? [] : await deps.database.drizzle.select().from(users).where(byContact(contact));
  const counted = await deps.database.transaction(async (tx) => {
    const pool = contact === null ? null : await lockoutPoolOfVisitor(tx, user?.id ?? null, contact.value, facts, now);
    // Counted whether or not the account exists, so that the answer is the same.
    const most = pool?.kind === 'elsewhere' ? passwordGuessesElsewhereMax : guessesOfPoolMax;
    const waitMs = pool === null ? 0 : await countGuess(tx, pool, now, most);
    if (waitMs > 0) return { waitMs, pool };
    const isAddressWithin = await countAttempt(tx, ofAddress, deps.limits.loginsOfAddress, now);
    return { waitMs: isAddressWithin ? null : await rateLimitWaitMs(tx, ofAddress, now), pool };
  });
  if (counted.waitMs !== null) throw new Refusal('verificationTooOften', { waitMs: counted.waitMs });
  const { pool } = counted;
  const isRight = await isPassword(password, user?.passwordHash ?? null);
  if (!isRight || user === undefined) throw new Refusal('accountOrPasswordWrong');
  if (user.disabled) throw new Refusal('accountDisabled');
  const opening = await deps.database.transaction(async (tx) => {
    if (pool !== null) await uncountGuess(tx, pool);
    await uncountAttempt(tx, ofAddress);
    // Committed when it refuses, so that the attempt is counted.
    const guesses = pool ?? lockoutPoolOfSession(user.id);
    const refused = await deps.secondFactor.decide(tx, user.id, code, guesses, now);
    if (refused !== null) return refused;
    const opened = await openReported(deps, tx, user.id, facts, 'password');
    // A password reset between the check and here ended all sessions: this one must not outlive it.
    const [latest] = await tx.drizzle.select().from(users).where(eq(users.id, user.id));
    return latest?.passwordHash === user.passwordHash ? opened : null;
  });
  if (opening === null) throw new Refusal('accountOrPasswordWrong');
  if (opening instanceof Refusal) throw opening;
  deps.sessions.announceEnded(opening.ended);
  return { token: opening.token, sessionId: opening.sessionId, userId: user.id };
}

/**
 * Opens a session, and notifies the user when the device is unknown. A session on such a device waits before it sells to
 * other people; until it has, neither it nor its network vouches for another one.
 */
export async function openReported(
  deps: AccountDeps,
  tx: Transaction,
  userId: bigint,
  facts: RequestFacts,
  provenBy: ProofKind,
): Promise<Opening> {
  const { userAgent } = facts;
  const now = deps.clock();
  const others = await tx.drizzle
    .select({ device: sessions.device, waitsUntil: sessions.waitsUntil })
    .from(sessions)
    .where(eq(sessions.userId, userId));
  const opening = await deps.sessions.open(tx, userId, userAgent, provenBy);
  const device = deviceName(userAgent);
  const settled = others.filter(({ waitsUntil }) => waitsUntil === null || waitsUntil <= now);
  // Where no session is left to tell the device, as after a log-out, the network has to.
  const isKnown =
    settled.length === 0 ? await knowsNetwork(tx, userId, facts, now) : settled.some((one) => one.device === device);
  if (isKnown) await rememberNetwork(tx, userId, facts, now);
  else {
    const waitsUntil = now + newDeviceWaitMs;
    await tx.drizzle.update(sessions).set({ waitsUntil }).where(eq(sessions.id, opening.sessionId));
  }
  if (others.length > 0 && others.every((one) => one.device !== device)) {
    await deps.notices.send(tx, userId, 'account', 'notice/new-login', { device });
  }
  return opening;
}
