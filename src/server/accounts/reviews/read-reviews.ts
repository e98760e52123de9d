import { and, asc, desc, eq } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Database } from '#server/core/store/database.ts';
import type { ReviewKind } from './reviews.ts';
import { reviewLog, reviews } from './tables.ts';

/** A review as shown to the operator, with its state and decision, if any. */
export type ReviewRecord = typeof reviews.$inferSelect;
/** One line of the log. */
export type ReviewLogLine = typeof reviewLog.$inferSelect;

/** Lines per listing. */
export const listedAtOnce = 100;

/** Open reviews, oldest first; with `all`, decided ones too, newest first. At most `listedAtOnce`. */
export async function listReviews(
  database: Database,
  { kind, all }: { kind: ReviewKind | null; all: boolean },
): Promise<ReviewRecord[]> {
  const ofKind = kind === null ? undefined : eq(reviews.kind, kind);
  return database.drizzle
    .select()
    .from(reviews)
    .where(and(ofKind, all ? undefined : eq(reviews.state, 'open')))
    .orderBy(all ? desc(reviews.id) : asc(reviews.id))
    .limit(listedAtOnce);
}

/** One review, or null. */
export async function readReview(database: Database, id: bigint): Promise<ReviewRecord | null> {
  const [row] = await database.drizzle.select().from(reviews).where(eq(reviews.id, id));
  return row ?? null;
}

/** Which of these things wait for a decision of the given kind. */
export async function waitingSubjects(
  pool: Pool,
  kind: ReviewKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set();
  const { rows } = await pool.query<{ subject: string }>(
    "SELECT subject FROM reviews WHERE kind = $1 AND subject = ANY($2::bigint[]) AND state <> 'applied'",
    [kind, subjects],
  );
  return new Set(rows.map(({ subject }) => subject));
}

/** The newest lines of the log, newest first; of one review when it is named. */
export async function readReviewLog(database: Database, review: bigint | null): Promise<ReviewLogLine[]> {
  return database.drizzle
    .select()
    .from(reviewLog)
    .where(review === null ? undefined : eq(reviewLog.review, review))
    .orderBy(desc(reviewLog.id))
    .limit(listedAtOnce);
}

/** Logs that an operator viewed a review with its photos. */
export async function logLook(database: Database, review: bigint, who: string, now: number): Promise<void> {
  await database.drizzle.insert(reviewLog).values({ review, at: now, who, what: 'looked', reason: '' });
}
