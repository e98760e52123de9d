import { and, eq } from 'drizzle-orm';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { PageFacts } from '#server/core/handler.ts';
import { rateLimitWaitMs, countAttempt, uncountAttempt } from '#server/accounts/rate-limits/rate-limit.ts';
import type { AccountDeps } from '../deps.ts';
import { clearLockout } from '#server/accounts/rate-limits/lockout.ts';
import { loginsOfAddress, openReported } from '../login.ts';
import type { OpenedSession } from '../sessions.ts';
import { passkeys, users } from '../tables.ts';
import { answeredChallenge, readLogIn } from './passkey-answers.ts';
import { placeFor, placeOf } from './passkey-place.ts';
import { authenticationQuestion, openQuestion, takeQuestion, type PasskeyQuestion } from './passkey-questions.ts';
import { isStillAhead, verifiedCounter } from './passkey-signature.ts';

/** See `Passkeys.askToLogIn`. */
export async function askToLogIn(deps: AccountDeps, facts: PageFacts): Promise<PasskeyQuestion> {
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

/** See `Passkeys.logIn`. */
export async function logInByPasskey(
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
