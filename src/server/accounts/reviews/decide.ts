import { and, eq } from 'drizzle-orm';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { Decision } from './reviews.ts';
import { reviewLog, reviews } from './tables.ts';

/** Longest reason and name of a decision, in characters. */
export const decisionTextMax = 500;

/**
 * Writes a decision on an open review, with a log line of who made it and why. The running exchange applies it within
 * about a second; of several consoles at once, one decides.
 *
 * @throws Refusal `notFound` for a missing review, `alreadyReviewed` for one that was decided
 */
export async function decideReview(database: Database, id: bigint, decision: Decision, now: number): Promise<void> {
  await database.transaction((tx) => writeDecision(tx, id, decision, now, 'decided'));
}

/** Writes a decision inside a transaction that also applies it, or leaves that to the exchange. */
export async function writeDecision(
  tx: Transaction,
  id: bigint,
  decision: Decision,
  now: number,
  state: 'decided' | 'applied',
): Promise<void> {
  checkDecision(decision);
  const { approved, reason, by } = decision;
  const changed = await tx.drizzle
    .update(reviews)
    .set({ state, approved, reason, decidedBy: by, decidedAt: now })
    .where(and(eq(reviews.id, id), eq(reviews.state, 'open')))
    .returning({ id: reviews.id });
  if (changed.length === 0) {
    const [found] = await tx.drizzle.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, id));
    throw new Refusal(found === undefined ? 'notFound' : 'alreadyReviewed');
  }
  await tx.drizzle
    .insert(reviewLog)
    .values({ review: id, at: now, who: by, what: approved ? 'approved' : 'refused', reason });
}

function checkDecision({ approved, reason, by }: Decision): void {
  if (by.trim() === '') throw new Error('a decision needs the name of whoever makes it');
  if (!approved && reason.trim() === '') throw new Error('a refusal needs a reason: the user reads it');
  if (by.length > decisionTextMax || reason.length > decisionTextMax) {
    throw new Error(`a name or a reason is longer than ${decisionTextMax} characters`);
  }
}
