import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idempotencyRetentionMs } from '#protocol/core/limits.ts';
import { Refusal } from '../failures/refusal.ts';
import { purgeExpired } from '../jobs/purge.ts';
import { testDatabase, type TestDatabase } from '../store/testing.ts';
import { bodyHash } from './body-hash.ts';
import { once, type IdempotentRequest, wasDone } from './once.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const request = (key: string, body: unknown = { a: 1 }, userId = 100_000n): IdempotentRequest => ({
  userId,
  call: 'POST recharge',
  key,
  body,
  at: 1_000,
});

const run = <Answer>(given: IdempotentRequest, work: () => Promise<Answer>) =>
  database.transaction((tx) => once(tx, given, work));

test('the same key and body get the same answer and one effect', async () => {
  let effects = 0;
  const work = async () => ({ effect: (effects += 1) });
  expect(await run(request('same'), work)).toEqual({ answer: { effect: 1 }, repeated: false });
  expect(await run(request('same'), work)).toEqual({ answer: { effect: 1 }, repeated: true });
  expect(await run(request('same', { a: 1 }, 100_001n), work)).toEqual({ answer: { effect: 2 }, repeated: false });
});

test('the same key with another body is refused', async () => {
  await run(request('other'), async () => 1);
  await expect(run(request('other', { a: 2 }), async () => 2)).rejects.toMatchObject({ codeName: 'alreadyProcessed' });
});

test('duplicates at the same time wait for the first', async () => {
  let effects = 0;
  const work = async () => {
    effects += 1;
    await sleep(60);
    return effects;
  };
  const answers = await Promise.all(Array.from({ length: 6 }, () => run(request('together'), work)));
  expect(answers.map((given) => given.answer)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(answers.filter((given) => !given.repeated)).toHaveLength(1);
});

test('refused work is not stored, and a waiting duplicate runs it', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    await sleep(40);
    if (tries === 1) throw new Refusal('insufficientWalletBalance');
    return 'done';
  };
  const outcomes = await Promise.allSettled([run(request('refused'), work), run(request('refused'), work)]);
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('answers are stored for their retention and then purged', async () => {
  await run(request('old'), async () => 1);
  expect((await purgeExpired(database, 1_000 + idempotencyRetentionMs)).has('idempotency')).toBe(false);
  expect((await purgeExpired(database, 1_001 + idempotencyRetentionMs)).get('idempotency')).toBeGreaterThan(0);
  expect((await run(request('old'), async () => 2)).answer).toBe(2);
});

test('the hash of a body does not depend on the order of its fields', () => {
  expect(bodyHash({ a: '1', b: ['x', { c: null }] })).toBe(bodyHash({ b: ['x', { c: null }], a: '1', d: undefined }));
  const different = [{ a: '1' }, { a: 1 }, { a: ['1'] }, { b: '1' }, { a: '1', b: null }, [], {}, null, 'a'];
  expect(new Set(different.map(bodyHash)).size).toBe(different.length);
});

test('whether a key did something is known once its holder has ended, and the look-up leaves no row', async () => {
  const asked = request('asked');
  expect(await wasDone(database, asked)).toBe(false);
  let end: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let claimed: () => void = () => {};
  const working = new Promise<void>((resolve) => {
    claimed = resolve;
  });
  const first = run(asked, async () => {
    claimed();
    await held;
    return 1;
  });
  await working;
  let published = false;
  const answer = wasDone(database, asked).finally(() => {
    published = true;
  });
  await sleep(50);
  expect(published).toBe(false);
  end();
  await first;
  expect(await answer).toBe(true);
});
