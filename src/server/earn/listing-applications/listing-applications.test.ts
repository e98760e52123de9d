import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import { listingApplicationCalls } from '#protocol/listing-applications/calls.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { readInstruments } from '#server/core/instruments/store.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { consoleBeside } from '#server/operator/testing.ts';
import { openReviews, practiceReviewMs, type RunningReviews } from '#server/accounts/reviews/open.ts';
import { openListingApplications, type OpenedListingApplications } from './open.ts';

/** Applications to list a coin, from the form to a listed pair, by a clock that the test moves. */

let database: TestDatabase;
let reviews: RunningReviews;
let area: OpenedListingApplications;
let operator: ReturnType<typeof consoleBeside>;
/** A Tuesday. */
let now = Date.UTC(2026, 0, 6, 4);
let made = 0;
const sent: string[] = [];
const because = ['--by', 'grace'] as const;

beforeAll(async () => {
  database = await testDatabase();
  operator = consoleBeside(database);
  const clock = () => now;
  const logger = { error: (facts: unknown) => void sent.push(`error ${JSON.stringify(facts)}`) };
  reviews = openReviews({ database, clock, mode: 'practice', logger: logger as never });
  area = openListingApplications({
    database,
    clock,
    reviews,
    logger: logger as never,
    config: { mode: 'practice' },
    files: { use: () => Promise.resolve() },
    notices: {
      send: async (_tx, owner, _kind, article, facts) =>
        void sent.push(`${owner} ${article} ${Object.values(facts).join(', ')}`),
      changed: () => undefined,
    },
  });
}, 60_000);
afterAll(async () => {
  instruments.replace(shippedInstruments);
  await database.close();
});

async function user(): Promise<bigint> {
  made += 1;
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO users (nickname, invitation_code, language, created_at) VALUES (NULL, $1, 'en', $2) RETURNING id`,
    [`apply${made}`, now],
  );
  return BigInt(rows[0]?.id ?? 0);
}

type Form = CheckedInput<'POST addCoinApply'>;
const form = { ...listingApplicationCalls['POST addCoinApply'].example.input, documents: [] } as Form;
const apply = (owner: bigint, about: Partial<Form> = {}) =>
  area.calls['POST addCoinApply']({ ...form, ...about }, contextFor(owner));
const own = async (owner: bigint) => (await area.calls['GET addCoinApply']({ size: 20 }, contextFor(owner))).list;
const answer = (owner: bigint, id: string) =>
  area.calls['PUT addCoinApply']({ id, answer: 'Knot Labs' }, contextFor(owner));
const refused = (codeName: string) => expect.objectContaining({ codeName });
const reviewOf = async (id: string) => {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT id FROM reviews WHERE kind = 'listing' AND subject = $1`,
    [id],
  );
  return rows[0]?.id ?? '';
};

describe('an application', () => {
  it('is asked about, answered, accepted, and lists its coin with a pair that trades', async () => {
    const owner = await user();
    const { id, answerBy } = await apply(owner);
    // Three working days: the end of Friday, UTC+8.
    expect(new Date(answerBy ?? 0).toISOString()).toBe('2026-01-09T15:59:59.999Z');
    await expect(apply(owner, { symbol: 'ABC' })).rejects.toEqual(refused('unfinishedOrder'));
    await expect(answer(owner, id)).rejects.toEqual(refused('alreadyReviewed'));
    expect((await operator('applications', 'ask', id, '--reason', 'Who audits it?', ...because)).code).toBe(0);
    expect((await operator('applications', 'ask', id, '--reason', 'And why?', ...because)).said).toContain('waits');
    // The policy of practice mode leaves what an operator has asked about to the operator.
    now += practiceReviewMs * 2;
    expect([await reviews.takeUp(), await area.handleDue(), await area.handleDue()]).toEqual([0, 1, 0]);
    expect(sent).toEqual([`${owner} notice/coin-question AVO, Who audits it?`]);
    expect(await own(owner)).toMatchObject([{ state: 'question', answerBy: null }]);
    await expect(answer(await user(), id)).rejects.toEqual(refused('notFound'));
    expect(await answer(owner, id)).toMatchObject({
      state: 'under-review',
      texts: [{ by: 'desk' }, { text: 'Knot Labs' }],
    });
    const terms = '--scale 6 --display 2 --price-decimals 3 --amount-decimals 1 --max-amount 50000 --min-total 5';
    const costs = '--maker-fee 0.0008 --taker-fee 0.001 --reference-price 2.5 --reason agreed';
    const said = await operator('applications', 'terms', id, ...terms.split(' '), ...costs.split(' '), ...because);
    expect(said.said).toContain('Once accepted it is listed so');
    await operator('approve', await reviewOf(id), ...because);
    await reviews.takeUp();
    expect(await own(owner)).toMatchObject([{ state: 'listed', pair: 'AVOUSDT' }]);
    expect(sent.at(-1)).toBe(`${owner} notice/coin-listed AVO, AVOUSDT`);
    instruments.replace(await readInstruments(database));
    expect(instruments.coins.get('AVO')).toMatchObject({ name: 'Avocet', scale: 6 });
    expect(instruments.pairs.find(({ id: pair }) => pair === 'AVOUSDT')).toMatchObject({ state: 'open' });
    expect((await operator('stop-log')).said).toMatch(/grace {2}listing-ask {2}application \d+/);
    await expect(apply(owner)).rejects.toEqual(refused('alreadyProcessed'));
  });

  it('is refused with the reason, and may be followed by another', async () => {
    const owner = await user();
    const { id } = await apply(owner, { symbol: 'KITE' });
    await operator('refuse', await reviewOf(id), '--reason', 'No audit', ...because);
    await reviews.takeUp();
    expect(await own(owner)).toMatchObject([{ state: 'refused', reason: 'No audit', answerBy: null }]);
    expect(sent.at(-1)).toBe(`${owner} notice/coin-refused KITE, No audit`);
    expect(await apply(owner, { symbol: 'KITE' })).toMatchObject({ state: 'under-review' });
  });

  it('is refused with what is wrong when its coin was listed meanwhile, and nothing is half listed', async () => {
    const [first, second] = [await user(), await user()];
    await apply(first, { symbol: 'TERN' });
    await apply(second, { symbol: 'TERN' });
    now += practiceReviewMs;
    await reviews.takeUp();
    expect(await own(first)).toMatchObject([{ state: 'listed', pair: 'TERNUSDT' }]);
    expect(await own(second)).toMatchObject([{ state: 'refused', reason: 'TERN is listed' }]);
  });

  it('says once that the promised day has passed, and stays under review', async () => {
    const owner = await user();
    const { id } = await apply(owner, { symbol: 'RUFF' });
    await database.pool.query(`UPDATE reviews SET due_at = NULL WHERE kind = 'listing' AND subject = $1`, [id]);
    now += 4 * dayMs;
    expect([await area.handleDue(), await area.handleDue()]).toEqual([1, 0]);
    expect(sent.at(-1)).toBe(`${owner} notice/coin-late RUFF`);
    expect(await own(owner)).toMatchObject([{ state: 'under-review', answerBy: null }]);
  });

  it('has a supply that adds up', async () => {
    const owner = await user();
    await expect(apply(owner, { symbol: 'SORA', circulation: '4000001' })).rejects.toEqual(
      refused('quantityOutOfRange'),
    );
    await expect(apply(owner, { symbol: 'SORA', holdings: '-1' })).rejects.toEqual(refused('quantityOutOfRange'));
    await expect(apply(owner, { symbol: 'BTC' })).rejects.toEqual(refused('alreadyProcessed'));
  });
});
