import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo, testFiles, type TestFiles } from '../accounts/files/testing.ts';
import { createIdentityHandlers } from '../accounts/identity/calls.ts';
import { createIdentity } from '../accounts/identity/identity.ts';
import { startJobs } from '../core/jobs/jobs.ts';
import type { Repeating } from '../core/jobs/repeating.ts';
import { openReviews, type RunningReviews } from '../accounts/reviews/open.ts';
import { consoleBeside } from './testing.ts';

let test: TestFiles;
let operator: ReturnType<typeof consoleBeside>;
let reviews: RunningReviews;
let jobs: Repeating;
let folder: string;
let applied: string[];
let application: { front: string; back: string; held: string };
let ada: { id: bigint; token: string };

async function openDeposit(subject: bigint, facts: Record<string, string> = { asset: 'BTC' }): Promise<void> {
  const review = { kind: 'deposit' as const, subject, owner: 100_000n, facts };
  await test.database.transaction((tx) => reviews.open(tx, review));
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-operator-'));
  applied = [];
  test = await testFiles((deps) => {
    reviews = openReviews({ ...deps, logger: pino({ level: 'silent' }), mode: 'live' });
    reviews.onDecision('deposit', async (_tx, { subject }, { approved, by, reason }) => {
      return () => void applied.push(`${subject} ${approved} ${by} ${reason}`);
    });
    const notices = { send: async () => undefined, changed: () => undefined };
    return createIdentityHandlers(createIdentity({ ...deps, reviews, notices }));
  });
  operator = consoleBeside(test.database);
  ada = await test.user();
  const image = await photo(40, 30);
  const upload = async () => ((await test.upload(ada.token, image)).data as { id: string }).id;
  application = { front: await upload(), back: await upload(), held: await upload() };
  const names = { firstName: 'Ada', lastName: 'Lovelace', documentType: 'passport', country: 'GB', number: 'E1234567' };
  await test.call('POST verify', ada.token, { ...names, ...application });
  await openDeposit(1n);
  jobs = startJobs(reviews.jobs, { logger: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await jobs.close();
  await test.close();
  await rm(folder, { recursive: true });
});

describe('the operator’s console', () => {
  it('lists open reviews, shows the facts, and saves the photos for the operator alone', async () => {
    expect((await operator('reviews')).said).toMatch(
      /^#1 {2}real-name {3}user \d+ {2}\S+ {2}\(waits\)\n#2 {2}deposit .*\(waits\)\n$/,
    );
    expect((await operator('reviews', '--kind', 'deposit')).said).not.toContain('real-name');
    const facts = await operator('review', '1');
    for (const line of ['first name  Ada', 'last name   Lovelace', 'number      E1234567']) {
      expect(facts.said).toContain(`${line}
`);
    }
    expect(facts.said).not.toContain(application.front);
    const save = path.join(folder, 'photos');
    const saved = await operator('review', '1', '--save', save, '--by', 'grace');
    expect(saved.code).toBe(0);
    for (const name of ['front', 'back', 'held'] as const) {
      const file = path.join(save, `review-1-${name}.jpg`);
      expect(saved.said).toContain(file);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readFile(file)).toEqual((await test.get(ada.token, application[name])).rawPayload);
    }
    expect((await stat(save)).mode & 0o777).toBe(0o700);
    expect((await operator('review-log', '1')).said).toMatch(/#1 {2}looked {4}grace\n/);
  });

  it('decides once; the running exchange applies it while the console waits', async () => {
    const refused = await operator('refuse', '1', '--reason', 'The photo is blurred.', '--by', 'grace');
    expect(refused).toMatchObject({
      code: 0,
      said: expect.stringMatching(/refused by grace \S+: The photo is blurred\.\)\n$/),
    });
    expect((await test.call('GET verify', ada.token, {})).data).toMatchObject({
      state: 'refused',
      reason: 'The photo is blurred.',
    });
    const again = await operator('approve', '1');
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('#1 was decided before: refused by grace') });

    expect((await operator('approve', '#2', '--reason', 'seen on the chain')).code).toBe(0);
    expect(applied).toEqual([expect.stringMatching(/^1 true \S+ seen on the chain$/)]);
    expect((await operator('reviews')).said).toBe('Nothing waits for a decision.\n');
    expect((await operator('reviews', '--all')).said.split('\n')).toHaveLength(3);
    const log = (await operator('review-log')).said;
    expect(log.split('\n').map((line) => line.split('  ')[2]?.trim())).toEqual(
      expect.arrayContaining(['opened', 'looked', 'refused', 'approved', 'applied']),
    );
  });

  it('says what is wrong with a command', async () => {
    for (const [args, words] of [
      [['refuse', '2'], 'A refusal needs --reason'],
      [['refuse', '2', '--reason', '  '], 'A refusal needs --reason'],
      [['approve'], 'Name one review by its number.'],
      [['approve', '1', '2'], 'Name one review by its number.'],
      [['approve', '1; DROP TABLE reviews'], 'Name one review by its number.'],
      [['approve', '999'], 'There is no review #999.'],
      [['review', '2', '--save', folder], 'A deposit review has no photos.'],
      [
        ['reviews', '--kind', 'house'],
        '--kind is one of real-name, deposit, withdrawal, merchant, merchant-refund, loan, listing.',
      ],
      [['reviews', '--everything'], '--everything'],
    ] as const) {
      const { code, said } = await operator(...args);
      expect({ args, code }).toEqual({ args, code: 1 });
      expect(said).toContain(words);
    }
    expect((await operator('help')).said).toMatch(/approve ID.*\n.*refuse ID --reason TEXT/);
  });

  it('shows a user’s text without letting it move the cursor', async () => {
    await openDeposit(3n, { memo: 'good\u001b[2K\rforged \u202Eline' });
    const { said } = await operator('review', '3');
    expect(said).toContain('good\uFFFD[2K\uFFFDforged \uFFFDline');
  });
});
