import { and, eq } from 'drizzle-orm';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { PageFacts } from '#server/core/handler.ts';
import type { AccountDeps } from '../deps.ts';
import { passkeys } from '../tables.ts';
import { answeredChallenge, readLogIn } from './passkey-answers.ts';
import { placeFor, placeOf } from './passkey-place.ts';
import { authenticationQuestion, openQuestion, takeQuestion, type PasskeyQuestion } from './passkey-questions.ts';
import { descriptor, ownPasskeys, type PasskeyRow } from './passkey-row.ts';
import { isStillAhead, verifiedCounter } from './passkey-signature.ts';

/** See `Passkeys.askToProve`. */
export async function askToProve(deps: AccountDeps, userId: bigint, facts: PageFacts): Promise<PasskeyQuestion> {
  const { database, clock } = deps;
  const place = placeOf(facts);
  const known = (await ownPasskeys(database, userId)).filter((row) => row.relyingParty === place.relyingParty);
  if (known.length === 0) throw new Refusal('operationFailed');
  const challenge = await database.transaction((tx) => openQuestion(tx, 'proof', userId, place.relyingParty, clock()));
  return authenticationQuestion(place.relyingParty, challenge, known.map(descriptor));
}

/** The user's own passkey that answered; see `Passkeys.prove`. */
export async function ownPasskeyOf(
  deps: AccountDeps,
  userId: bigint,
  answer: unknown,
  facts: PageFacts,
): Promise<PasskeyRow> {
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
