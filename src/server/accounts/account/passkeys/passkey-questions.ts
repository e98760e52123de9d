import type { GenerateAuthenticationOptionsOpts } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import { passkeyQuestionLifeMs } from '#protocol/core/limits.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { bytesOf } from './base64url-bytes.ts';
import { newSecret, secretHash } from '#server/accounts/rate-limits/secret-hash.ts';
import { passkeyQuestions } from '../tables.ts';

/** The purpose of a challenge; answers for another purpose are refused. */
export type QuestionPurpose = 'register' | 'login' | 'proof';

/** An open challenge that was consumed. */
export interface TakenQuestion {
  readonly owner: bigint | null;
  readonly relyingParty: string;
}

/** Opens a challenge, replacing the user's previous one of the same purpose. @returns the challenge, base64url */
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

/** Consumes an open challenge, so that it is answered only once; null when it is no longer open. */
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

/** WebAuthn options, as JSON for the browser. */
export type PasskeyQuestion = Readonly<Record<string, unknown>>;

/** The library's options as plain JSON, without undefined members. */
export function questionOf(options: object): PasskeyQuestion {
  return JSON.parse(JSON.stringify(options)) as PasskeyQuestion;
}

/**
 * What a browser is asked to have signed by one of its passkeys.
 *
 * @param allowed those that may sign; without them any of the relying party
 */
export async function authenticationQuestion(
  relyingParty: string,
  challenge: string,
  allowed?: GenerateAuthenticationOptionsOpts['allowCredentials'],
): Promise<PasskeyQuestion> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return questionOf(
    await generateAuthenticationOptions({
      rpID: relyingParty,
      challenge: bytesOf(challenge),
      timeout: passkeyQuestionLifeMs,
      userVerification: 'required',
      ...(allowed === undefined ? {} : { allowCredentials: allowed }),
    }),
  );
}
