import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Refusal } from '#server/core/failures/refusal.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { decideReview } from './decide.ts';
import { startJobs } from '#server/core/jobs/jobs.ts';
import { openReviews, practicePolicyName, practiceReviewMs, type RunningReviews } from './open.ts';
import { listReviews, readReview, readReviewLog } from './read-reviews.ts';
import { type Decision, DecisionPostponed, type ReviewEffect } from './reviews.ts';
import { patience } from '../../../../tests/pace.ts';

let database: TestDatabase;
let now = Date.UTC(2026, 0, 5);
let subject = 0n;
/** The effect's own table: one row per committed run. */
const effects = async () =>
  (await database.pool.query<{ line: string }>('SELECT line FROM effects ORDER BY line')).rows.map((row) => row.line);

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query('CREATE TABLE effects (line text)');
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('DELETE FROM effects').then(() => undefined));

const writeEffect: ReviewEffect = async (tx, review, decision) => {
  const line = `${review.kind} ${review.subject} ${decision.approved} ${decision.by} ${decision.reason}`;
  await tx.client.query('INSERT INTO effects VALUES ($1)', [line]);
  return null;
};

const silent = pino({ level: 'silent' });

function running(
  mode: 'practice' | 'live',
  effect: ReviewEffect = writeEffect,
  logger: Logger = silent,
): RunningReviews {
  const reviews = openReviews({ database, clock: () => now, logger, mode });
  reviews.onDecision('deposit', effect);
  return reviews;
}

async function open(reviews: RunningReviews): Promise<{ id: bigint; subject: bigint }> {
  subject += 1n;
  const review = { kind: 'deposit' as const, subject, owner: 100_000n, facts: { coin: 'BTC' } };
  await database.transaction((tx) => reviews.open(tx, review));
  const [newest] = await listReviews(database, { kind: 'deposit', all: true });
  return { id: newest?.id ?? 0n, subject };
}

const approval: Decision = { approved: true, reason: 'photos match', by: 'ada' };
const linesOf = async (id: bigint) =>
  (await readReviewLog(database, id)).toReversed().map(({ who, what, reason }) => [who, what, reason]);

it('approves in practice mode after a few seconds, once, and logs who did', async () => {
  const reviews = running('practice');
  const { id, subject: of } = await open(reviews);
  now += practiceReviewMs - 1;
  expect(await reviews.takeUp()).toBe(0);
  now += 1;
  expect(await reviews.takeUp()).toBe(1);
  expect(await reviews.takeUp()).toBe(0);
  expect(await effects()).toEqual([`deposit ${of} true ${practicePolicyName} `]);
  expect(await readReview(database, id)).toMatchObject({ state: 'applied', approved: true, decidedAt: now });
  expect(await linesOf(id)).toEqual([
    ['exchange', 'opened', ''],
    [practicePolicyName, 'approved', ''],
    ['exchange', 'applied', ''],
  ]);
});

it('approves what became due while the exchange was down', async () => {
  await open(running('practice'));
  now += 10 * practiceReviewMs;
  const restarted = running('practice');
  expect(await restarted.takeUp()).toBe(1);
  expect(await effects()).toHaveLength(1);
});

it('waits for the operator in live mode, and in practice mode prefers the operator’s decision', async () => {
  const live = running('live');
  const { id, subject: of } = await open(live);
  now += 100 * practiceReviewMs;
  expect(await live.takeUp()).toBe(0);
  expect((await listReviews(database, { kind: 'deposit', all: false })).map((one) => one.id)).toEqual([id]);
  await decideReview(database, id, { approved: false, reason: 'blurred', by: 'ada' }, now);
  expect(await effects()).toEqual([]);
  expect(await live.takeUp()).toBe(1);
  expect(await effects()).toEqual([`deposit ${of} false ada blurred`]);

  const practice = running('practice');
  const second = await open(practice);
  await decideReview(database, second.id, { approved: false, reason: 'no', by: 'ada' }, now);
  now += practiceReviewMs;
  expect(await practice.takeUp()).toBe(1);
  expect(await effects()).toContain(`deposit ${second.subject} false ada no`);
});

it('leaves reviews opened for an operator to the operator', async () => {
  const { id } = await open(running('live'));
  now += 100 * practiceReviewMs;
  expect(await running('practice').takeUp()).toBe(0);
  await decideReview(database, id, approval, now);
  expect(await running('practice').takeUp()).toBe(1);
});

it('decides once under concurrent consoles and exchanges', async () => {
  const reviews = running('live');
  const { id } = await open(reviews);
  const tries = await Promise.allSettled(
    Array.from({ length: 16 }, (_, index) => decideReview(database, id, { ...approval, by: `console ${index}` }, now)),
  );
  const refused = tries.filter((one) => one.status === 'rejected').map((one) => one.reason as Refusal);
  expect(refused.map((one) => one.code)).toEqual(Array.from({ length: 15 }, () => codes.alreadyReviewed));
  await Promise.all([reviews, running('live'), running('live'), reviews].map((one) => one.takeUp()));
  expect(await effects()).toHaveLength(1);
  expect((await linesOf(id)).map(([, what]) => what)).toEqual(['opened', 'approved', 'applied']);
  await expect(decideReview(database, id, approval, now)).rejects.toMatchObject({ code: codes.alreadyReviewed });
  await expect(decideReview(database, 999_999n, approval, now)).rejects.toMatchObject({ code: codes.notFound });
});

it('rolls back when the effect fails, retries later, and does not block other reviews', async () => {
  let isBroken = true;
  const reviews = running('practice', async (tx, review, decision) => {
    const done = await writeEffect(tx, review, decision);
    if (isBroken && review.subject === broken.subject) throw new Error('the store went away');
    return done;
  });
  const broken = await open(reviews);
  const other = await open(reviews);
  now += practiceReviewMs;
  expect(await reviews.takeUp()).toBe(1);
  expect(await effects()).toEqual([`deposit ${other.subject} true ${practicePolicyName} `]);
  expect(await readReview(database, broken.id)).toMatchObject({ state: 'open', approved: null });
  isBroken = false;
  expect(await reviews.takeUp(), 'not at once').toBe(0);
  now += 1_000;
  expect(await reviews.takeUp()).toBe(1);
  expect(await effects()).toHaveLength(2);
});

it('complains of a decision that fails, and not of one that its area postpones', async () => {
  const complaints: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void complaints.push(line) });
  let failure: Error | null = new DecisionPostponed('there is no price');
  const reviews = running(
    'practice',
    () => (failure === null ? Promise.resolve(null) : Promise.reject(failure)),
    logger,
  );
  await open(reviews);
  now += practiceReviewMs;
  expect(await reviews.takeUp()).toBe(0);
  expect(complaints).toEqual([]);
  failure = new Error('the effect is broken');
  now += 1_000;
  await reviews.takeUp();
  expect(complaints).toEqual([expect.stringContaining('the effect is broken')]);
  failure = null;
  now += 2_000;
  expect(await reviews.takeUp()).toBe(1);
});

it('notifies the area after the commit, and not before', async () => {
  const published: string[] = [];
  const reviews = running('practice', async () => {
    published.push('inside');
    return () => void published.push('after');
  });
  const { id } = await open(reviews);
  now += practiceReviewMs;
  await reviews.takeUp();
  expect(published).toEqual(['inside', 'after']);
  expect((await readReview(database, id))?.state).toBe('applied');
});

it('applies decisions automatically once started', async () => {
  const reviews = running('live');
  const { id } = await open(reviews);
  const jobs = startJobs(reviews.jobs, { logger: silent });
  await decideReview(database, id, approval, now);
  await expect.poll(async () => (await readReview(database, id))?.state, patience).toBe('applied');
  await jobs.close();
});

describe('what was decided', () => {
  it('can be neither changed nor deleted', async () => {
    const reviews = running('live');
    const { id } = await open(reviews);
    await decideReview(database, id, approval, now);
    for (const statement of [
      `UPDATE reviews SET approved = false WHERE id = ${id}`,
      `UPDATE reviews SET reason = 'other' WHERE id = ${id}`,
      `UPDATE reviews SET state = 'open', approved = NULL WHERE id = ${id}`,
      `UPDATE reviews SET owner = 100001 WHERE id = ${id}`,
      `DELETE FROM reviews WHERE id = ${id}`,
    ]) {
      await expect(database.pool.query(statement), statement).rejects.toThrow();
    }
    await reviews.takeUp();
    await expect(database.pool.query(`UPDATE reviews SET state = 'decided' WHERE id = ${id}`)).rejects.toThrow(
      /cannot change/,
    );
    for (const statement of ["UPDATE review_log SET who = 'x'", 'DELETE FROM review_log', 'TRUNCATE review_log']) {
      await expect(database.pool.query(statement), statement).rejects.toThrow(/append-only/);
    }
  });

  it('needs a name, and a reason when it is a refusal', async () => {
    const { id } = await open(running('live'));
    const at = now;
    for (const decision of [
      { approved: false, reason: ' ', by: 'ada' },
      { approved: true, reason: '', by: '' },
      { approved: true, reason: 'x'.repeat(501), by: 'ada' },
    ]) {
      await expect(decideReview(database, id, decision, at)).rejects.toThrow();
    }
    expect(await readReview(database, id)).toMatchObject({ state: 'open' });
  });
});
