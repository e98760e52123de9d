import { eq } from 'drizzle-orm';
import { secondFactorInText } from '#protocol/core/text/one-time-code.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import { countGuess, type LockoutPool, uncountGuess } from '#server/accounts/rate-limits/lockout.ts';
import { totpSecrets } from '../tables.ts';
import { hashFormerCodes, useRecoveryCode } from './recovery-codes.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';
import { totpDigits, totpStep } from './totp.ts';

/** A stored authenticator secret. */
type Secret = typeof totpSecrets.$inferSelect;

interface CodeCheckDeps {
  readonly notices: Pick<Notices, 'send'>;
  readonly secrets: SecretBox | null;
}

/** The context a user's secret is encrypted for. */
export const sealedFor = (userId: bigint) => `totp of ${userId}`;

/**
 * What has the form of neither code is wrong without being counted. Otherwise counts the attempt, then compares: with the code of the authenticator, or with the user's recovery codes once it is
 * on. The transaction must COMMIT when this refuses.
 *
 * @returns null when the code is right; else `enterCode`, `codeWrong`, or `verificationTooOften` with `waitMs`
 */
export async function checkCode(
  deps: CodeCheckDeps,
  tx: Transaction,
  row: Secret,
  given: string | undefined,
  pool: LockoutPool,
  now: number,
): Promise<Refusal | null> {
  if ((given ?? '').trim() === '') return new Refusal('enterCode');
  const text = secondFactorInText(given ?? '', totpDigits);
  if (text === null) return new Refusal('codeWrong');
  const waitMs = await countGuess(tx, pool, now);
  if (waitMs > 0) return new Refusal('verificationTooOften', { waitMs });
  if (!(await isRight(deps, tx, row, text, now))) return new Refusal('codeWrong');
  await uncountGuess(tx, pool);
  return null;
}

async function isRight(
  { secrets, notices }: CodeCheckDeps,
  tx: Transaction,
  row: Secret,
  text: string,
  now: number,
): Promise<boolean> {
  if (secrets === null) throw new Error('authenticators are enabled, but the key of the secrets is not configured');
  const secret = secrets.open(row.sealed, sealedFor(row.owner));
  const step = totpStep(secret, text, row.lastStep, now);
  if (step === null) return row.confirmedAt !== null && useRecoveryCode(tx, notices, row.owner, text, now);
  await tx.drizzle.update(totpSecrets).set({ lastStep: step }).where(eq(totpSecrets.owner, row.owner));
  await hashFormerCodes(tx, row.owner);
  return true;
}
