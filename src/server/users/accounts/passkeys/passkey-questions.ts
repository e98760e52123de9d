import { and, eq } from 'drizzle-orm';
import { passkeyQuestionLifeMs } from '../../../../protocol/limits.ts';
import type { Transaction } from '../../../core/store/database.ts';
import { newSecret, secretHash } from '../../attempts/secret-hash.ts';
import { passkeyQuestions } from '../tables.ts';

/** What a question is for: a passkey of another purpose does not answer it. */
export type QuestionPurpose = 'register' | 'login' | 'proof';

/** A question that was open until it was taken. */
export interface TakenQuestion {
  readonly owner: bigint | null;
  readonly relyingParty: string;
}

/** Opens a question; a user has one of each purpose, the newest. @returns its challenge, base64url */
export async function openQuestion(
  tx: Transaction,
  purpose: QuestionPurpose,
  owner: bigint | null,
  relyingParty: string,
  nowMs: number,
): Promise<string> {
  const challenge = newSecret();
  if (owner !== null) {
    await tx.drizzle
      .delete(passkeyQuestions)
      .where(and(eq(passkeyQuestions.owner, owner), eq(passkeyQuestions.purpose, purpose)));
  }
  await tx.drizzle.insert(passkeyQuestions).values({
    challengeHash: secretHash(challenge),
    purpose,
    owner,
    relyingParty,
    expiresAt: nowMs + passkeyQuestionLifeMs,
  });
  return challenge;
}

/** Takes the question of a challenge away, so that nothing answers it twice; null when it is not open any more. */
export async function takeQuestion(
  tx: Transaction,
  purpose: QuestionPurpose,
  challenge: string,
  nowMs: number,
): Promise<TakenQuestion | null> {
  const [taken] = await tx.drizzle
    .delete(passkeyQuestions)
    .where(and(eq(passkeyQuestions.challengeHash, secretHash(challenge)), eq(passkeyQuestions.purpose, purpose)))
    .returning();
  return taken === undefined || taken.expiresAt <= nowMs ? null : taken;
}

/** A question of WebAuthn, as JSON for the browser. */
export type PasskeyQuestion = Readonly<Record<string, unknown>>;

/** Options of the library as plain JSON: members that are undefined go. */
export function questionOf(options: object): PasskeyQuestion {
  return JSON.parse(JSON.stringify(options)) as PasskeyQuestion;
}
