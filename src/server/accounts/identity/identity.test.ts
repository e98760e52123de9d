import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Verification } from '#protocol/accounts/entities/verification.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { photo, testFiles, type TestFiles } from '../files/testing.ts';
import { createNotices, type Notices } from '../notices/notices.ts';
import { notices as noticesTable } from '../notices/tables.ts';
import { decideReview } from '../reviews/decide.ts';
import { openReviews, practiceReviewMs, type RunningReviews } from '../reviews/open.ts';
import { listReviews } from '../reviews/read-reviews.ts';
import { createIdentityHandlers } from './calls.ts';
import { createIdentity, documentKeyOf, type Identity } from './identity.ts';
import { photosOfApplication } from './review-photos.ts';

interface Running extends TestFiles {
  readonly reviews: RunningReviews;
  readonly notices: Notices;
  readonly identity: Identity;
  readonly published: string[];
}

const contentFolder = path.join(import.meta.dirname, '../../../../content');

async function running(mode: 'practice' | 'live'): Promise<Running> {
  const own: Partial<Running> = {};
  const published: string[] = [];
  const test = await testFiles((deps) => {
    const notices = createNotices(deps.database, deps.clock);
    const reviews = openReviews({ ...deps, logger: pino({ level: 'silent' }), mode });
    const identity = createIdentity({ ...deps, reviews, notices });
    identity.onChange((owner, state) => published.push(`${owner} ${state}`));
    Object.assign(own, { reviews, notices, identity });
    return createIdentityHandlers(identity);
  });
  await pushBundled(test.database, await readContentSet(contentFolder), 0);
  return { ...test, ...own, published } as Running;
}

let live: Running;
let image: Buffer;
beforeAll(async () => {
  live = await running('live');
  image = await photo(40, 30);
});
afterAll(() => live.close());

/** A number with a valid check digit, different for every test user. */
function residentId(order: number): string {
  const head = `11010519491231${String(order).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(head[index]), 0);
  return head + '10X98765432'[sum % 11];
}
let documents = 0;

async function applicationOf(test: Running, token: string) {
  const upload = async () => ((await test.upload(token, image)).data as { id: string }).id;
  documents += 1;
  return {
    documentType: 'id-card',
    country: 'CN',
    firstName: '小明',
    lastName: '王',
    number: residentId(documents),
    front: await upload(),
    back: await upload(),
    held: await upload(),
  };
}

const stateOf = async (test: Running, token: string) => (await test.call('GET verify', token, {})).data as Verification;
const latestReview = async (test: Running) =>
  (await listReviews(test.database, { kind: 'real-name', all: true }))[0]?.id ?? 0n;

describe('real-name authentication', () => {
  it('goes through review to verified, by the policy of practice mode', async () => {
    const test = await running('practice');
    const ada = await test.user();
    expect(await stateOf(test, ada.token)).toEqual({
      state: 'not-verified',
      reason: null,
      documentType: null,
      name: null,
      number: null,
      submittedAt: null,
      decidedAt: null,
    });
    expect((await test.sessions.lookUp(ada.token))?.verified).toBe(false);
    const application = await applicationOf(test, ada.token);
    const answer = await test.call('POST verify', ada.token, { ...application, number: ` ${application.number} ` });
    expect(answer).toMatchObject({
      code: codes.success,
      data: {
        state: 'under-review',
        documentType: 'id-card',
        name: '小** *',
        number: `110****${application.number.slice(-2)}`,
        submittedAt: test.clock(),
        decidedAt: null,
      },
    });
    test.pass(practiceReviewMs);
    await test.reviews.takeUp();
    expect(await stateOf(test, ada.token)).toMatchObject({ state: 'verified', decidedAt: test.clock(), reason: null });
    expect((await test.sessions.lookUp(ada.token))?.verified, 'at once, not when the cache expires').toBe(true);
    expect(test.published).toEqual([`${ada.id} under-review`, `${ada.id} verified`]);
    const sent = await test.database.drizzle.select().from(noticesTable).where(eq(noticesTable.owner, ada.id));
    expect(sent).toMatchObject([{ owner: ada.id, kind: 'account', articleKey: 'notice/real-name-verified' }]);
    await test.close();
  });

  it('is refused with a reason, and may be applied for again', async () => {
    const ada = await live.user();
    const first = await applicationOf(live, ada.token);
    await live.call('POST verify', ada.token, first);
    const decision = { approved: false, reason: 'The number cannot be read.', by: 'grace' };
    await decideReview(live.database, await latestReview(live), decision, live.clock());
    await live.reviews.takeUp();
    expect(await stateOf(live, ada.token)).toMatchObject({ state: 'refused', reason: 'The number cannot be read.' });
    const sent = await live.database.drizzle.select().from(noticesTable).where(eq(noticesTable.owner, ada.id));
    expect(sent).toMatchObject([
      { articleKey: 'notice/real-name-refused', facts: { reason: 'The number cannot be read.' } },
    ]);
    expect((await live.call('POST verify', ada.token, first)).code, 'the same photos').toBe(codes.uploadPhotos);
    const second = { ...(await applicationOf(live, ada.token)), number: first.number };
    expect(await live.call('POST verify', ada.token, second)).toMatchObject({ data: { state: 'under-review' } });
    await decideReview(live.database, await latestReview(live), { ...decision, approved: true }, live.clock());
    await live.reviews.takeUp();
    expect(await stateOf(live, ada.token)).toMatchObject({ state: 'verified', reason: null });
    expect((await live.call('POST verify', ada.token, await applicationOf(live, ada.token))).code).toBe(
      codes.realNameAlreadyApplied,
    );
  });

  it('shows the reviewer what was sent, and masks the number for the user', async () => {
    const ada = await live.user();
    const application = await applicationOf(live, ada.token);
    const answer = await live.call('POST verify', ada.token, application);
    expect(JSON.stringify(answer)).not.toContain(application.number);
    expect(JSON.stringify(answer)).not.toContain('小明');
    const [review] = await listReviews(live.database, { kind: 'real-name', all: true });
    expect(review?.facts).toEqual({
      document: 'id-card',
      country: 'CN',
      'first name': '小明',
      'last name': '王',
      number: application.number,
    });
    const photos = await photosOfApplication(live.database, live.files, review?.subject ?? 0n);
    expect(photos.map(({ name }) => name)).toEqual(['front', 'back', 'held']);
    expect(photos[0]?.bytes).toEqual((await live.get(ada.token, application.front)).rawPayload);
  });
});

describe('an application', () => {
  it('is accepted once under concurrent requests', async () => {
    const ada = await live.user();
    const application = await applicationOf(live, ada.token);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => live.call('POST verify', ada.token, application)),
    );
    const seen = answers.map((answer) => answer.code).toSorted((a, b) => a - b);
    expect(seen).toEqual([codes.success, ...Array.from({ length: 15 }, () => codes.realNameAlreadyApplied)]);
    const { rows } = await live.database.pool.query('SELECT 1 FROM reviews WHERE owner = $1', [ada.id]);
    expect(rows).toHaveLength(1);
  });

  it('with one document is allowed for one account, also under concurrent requests', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => live.user()));
    const number = 'E7654321';
    const applications = await Promise.all(
      users.map(async ({ token }) => ({ ...(await applicationOf(live, token)), documentType: 'passport', number })),
    );
    const answers = await Promise.all(
      users.map(({ token }, index) => live.call('POST verify', token, applications[index] ?? {})),
    );
    expect(answers.filter((answer) => answer.code === codes.success)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === codes.realNameAlreadyApplied)).toHaveLength(5);
    const loser = answers.findIndex((answer) => answer.code !== codes.success);
    expect(await stateOf(live, users[loser]?.token ?? '')).toMatchObject({ state: 'not-verified' });
    const spaced = { ...applications[loser], number: 'e 765 4321' };
    expect((await live.call('POST verify', users[loser]?.token ?? '', spaced)).code).toBe(codes.realNameAlreadyApplied);
  });

  it('with the number of a passport is none of an identity card of the same country, and the other way round', async () => {
    const [ada, eve] = [await live.user(), await live.user()];
    const number = 'K7654321';
    const passport = { ...(await applicationOf(live, ada.token)), documentType: 'passport', country: 'TH', number };
    expect((await live.call('POST verify', ada.token, passport)).code).toBe(codes.success);
    const card = { ...(await applicationOf(live, eve.token)), country: 'TH', number: 'k 765-4321' };
    expect((await live.call('POST verify', eve.token, card)).code).toBe(codes.realNameAlreadyApplied);
    const elsewhere = { ...card, country: 'VN' };
    expect((await live.call('POST verify', eve.token, elsewhere)).code).toBe(codes.success);
  });

  it('from before is known by country and number after the migration, and keeps its place where both kinds stand', async () => {
    const owners = await Promise.all(Array.from({ length: 3 }, () => live.user()));
    const write = (owner: bigint, kind: string, key: string, state: string) =>
      live.database.pool.query(
        `INSERT INTO verifications (owner, document_type, country, first_name, last_name, number, document_key, front, back,
                                    held, state, submitted_at)
         VALUES ($1, $2, 'SG', 'Mei', 'Lin', 'S5551234', $3, '', '', '', $4, 0)`,
        [owner, kind, key, state],
      );
    await write(owners[0]?.id ?? 0n, 'passport', 'old key of the passport', 'verified');
    await write(owners[1]?.id ?? 0n, 'id-card', 'old key of the card', 'verified');
    await write(owners[2]?.id ?? 0n, 'id-card', 'old key of a refused card', 'refused');
    await live.database.pool.query(await readFile(new URL('guards.sql', import.meta.url), 'utf8'));
    const { rows } = await live.database.pool.query<{ key: string }>(
      'SELECT document_key AS key FROM verifications WHERE owner = ANY ($1::bigint[]) ORDER BY array_position($1::bigint[], owner)',
      [owners.map(({ id }) => id.toString())],
    );
    const key = documentKeyOf('SG', 'S5551234');
    expect(rows.map((row) => row.key)).toEqual([key, 'old key of the card', key]);
    const third = await live.user();
    const again = { ...(await applicationOf(live, third.token)), country: 'SG', number: 'S5551234' };
    expect((await live.call('POST verify', third.token, again)).code).toBe(codes.realNameAlreadyApplied);
  });

  it('is refused with a reason when invalid, and stores nothing', async () => {
    const ada = await live.user();
    const eve = await live.user();
    const right = await applicationOf(live, ada.token);
    const ofEve = await applicationOf(live, eve.token);
    const avatar = ((await live.upload(ada.token, image, { purpose: 'avatar' })).data as { id: string }).id;
    const { front: _front, ...withoutFront } = right;
    const wrong: [object, keyof typeof codes][] = [
      [{ ...right, firstName: ' ' }, 'enterName'],
      [{ ...right, lastName: '<b>' }, 'enterName'],
      [{ ...right, number: '110105194912310021' }, 'enterDocumentNumber'],
      [{ ...right, documentType: 'passport' }, 'enterDocumentNumber'],
      [{ ...right, country: 'ZZ' }, 'chooseArea'],
      [withoutFront, 'uploadPhotos'],
      [{ ...right, back: right.front }, 'uploadPhotos'],
      [{ ...right, held: 'A'.repeat(22) }, 'uploadPhotos'],
      [{ ...right, held: ofEve.held }, 'uploadPhotos'],
      [{ ...right, held: avatar }, 'uploadPhotos'],
      [{ ...right, held: 'short' }, 'uploadPhotos'],
    ];
    for (const [input, code] of wrong) {
      expect((await live.call('POST verify', ada.token, input)).code, code).toBe(codes[code]);
    }
    expect(await stateOf(live, ada.token)).toMatchObject({ state: 'not-verified' });
    expect((await live.call('POST verify', ada.token, right)).code).toBe(codes.success);
  });
});
