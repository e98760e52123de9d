import { and, asc, eq, lte, or } from 'drizzle-orm';
import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Config } from '#server/core/config/config.ts';
import { Retries } from '#server/core/jobs/retries.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { writeDecision } from './decide.ts';
import {
  type Decision,
  DecisionPostponed,
  type Review,
  type ReviewEffect,
  type ReviewKind,
  type Reviews,
} from './reviews.ts';
import { reviewLog, reviews } from './tables.ts';

export interface ReviewsDeps extends Pick<CoreDeps, 'database' | 'clock' | 'logger'> {
  readonly mode: Config['mode'];
  /**
   * Starts a round of practice-mode decisions: decides by a review's kind and chain, if any, whether the policy approves
   * it, it waits for the operator, or is retried later. Without it the policy approves everything.
   */
  readonly policy?: () => (of: {
    readonly kind: ReviewKind;
    readonly chain: string | undefined;
  }) => Promise<'policy' | 'operator' | 'later'>;
}

/** Reviews of a running exchange. */
export interface RunningReviews extends Reviews, Area {
  /** Applies what is decided or due now, as the job does. Returns the number applied. */
  takeUp(): Promise<number>;
}

/** Practice mode approves a review this long after it was opened (design section 3, practice mode). */
export const practiceReviewMs = 4_000;
/** Name of practice mode's policy in the log. */
export const practicePolicyName = 'practice policy';
/** Name of the exchange in the log. */
const exchangeName = 'exchange';

/** How often decisions are polled. */
const takeUpEveryMs = 400;
/** Reviews per poll. */
const takenAtOnce = 100;

/** Opens reviews. They start, with decisions from before a restart, once every area has registered its effect. */
export function openReviews({ database, clock, logger, mode, policy }: ReviewsDeps): RunningReviews {
  const effects = new Map<ReviewKind, ReviewEffect>();
  const retries = new Retries<bigint>(clock, (error, review) => {
    const facts = { err: error, review: review.toString() };
    if (error instanceof DecisionPostponed) logger.info(facts, 'a decision is applied later');
    else logger.error(facts, 'a decision could not be applied');
  });

  /** Whether the policy may decide; if not, the review waits for the operator, or is retried later. */
  async function mayDecide({ id, kind, facts }: Waiting, verdictOn: ReturnType<NonNullable<ReviewsDeps['policy']>>) {
    const verdict = await verdictOn({ kind, chain: facts['chain'] });
    if (verdict === 'policy') return true;
    const dueAt = verdict === 'operator' ? null : clock() + practiceReviewMs;
    await database.drizzle
      .update(reviews)
      .set({ dueAt })
      .where(and(eq(reviews.id, id), eq(reviews.state, 'open')));
    return false;
  }

  /** Decision, effect and applied flag in one transaction, so that it is applied exactly once. */
  async function apply(id: bigint): Promise<boolean> {
    const after = await database.transaction(async (tx) => {
      const [row] = await tx.drizzle.select().from(reviews).where(eq(reviews.id, id)).for('update');
      if (row === undefined || row.state === 'applied') return undefined;
      const now = clock();
      const decision = await decisionOn(tx, row, now);
      if (row.state === 'decided') {
        await tx.drizzle.update(reviews).set({ state: 'applied' }).where(eq(reviews.id, id));
      }
      await tx.drizzle
        .insert(reviewLog)
        .values({ review: id, at: now, who: exchangeName, what: 'applied', reason: '' });
      const effect = effects.get(row.kind);
      if (effect === undefined) throw new Error(`no effect for reviews of kind ${row.kind}`);
      return effect(tx, asReview(row), decision);
    });
    after?.();
    return after !== undefined;
  }

  async function takeUp(): Promise<number> {
    let applied = 0;
    const verdictOn = policy?.() ?? (() => Promise.resolve('policy' as const));
    const dueUntil = mode === 'practice' ? clock() : null;
    for (const one of await waiting(database, dueUntil, takenAtOnce + retries.failing.count)) {
      await retries.attempt(one.id, async () => {
        if (one.state === 'open' && !(await mayDecide(one, verdictOn))) return;
        if (await apply(one.id)) applied += 1;
      });
    }
    return applied;
  }

  return {
    async open(tx, review) {
      const openedAt = clock();
      const dueAt = mode === 'practice' ? openedAt + practiceReviewMs : null;
      await insertReview(tx, review, openedAt, dueAt);
    },
    onDecision(kind, effect) {
      if (effects.has(kind)) throw new Error(`two effects for reviews of kind ${kind}`);
      effects.set(kind, effect);
    },
    takeUp,
    calls: {},
    jobs: [{ name: 'take up reviews', everyMs: takeUpEveryMs, run: takeUp }],
  };
}

type ReviewRow = typeof reviews.$inferSelect;
type Waiting = Pick<ReviewRow, 'id' | 'kind' | 'state' | 'facts'>;

/**
 * Reviews that are decided and not applied, and those the policy decides now, the oldest first.
 *
 * @param dueUntil the policy decides those due by then; null: it decides none
 */
async function waiting({ drizzle }: Database, dueUntil: number | null, limit: number): Promise<Waiting[]> {
  const isDue = dueUntil === null ? undefined : and(eq(reviews.state, 'open'), lte(reviews.dueAt, dueUntil));
  return drizzle
    .select({ id: reviews.id, kind: reviews.kind, state: reviews.state, facts: reviews.facts })
    .from(reviews)
    .where(or(eq(reviews.state, 'decided'), isDue))
    .orderBy(asc(reviews.id))
    .limit(limit);
}

/** Writes a review, and that it was opened. @param dueAt when the policy decides; null for the operator alone */
async function insertReview(
  tx: Transaction,
  review: Parameters<Reviews['open']>[1],
  openedAt: number,
  dueAt: number | null,
): Promise<void> {
  const [row] = await tx.drizzle
    .insert(reviews)
    .values({ ...review, openedAt, dueAt })
    .returning({ id: reviews.id });
  if (row === undefined) throw new Error('a review was not written');
  await tx.drizzle
    .insert(reviewLog)
    .values({ review: row.id, at: openedAt, who: exchangeName, what: 'opened', reason: '' });
}

/** The existing decision, or the policy's, which is recorded here. */
async function decisionOn(tx: Transaction, row: ReviewRow, now: number): Promise<Decision> {
  if (row.approved !== null && row.reason !== null && row.decidedBy !== null) {
    return { approved: row.approved, reason: row.reason, by: row.decidedBy };
  }
  const decision = { approved: true, reason: '', by: practicePolicyName };
  await writeDecision(tx, row.id, decision, now, 'applied');
  return decision;
}

function asReview({ id, kind, subject, owner, facts, openedAt }: ReviewRow): Review {
  return { id, kind, subject, owner, facts, openedAt };
}
