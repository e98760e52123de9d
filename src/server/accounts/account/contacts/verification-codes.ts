import { randomBytes, randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { CodePurpose } from '#protocol/accounts/calls/codes.ts';
import {
  verificationCodeLength,
  verificationCodeLifeMs,
  verificationCodeMaxAttempts,
  verificationCodeResendMs,
} from '#protocol/core/limits.ts';
import { codeInText } from '#protocol/core/text/one-time-code.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountLimits } from '#server/accounts/rate-limits/account-limits.ts';
import {
  type RateLimitKey,
  rateLimitWaitMs,
  countAttempt,
  uncountAttempt,
} from '#server/accounts/rate-limits/rate-limit.ts';
import type { Contact } from './contact.ts';
import { countGuess, type LockoutPool, uncountGuess } from '#server/accounts/rate-limits/lockout.ts';
import { newSecret, sameHash, secretHash } from '#server/accounts/rate-limits/secret-hash.ts';
import { verificationCodes, verificationTickets } from '../tables.ts';

/** A new code. */
export interface IssuedCode {
  readonly code: string;
  readonly expiresAt: number;
}

/** The result of checking a code; never thrown, because the attempt must be counted. */
export type CodeCheck = 'right' | 'codeWrong' | 'verificationExpired' | { readonly waitMs: number };

/** Identifies a code. */
export interface NamedCode {
  readonly contact: Contact;
  readonly purpose: CodePurpose;
  /** The account of which a wrong one counts as a guess; null for codes that open none. */
  readonly pool: LockoutPool | null;
}

const codeKey = (contact: Contact, purpose: CodePurpose) =>
  and(eq(verificationCodes.contact, contact.value), eq(verificationCodes.purpose, purpose));

/**
 * Creates a new code for a contact and purpose, replacing the previous one.
 *
 * @throws Refusal `verificationTooOften` within a minute of the last one, or past the hour's limits of the contact or
 *   the address
 */
export async function issueCode(
  tx: Transaction,
  limits: AccountLimits,
  contact: Contact,
  purpose: CodePurpose,
  facts: RequestFacts,
  nowMs: number,
): Promise<IssuedCode> {
  const ofAddress = { kind: 'codes-of-address', address: facts.address };
  const toContact = { kind: 'codes-to-contact', of: contact.value };
  // The contact's row is locked from here on, so that concurrent requests are serialised.
  const isWithin =
    (await countAttempt(tx, toContact, limits.codesToContact, nowMs)) &&
    (await countAttempt(tx, ofAddress, limits.codesOfAddress, nowMs));
  if (!isWithin) throw new Refusal('verificationTooOften');
  const earlier = await tx.drizzle
    .select({ sentAt: verificationCodes.sentAt })
    .from(verificationCodes)
    .where(eq(verificationCodes.contact, contact.value));
  const waitMs = Math.max(0, ...earlier.map(({ sentAt }) => sentAt + verificationCodeResendMs - nowMs));
  if (waitMs > 0) throw new Refusal('verificationTooOften', { waitMs });
  const code = randomInt(10 ** verificationCodeLength)
    .toString()
    .padStart(verificationCodeLength, '0');
  const salt = randomBytes(16).toString('hex');
  const row = {
    salt,
    codeHash: secretHash(salt, code),
    failures: 0,
    sentAt: nowMs,
    expiresAt: nowMs + verificationCodeLifeMs,
    used: false,
  };
  await tx.drizzle
    .insert(verificationCodes)
    .values({ contact: contact.value, purpose, ...row })
    .onConflictDoUpdate({ target: [verificationCodes.contact, verificationCodes.purpose], set: row });
  return { code, expiresAt: row.expiresAt };
}

/**
 * Checks a code and consumes it when it is correct. What is not six digits is wrong without being counted. Every other attempt is counted before it is compared, on the code, on the
 * account, on the contact and on the address, under row locks, so that concurrent attempts gain nothing. The
 * transaction must commit whatever the result.
 */
export async function useCode(
  tx: Transaction,
  limits: AccountLimits,
  { contact, purpose, pool }: NamedCode,
  code: string,
  facts: RequestFacts,
  nowMs: number,
): Promise<CodeCheck> {
  const entered = codeInText(code, verificationCodeLength);
  // It can be no code of ours, so it is no guess either.
  if (entered === null) return 'codeWrong';
  const keys = {
    address: { kind: 'guesses-of-address', address: facts.address },
    contact: { kind: 'guesses-of-contact', of: contact.value },
  } satisfies Record<string, RateLimitKey>;
  const waitMs = pool === null ? 0 : await countGuess(tx, pool, nowMs);
  if (waitMs > 0) return { waitMs };
  for (const [key, limit] of [
    [keys.contact, limits.guessesOfContact],
    [keys.address, limits.guessesOfAddress],
  ] as const) {
    if (!(await countAttempt(tx, key, limit, nowMs))) return { waitMs: await rateLimitWaitMs(tx, key, nowMs) };
  }
  const [row] = await tx.drizzle.select().from(verificationCodes).where(codeKey(contact, purpose)).for('update');
  if (row === undefined || row.used || row.expiresAt <= nowMs) return 'verificationExpired';
  if (row.failures >= verificationCodeMaxAttempts) return 'verificationExpired';
  if (!sameHash(secretHash(row.salt, entered), row.codeHash)) {
    const failures = row.failures + 1;
    await tx.drizzle.update(verificationCodes).set({ failures }).where(codeKey(contact, purpose));
    return 'codeWrong';
  }
  await tx.drizzle.update(verificationCodes).set({ used: true }).where(codeKey(contact, purpose));
  if (pool !== null) await uncountGuess(tx, pool);
  await uncountAttempt(tx, keys.contact);
  await uncountAttempt(tx, keys.address);
  return 'right';
}

/** Issues a ticket for the next step, after a correct code. */
export async function giveTicket(
  tx: Transaction,
  contact: Contact,
  purpose: CodePurpose,
  nowMs: number,
): Promise<{ ticket: string; expiresAt: number }> {
  const ticket = newSecret();
  const expiresAt = nowMs + verificationCodeLifeMs;
  await tx.drizzle
    .insert(verificationTickets)
    .values({ ticketHash: secretHash(ticket), contact: contact.value, purpose, expiresAt });
  return { ticket, expiresAt };
}

/**
 * Consumes a ticket, which allows one step once.
 *
 * @returns the contact it was given for, or null when it is unknown, used, expired or for something else
 */
export async function takeTicket(
  tx: Transaction,
  ticket: string,
  purpose: CodePurpose,
  nowMs: number,
): Promise<string | null> {
  const [row] = await tx.drizzle
    .delete(verificationTickets)
    .where(and(eq(verificationTickets.ticketHash, secretHash(ticket)), eq(verificationTickets.purpose, purpose)))
    .returning();
  return row === undefined || row.expiresAt <= nowMs ? null : row.contact;
}
