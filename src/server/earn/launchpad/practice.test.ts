import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs } from '#protocol/core/durations.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { type OpenInstruments, openInstruments } from '#server/core/instruments/open.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { holdFaults } from '#server/core/ledger/testing.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { launchpadAudit } from './audit.ts';
import { createDueProjects } from './due.ts';
import { createPracticeProjects, nextPracticeCoin, practiceCoins } from './practice.ts';
import { newestPracticeProject } from './store.ts';
import { launchpadDepsForTest } from './testing.ts';

/** The subscriptions of practice mode, on a real store with a clock in the test's hand. */

let database: TestDatabase;
let opened: OpenInstruments;
let now = Date.UTC(2026, 10, 24);

beforeAll(async () => {
  database = await testDatabase();
  opened = await openInstruments(database);
});
afterAll(async () => {
  instruments.replace(shippedInstruments);
  await database.close();
});

it('follow one another: a new coin, wanted by more than there is, settled, its auction called, and the next', async () => {
  const deps = launchpadDepsForTest(database, () => now);
  const run = createPracticeProjects(deps, () => 0.9);
  const settle = createDueProjects(deps);
  await run();
  await opened.refresh();
  // Nobody sees its pair yet.
  expect(instruments.pair('KNOTUSDT')).toMatchObject({ state: 'announced', opensAt: null, open: false });
  await run();
  const first = await newestPracticeProject(database.pool);
  expect(first).toMatchObject({
    phase: 'selling',
    practice: true,
    people: 0,
    coin: 'KNOT',
    pair: 'KNOTUSDT',
    opensAt: now + minuteMs,
  });
  await run();
  expect((await newestPracticeProject(database.pool))?.people).toBe(0);
  for (now = first?.opensAt ?? 0; now < (first?.closesAt ?? 0); now += minuteMs / 6) await run();
  const wanted = await newestPracticeProject(database.pool);
  expect(wanted).toMatchObject({ id: first?.id, people: 2 });
  expect(wanted?.wanted).toBeGreaterThan(first?.pieces ?? 0n);
  // Nobody commits more than the terms allow, however often the traders come.
  expect(wanted?.wanted).toBeLessThanOrEqual(2n * (first?.maximum ?? 0n));
  await run();
  expect(await holdFaults(database.pool, ['spot'], [launchpadAudit], { part: 'frozen' })).toEqual([]);
  await settle(() => false);
  expect(await newestPracticeProject(database.pool)).toMatchObject({ phase: 'ended', allotted: first?.pieces });
  await opened.refresh();
  expect(instruments.pair('KNOTUSDT')).toMatchObject({ state: 'auction', opensAt: now + 2 * minuteMs });
  await run();
  await opened.refresh();
  await run();
  const second = await newestPracticeProject(database.pool);
  expect(second?.id).toBeGreaterThan(first?.id ?? 0n);
  expect(second).toMatchObject({ coin: 'RUFF', pair: 'RUFFUSDT', opensAt: now + minuteMs });
  expect(await holdFaults(database.pool, ['spot'], [launchpadAudit], { part: 'frozen' })).toEqual([]);
});

it('sell further issues in turn once every coin has opened', () => {
  const [pair] = shippedInstruments.pairs;
  if (pair === undefined) throw new Error('nothing ships');
  const trading = practiceCoins.map(({ id }) => ({ ...pair, id: `${id}USDT`, base: id }));
  instruments.replace({ ...shippedInstruments, pairs: [...shippedInstruments.pairs, ...trading] });
  expect(nextPracticeCoin('AVOCET')).toEqual({ coin: { id: 'KNOT', name: 'Red Knot' }, isNew: false });
  expect(nextPracticeCoin('KNOT')).toMatchObject({ coin: { id: 'RUFF' }, isNew: false });
});

it('wait while an operator stops subscriptions', async () => {
  await opened.refresh();
  const deps = launchpadDepsForTest(database, () => now);
  const run = createPracticeProjects(deps, () => 0.9);
  now = (await newestPracticeProject(database.pool))?.opensAt ?? 0;
  deps.gate.isStopped = () => true;
  await run();
  expect((await newestPracticeProject(database.pool))?.people).toBe(0);
});
