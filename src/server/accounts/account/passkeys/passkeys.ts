import { and, eq, lt, or } from 'drizzle-orm';
import type { Passkey } from '#protocol/accounts/entities/passkey.ts';
import type { PageFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { AccountDeps } from '../deps.ts';
import type { OpenedSession } from '../sessions.ts';
import { passkeys, users } from '../tables.ts';
import { type PasskeyQuestion, authenticationQuestion, openQuestion, takeQuestion } from './passkey-questions.ts';
import { addPasskey, askToAdd } from './passkey-registration.ts';
import { asPublished, ownPasskeys, descriptor, type PasskeyRow, userHandle } from './passkey-row.ts';
import { rateLimitWaitMs, countAttempt, uncountAttempt } from '#server/accounts/rate-limits/rate-limit.ts';
import { clearLockout } from '#server/accounts/rate-limits/lockout.ts';
import { loginsOfAddress, openReported } from '../login.ts';
import { answeredChallenge, readLogIn } from './passkey-answers.ts';
import { placeFor, placeOf, type PasskeyPlace } from './passkey-place.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { bytesOf } from './base64url-bytes.ts';

/** Passkeys (design section 4): they replace the password for log-in, but authorise nothing that moves money. */
export interface Passkeys {
  /** The user's passkeys, oldest first. */
  list(userId: bigint): Promise<Passkey[]>;
  /**
   * The challenge to create a passkey.
   *
   * @throws Refusal `operationFailed` where the page's origin cannot have passkeys, or at the user's limit
   */
  askToAdd(userId: bigint, facts: PageFacts): Promise<PasskeyQuestion>;
  /**
   * Stores a created passkey.
   *
   * @throws Refusal `enterName`; `verificationExpired` when the challenge is no longer open; `alreadyProcessed` for a
   *   passkey that is known; `operationFailed` for an invalid answer
   */
  add(userId: bigint, name: string, answer: unknown, facts: PageFacts): Promise<Passkey>;
  /** @throws Refusal `notFound` when the user has none under that id */
  remove(userId: bigint, id: bigint): Promise<void>;
  /**
   * A challenge for one of the user's own passkeys.
   *
   * @throws Refusal `operationFailed` where the page's origin cannot have passkeys, or the user has none here
   */
  askToProve(userId: bigint, facts: PageFacts): Promise<PasskeyQuestion>;
  /**
   * Verifies the answer of the user's own passkey, confirmed or not.
   *
   * @throws Refusal `verificationExpired` when the challenge is no longer open; `accountOrPasswordWrong` for a passkey
   *   that is not theirs and for an invalid signature
   */
  prove(userId: bigint, answer: unknown, facts: PageFacts): Promise<{ readonly confirmed: boolean }>;
  /** The same, and confirms the passkey again. */
  confirm(userId: bigint, answer: unknown, facts: PageFacts): Promise<void>;
  /** The challenge to log in with. @throws Refusal `operationFailed`, `verificationTooOften` with `waitMs` */
  askToLogIn(facts: PageFacts): Promise<PasskeyQuestion>;
  /**
   * Opens a session for the owner of the answering passkey. Attempts count for the address as those of passwords do.
   *
   * @throws Refusal `verificationTooOften` with `waitMs`, `verificationExpired`, `accountDisabled`;
   *   `accountOrPasswordWrong` for an unknown passkey and for an invalid signature
   */
  logIn(answer: unknown, facts: PageFacts): Promise<OpenedSession & { userId: bigint }>;
}

/** Passkeys over the store. */
export function createPasskeys(deps: AccountDeps): Passkeys {
  const { database } = deps;

  return {
    list: async (userId) => Promise.all((await ownPasskeys(database, userId)).map(asPublished)),

    askToAdd: (userId, facts) => askToAdd(deps, userId, facts),
    add: (userId, name, answer, facts) => addPasskey(deps, userId, name, answer, facts),

    async remove(userId, id) {
      await database.transaction(async (tx) => {
        const [removed] = await tx.drizzle
          .delete(passkeys)
          .where(and(eq(passkeys.id, id), eq(passkeys.owner, userId)))
          .returning({ name: passkeys.name });
        if (removed === undefined) throw new Refusal('notFound');
        await deps.notices.send(tx, userId, 'account', 'notice/passkey-removed', { name: removed.name });
      });
    },

    askToProve: (userId, facts) => askToProve(deps, userId, facts),
    prove: (userId, answer, facts) => ownPasskeyOf(deps, userId, answer, facts),

    async confirm(userId, answer, facts) {
      const row = await ownPasskeyOf(deps, userId, answer, facts);
      await database.drizzle.update(passkeys).set({ confirmed: true }).where(eq(passkeys.id, row.id));
    },

    askToLogIn: (facts) => askToLogIn(deps, facts),
    logIn: (answer, facts) => logInByPasskey(deps, answer, facts),
  };
}

async function askToLogIn(deps: AccountDeps, facts: PageFacts): Promise<PasskeyQuestion> {
  const { database, clock } = deps;
  const place = placeOf(facts);
  const now = clock();
  const ofAddress = { kind: 'passkey-questions-of-address', address: facts.address };
  const result = await database.transaction(async (tx) =>
    (await countAttempt(tx, ofAddress, deps.limits.passkeyQuestionsOfAddress, now))
      ? openQuestion(tx, 'login', null, place.relyingParty, now)
      : { waitMs: await rateLimitWaitMs(tx, ofAddress, now) },
  );
  if (typeof result !== 'string') throw new Refusal('verificationTooOften', result);
  return authenticationQuestion(place.relyingParty, result);
}

async function logInByPasskey(
  deps: AccountDeps,
  answer: unknown,
  facts: PageFacts,
): Promise<OpenedSession & { userId: bigint }> {
  const given = readLogIn(answer);
  const challenge = answeredChallenge(given.response.clientDataJSON);
  const now = deps.clock();
  const ofAddress = loginsOfAddress(facts.address);
  const question = await deps.database.transaction(async (tx) =>
    (await countAttempt(tx, ofAddress, deps.limits.loginsOfAddress, now))
      ? takeQuestion(tx, 'login', challenge, now)
      : { waitMs: await rateLimitWaitMs(tx, ofAddress, now) },
  );
  // Thrown after the commit, so that the attempt is counted.
  if (question === null) throw new Refusal('verificationExpired');
  if ('waitMs' in question) throw new Refusal('verificationTooOften', question);
  const place = placeFor(question, facts);
  const [row] = await deps.database.drizzle
    .select()
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.owner))
    .where(and(eq(passkeys.credential, given.id), eq(passkeys.relyingParty, place.relyingParty)));
  if (row === undefined) throw new Refusal('accountOrPasswordWrong');
  const counter = await verifiedCounter(row.passkeys, given, challenge, place);
  if (counter === null) throw new Refusal('accountOrPasswordWrong');
  // Revealed only to its holder.
  if (!row.passkeys.confirmed) throw new Refusal('verificationExpired', { passkey: 'unconfirmed' });
  if (row.users.disabled) throw new Refusal('accountDisabled');
  const opening = await deps.database.transaction(async (tx) => {
    if (!(await isStillAhead(tx, row.passkeys.id, counter, now))) return null;
    await uncountAttempt(tx, ofAddress);
    await clearLockout(tx, row.users.id);
    return openReported(deps, tx, row.users.id, facts, 'passkey');
  });
  if (opening === null) throw new Refusal('accountOrPasswordWrong');
  deps.sessions.announceEnded(opening.ended);
  return { token: opening.token, sessionId: opening.sessionId, userId: row.users.id };
}

async function askToProve(deps: AccountDeps, userId: bigint, facts: PageFacts): Promise<PasskeyQuestion> {
  const { database, clock } = deps;
  const place = placeOf(facts);
  const known = (await ownPasskeys(database, userId)).filter((row) => row.relyingParty === place.relyingParty);
  if (known.length === 0) throw new Refusal('operationFailed');
  const challenge = await database.transaction((tx) => openQuestion(tx, 'proof', userId, place.relyingParty, clock()));
  return authenticationQuestion(place.relyingParty, challenge, known.map(descriptor));
}

/** The user's own passkey that answered; see `Passkeys.prove`. */
async function ownPasskeyOf(deps: AccountDeps, userId: bigint, answer: unknown, facts: PageFacts): Promise<PasskeyRow> {
  const given = readLogIn(answer);
  const challenge = answeredChallenge(given.response.clientDataJSON);
  const now = deps.clock();
  const question = await deps.database.transaction((tx) => takeQuestion(tx, 'proof', challenge, now));
  if (question === null || question.owner !== userId) throw new Refusal('verificationExpired');
  const place = placeFor(question, facts);
  const isMeant = and(eq(passkeys.credential, given.id), eq(passkeys.relyingParty, place.relyingParty));
  const [row] = await deps.database.drizzle
    .select()
    .from(passkeys)
    .where(and(isMeant, eq(passkeys.owner, userId)));
  const counter = row === undefined ? null : await verifiedCounter(row, given, challenge, place);
  if (row === undefined || counter === null) throw new Refusal('accountOrPasswordWrong');
  const isAhead = await deps.database.transaction((tx) => isStillAhead(tx, row.id, counter, now));
  if (!isAhead) throw new Refusal('accountOrPasswordWrong');
  return row;
}

/**
 * The new signature counter when the signature is valid, the user was verified and the counter increased; else null.
 */
async function verifiedCounter(
  row: PasskeyRow,
  given: ReturnType<typeof readLogIn>,
  challenge: string,
  place: PasskeyPlace,
): Promise<number | null> {
  const { userHandle: handle, ...response } = given.response;
  // A user handle stored on the device must match the owner.
  if (handle !== undefined && handle !== null && handle !== userHandle(row.owner)) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verification = await verifyAuthenticationResponse({
    response: { ...given, response },
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.relyingParty,
    requireUserVerification: true,
    credential: { id: row.credential, publicKey: bytesOf(row.publicKey), counter: row.counter },
  }).catch(() => null);
  return verification?.verified === true ? verification.authenticationInfo.newCounter : null;
}

/** Writes the new counter unless another answer was faster, or the passkey was removed. */
async function isStillAhead(tx: Transaction, id: bigint, counter: number, now: number): Promise<boolean> {
  const isAhead = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter)));
  const moved = await tx.drizzle
    .update(passkeys)
    .set({ counter, usedAt: now })
    .where(and(eq(passkeys.id, id), isAhead))
    .returning({ id: passkeys.id });
  return moved.length > 0;
}
