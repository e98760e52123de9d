import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { isoBase64URL } from '@simplewebauthn/server/helpers';
import { and, asc, count, eq, lt, or } from 'drizzle-orm';
import type { Passkey } from '../../../../protocol/entities/passkey.ts';
import { passkeyQuestionLifeMs, passkeysPerUser } from '../../../../protocol/limits.ts';
import type { PageFacts } from '../../../core/handler.ts';
import { Refusal } from '../../../core/failures/refusal.ts';
import type { Transaction } from '../../../core/store/database.ts';
import type { AccountsDeps } from '../deps.ts';
import { attemptWaitMs, countAttempt, returnAttempt } from '../../attempts/attempts.ts';
import { forgetGuesses } from '../guesses.ts';
import { loginsOfAddress, openReported } from '../login.ts';
import { answeredChallenge, passkeyAlgorithms, readLogIn, readRegistration, spkiOf } from './passkey-answers.ts';
import { openQuestion, takeQuestion, type TakenQuestion } from './passkey-questions.ts';
import { relyingParty } from './relying-party.ts';
import type { OpenedSession } from '../sessions.ts';
import { passkeys, users } from '../tables.ts';

/** A question of WebAuthn, as JSON for the browser. */
export type PasskeyQuestion = Readonly<Record<string, unknown>>;

/** Passkeys (design section 4): they open a session in place of the password, and allow nothing that moves money. */
export interface Passkeys {
  /** The user's passkeys, oldest first. */
  list(userId: bigint): Promise<Passkey[]>;
  /**
   * The question to make a passkey with.
   *
   * @throws Refusal `operationFailed` where the page's address can have none, or the user has as many as may be
   */
  askToAdd(userId: bigint, facts: PageFacts): Promise<PasskeyQuestion>;
  /**
   * Keeps the passkey that was made.
   *
   * @throws Refusal `enterName`; `verificationExpired` when the question is not open any more; `alreadyProcessed` for
   *   a passkey that is known; `operationFailed` for an answer that is not right
   */
  add(userId: bigint, name: string, answer: unknown, facts: PageFacts): Promise<Passkey>;
  /** @throws Refusal `notFound` when the user has none under that id */
  remove(userId: bigint, id: bigint): Promise<void>;
  /**
   * A question for one of the user's own passkeys.
   *
   * @throws Refusal `operationFailed` where the page's address can have none, or the user has none here
   */
  askToProve(userId: bigint, facts: PageFacts): Promise<PasskeyQuestion>;
  /**
   * The user's own passkey that answered such a question, confirmed or not.
   *
   * @throws Refusal `verificationExpired` when the question is not open any more; `accountOrPasswordWrong` for a
   *   passkey that is not theirs and for a signature that is not right
   */
  prove(userId: bigint, answer: unknown, facts: PageFacts): Promise<{ readonly confirmed: boolean }>;
  /** The same, and the passkey counts again. */
  confirm(userId: bigint, answer: unknown, facts: PageFacts): Promise<void>;
  /** The question to log in with. @throws Refusal `operationFailed`, `verificationTooOften` with `waitMs` */
  askToLogIn(facts: PageFacts): Promise<PasskeyQuestion>;
  /**
   * Opens a session for the owner of the passkey that answered. Tries count for the address as those of passwords do.
   *
   * @throws Refusal `verificationTooOften` with `waitMs`, `verificationExpired`, `accountDisabled`;
   *   `accountOrPasswordWrong` for a passkey that is not known and for a signature that is not right
   */
  logIn(answer: unknown, facts: PageFacts): Promise<OpenedSession & { userId: bigint }>;
}

type Row = typeof passkeys.$inferSelect;
type Place = { readonly origin: string; readonly relyingParty: string };

const productName = 'Dunlin';

/** Where the page stands, as WebAuthn sees it. @throws Refusal `operationFailed` where browsers make no passkeys */
function placeOf({ origin }: PageFacts): Place {
  const name = origin === null ? null : relyingParty(origin);
  if (origin === null || name === null) throw new Refusal('operationFailed');
  return { origin, relyingParty: name };
}

/** The id a device keeps beside the passkey, to know whose it is; not a secret. */
function userHandle(userId: bigint): string {
  return Buffer.from(userId.toString()).toString('base64url');
}

function asPublished(row: Row): Passkey {
  const { id, name, createdAt, usedAt, confirmed, credential } = row;
  return { id: id.toString(), name, createdAt, usedAt, confirmed, credential, ...spkiOf(row.publicKey) };
}

function descriptor({ credential, transports }: Row) {
  return { id: credential, transports };
}

async function ownPasskeys(tx: Pick<Transaction, 'drizzle'>, userId: bigint): Promise<Row[]> {
  return tx.drizzle.select().from(passkeys).where(eq(passkeys.owner, userId)).orderBy(asc(passkeys.id));
}

export function createPasskeys(deps: AccountsDeps): Passkeys {
  const { database, clock } = deps;
  return {
    list: async (userId) => (await ownPasskeys(database, userId)).map(asPublished),

    async askToAdd(userId, facts) {
      const place = placeOf(facts);
      const [user] = await database.drizzle.select().from(users).where(eq(users.id, userId));
      if (user === undefined) throw new Error('a session without its user');
      const known = await ownPasskeys(database, userId);
      if (known.length >= passkeysPerUser) throw new Refusal('operationFailed');
      const challenge = await database.transaction((tx) =>
        openQuestion(tx, 'register', userId, place.relyingParty, clock()),
      );
      const name = user.email ?? user.phone ?? user.nickname ?? userId.toString();
      return questionOf(
        await generateRegistrationOptions({
          rpName: productName,
          rpID: place.relyingParty,
          userID: isoBase64URL.toBuffer(userHandle(userId)),
          userName: name,
          userDisplayName: user.nickname ?? name,
          challenge: isoBase64URL.toBuffer(challenge),
          timeout: passkeyQuestionLifeMs,
          attestationType: 'none',
          excludeCredentials: known.map(descriptor),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          supportedAlgorithmIDs: Object.values(passkeyAlgorithms),
        }),
      );
    },

    async add(userId, name, answer, facts) {
      if (name === '') throw new Refusal('enterName');
      const made = readRegistration(answer);
      const challenge = answeredChallenge(made.response.clientDataJSON);
      const question = await database.transaction((tx) => takeQuestion(tx, 'register', challenge, clock()));
      if (question === null || question.owner !== userId) throw new Refusal('verificationExpired');
      const credential = await verifiedCredential(made, challenge, placeFor(question, facts));
      return database.transaction(async (tx) => {
        const passkey = await insertPasskey(tx, userId, name, credential, question, clock());
        await deps.notices.send(tx, userId, 'account', 'notice/passkey-added', { name });
        return passkey;
      });
    },

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

    async askToProve(userId, facts) {
      const place = placeOf(facts);
      const known = (await ownPasskeys(database, userId)).filter((row) => row.relyingParty === place.relyingParty);
      if (known.length === 0) throw new Refusal('operationFailed');
      const challenge = await database.transaction((tx) =>
        openQuestion(tx, 'proof', userId, place.relyingParty, clock()),
      );
      return questionOf(
        await generateAuthenticationOptions({
          rpID: place.relyingParty,
          challenge: isoBase64URL.toBuffer(challenge),
          timeout: passkeyQuestionLifeMs,
          userVerification: 'required',
          allowCredentials: known.map(descriptor),
        }),
      );
    },

    prove: (userId, answer, facts) => ownPasskeyOf(deps, userId, answer, facts),

    async confirm(userId, answer, facts) {
      const row = await ownPasskeyOf(deps, userId, answer, facts);
      await database.drizzle.update(passkeys).set({ confirmed: true }).where(eq(passkeys.id, row.id));
    },

    async askToLogIn(facts) {
      const place = placeOf(facts);
      const now = clock();
      const ofAddress = { kind: 'passkey-questions-of-address', of: facts.address };
      const result = await database.transaction(async (tx) =>
        (await countAttempt(tx, ofAddress, deps.limits.passkeyQuestionsOfAddress, now))
          ? openQuestion(tx, 'login', null, place.relyingParty, now)
          : { waitMs: await attemptWaitMs(tx, ofAddress, now) },
      );
      if (typeof result !== 'string') throw new Refusal('verificationTooOften', result);
      return questionOf(
        await generateAuthenticationOptions({
          rpID: place.relyingParty,
          challenge: isoBase64URL.toBuffer(result),
          timeout: passkeyQuestionLifeMs,
          userVerification: 'required',
        }),
      );
    },

    logIn: (answer, facts) => logInByPasskey(deps, answer, facts),
  };
}

/** Options of the library as plain JSON: members that are undefined go. */
function questionOf(options: object): PasskeyQuestion {
  return JSON.parse(JSON.stringify(options)) as PasskeyQuestion;
}

/** The place a question was asked for; the page must still stand there. */
function placeFor(question: TakenQuestion, facts: PageFacts): Place {
  const place = placeOf(facts);
  if (place.relyingParty !== question.relyingParty) throw new Refusal('operationFailed');
  return place;
}

type MadeCredential = Pick<Row, 'credential' | 'publicKey' | 'counter' | 'transports'>;

async function verifiedCredential(
  response: ReturnType<typeof readRegistration>,
  challenge: string,
  place: Place,
): Promise<MadeCredential> {
  const verification = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.relyingParty,
    requireUserVerification: true,
    supportedAlgorithmIDs: Object.values(passkeyAlgorithms),
  }).catch(() => null);
  if (verification?.verified !== true) throw new Refusal('operationFailed');
  const { id, publicKey, counter } = verification.registrationInfo.credential;
  const { transports } = response.response;
  return { credential: id, publicKey: isoBase64URL.fromBuffer(publicKey), counter, transports };
}

async function insertPasskey(
  tx: Transaction,
  owner: bigint,
  name: string,
  made: MadeCredential,
  { relyingParty: party }: TakenQuestion,
  now: number,
): Promise<Passkey> {
  // One after the other, so that passkeys made at once are all counted.
  await tx.drizzle.select({ id: users.id }).from(users).where(eq(users.id, owner)).for('no key update');
  const [held] = await tx.drizzle.select({ count: count() }).from(passkeys).where(eq(passkeys.owner, owner));
  if ((held?.count ?? 0) >= passkeysPerUser) throw new Refusal('operationFailed');
  const [row] = await tx.drizzle
    .insert(passkeys)
    .values({ owner, name, ...made, relyingParty: party, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (row === undefined) throw new Refusal('alreadyProcessed');
  return asPublished(row);
}

async function logInByPasskey(
  deps: AccountsDeps,
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
      : { waitMs: await attemptWaitMs(tx, ofAddress, now) },
  );
  // Thrown after the commit, so that the try stays counted.
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
  // Told only to who holds it.
  if (!row.passkeys.confirmed) throw new Refusal('verificationExpired', { passkey: 'unconfirmed' });
  if (row.users.disabled) throw new Refusal('accountDisabled');
  const opening = await deps.database.transaction(async (tx) => {
    if (!(await isStillAhead(tx, row.passkeys.id, counter, now))) return null;
    await returnAttempt(tx, ofAddress);
    await forgetGuesses(tx, row.users.id);
    return openReported(deps, tx, row.users.id, facts, 'passkey');
  });
  if (opening === null) throw new Refusal('accountOrPasswordWrong');
  deps.sessions.announceEnded(opening.ended);
  return { token: opening.token, sessionId: opening.sessionId, userId: row.users.id };
}

async function ownPasskeyOf(deps: AccountsDeps, userId: bigint, answer: unknown, facts: PageFacts): Promise<Row> {
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

/** The device's count of uses when the signature is right, the user was verified and the count went on; else null. */
async function verifiedCounter(
  row: Row,
  given: ReturnType<typeof readLogIn>,
  challenge: string,
  place: Place,
): Promise<number | null> {
  const { userHandle: handle, ...response } = given.response;
  // A device that keeps the owner beside the passkey must mean the same one.
  if (handle !== undefined && handle !== null && handle !== userHandle(row.owner)) return null;
  const verification = await verifyAuthenticationResponse({
    response: { ...given, response },
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.relyingParty,
    requireUserVerification: true,
    credential: { id: row.credential, publicKey: isoBase64URL.toBuffer(row.publicKey), counter: row.counter },
  }).catch(() => null);
  return verification?.verified === true ? verification.authenticationInfo.newCounter : null;
}

/** Writes the new count unless another answer came first, or the passkey was removed meanwhile. */
async function isStillAhead(tx: Transaction, id: bigint, counter: number, now: number): Promise<boolean> {
  const isAhead = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter)));
  const moved = await tx.drizzle
    .update(passkeys)
    .set({ counter, usedAt: now })
    .where(and(eq(passkeys.id, id), isAhead))
    .returning({ id: passkeys.id });
  return moved.length > 0;
}
