import { count, eq } from 'drizzle-orm';
import type { Passkey } from '#protocol/accounts/entities/passkey.ts';
import { passkeyQuestionLifeMs, passkeysPerUser } from '#protocol/core/limits.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { PageFacts } from '#server/core/handler.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountDeps } from '../deps.ts';
import { passkeys, users } from '../tables.ts';
import { bytesOf } from './base64url-bytes.ts';
import { answeredChallenge, passkeyAlgorithms, readRegistration } from './passkey-answers.ts';
import { placeFor, placeOf, type PasskeyPlace } from './passkey-place.ts';
import {
  openQuestion,
  questionOf,
  takeQuestion,
  type PasskeyQuestion,
  type TakenQuestion,
} from './passkey-questions.ts';
import { asPublished, descriptor, ownPasskeys, userHandle, type PasskeyRow } from './passkey-row.ts';

const productName = 'Dunlin';

/** See `Passkeys.askToAdd`. */
export async function askToAdd(deps: AccountDeps, userId: bigint, facts: PageFacts): Promise<PasskeyQuestion> {
  const { database, clock } = deps;
  const place = placeOf(facts);
  const [user] = await database.drizzle.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw new Error('a session without its user');
  const known = await ownPasskeys(database, userId);
  if (known.length >= passkeysPerUser) throw new Refusal('operationFailed');
  const challenge = await database.transaction((tx) =>
    openQuestion(tx, 'register', userId, place.relyingParty, clock()),
  );
  const name = user.email ?? user.phone ?? user.nickname ?? userId.toString();
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return questionOf(
    await generateRegistrationOptions({
      rpName: productName,
      rpID: place.relyingParty,
      userID: bytesOf(userHandle(userId)),
      userName: name,
      userDisplayName: user.nickname ?? name,
      challenge: bytesOf(challenge),
      timeout: passkeyQuestionLifeMs,
      attestationType: 'none',
      excludeCredentials: known.map(descriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: Object.values(passkeyAlgorithms),
    }),
  );
}

/** See `Passkeys.add`. */
export async function addPasskey(
  deps: AccountDeps,
  userId: bigint,
  name: string,
  answer: unknown,
  facts: PageFacts,
): Promise<Passkey> {
  const { database, clock } = deps;
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
}

type MadeCredential = Pick<PasskeyRow, 'credential' | 'publicKey' | 'counter' | 'transports'>;

async function verifiedCredential(
  response: ReturnType<typeof readRegistration>,
  challenge: string,
  place: PasskeyPlace,
): Promise<MadeCredential> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
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
  return { credential: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

async function insertPasskey(
  tx: Transaction,
  owner: bigint,
  name: string,
  made: MadeCredential,
  { relyingParty: party }: TakenQuestion,
  now: number,
): Promise<Passkey> {
  // Serialised, so that concurrently added passkeys are all counted.
  await tx.drizzle.select({ id: users.id }).from(users).where(eq(users.id, owner)).for('no key update');
  const [held] = await tx.drizzle.select({ count: count() }).from(passkeys).where(eq(passkeys.owner, owner));
  if ((held?.count ?? 0) >= passkeysPerUser) throw new Refusal('operationFailed');
  const [row] = await tx.drizzle
    .insert(passkeys)
    .values({ owner, name, ...made, relyingParty: party, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (row === undefined) throw new Refusal('alreadyProcessed');
  return await asPublished(row);
}
