import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs } from '../../../protocol/durations.ts';
import { holdFaults } from '../../core/ledger/testing.ts';
import { testDatabase, type TestDatabase } from '../../core/store/testing.ts';
import { launchAudit } from './audit.ts';
import { createDueProjects } from './due.ts';
import { createPracticeLaunches } from './practice.ts';
import { newestPracticeProject } from './store.ts';
import { launchDepsForTest } from './testing.ts';

/** The subscriptions of practice mode, on a real store with a clock in the test's hand. */

let database: TestDatabase;
let now = Date.UTC(2026, 10, 24);

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('follow one another: announced, wanted by more than there is, settled, and the next one', async () => {
  const deps = launchDepsForTest(database, () => now);
  const run = createPracticeLaunches(deps, () => 0.9);
  const settle = createDueProjects(deps);
  await run();
  const first = await newestPracticeProject(database.pool);
  expect(first).toMatchObject({ phase: 'selling', practice: true, people: 0, opensAt: now + minuteMs });
  await run();
  expect((await newestPracticeProject(database.pool))?.people).toBe(0);
  for (now = first?.opensAt ?? 0; now < (first?.closesAt ?? 0); now += minuteMs / 6) await run();
  const wanted = await newestPracticeProject(database.pool);
  expect(wanted).toMatchObject({ id: first?.id, people: 2 });
  expect(wanted?.wanted).toBeGreaterThan(first?.pieces ?? 0n);
  // Nobody commits more than the terms allow, however often the traders come.
  expect(wanted?.wanted).toBeLessThanOrEqual(2n * (first?.maximum ?? 0n));
  await run();
  expect(await holdFaults(database.pool, ['spot'], [launchAudit], { part: 'frozen' })).toEqual([]);
  await settle(() => false);
  expect(await newestPracticeProject(database.pool)).toMatchObject({ phase: 'ended', allotted: first?.pieces });
  await run();
  const second = await newestPracticeProject(database.pool);
  expect(second?.id).toBeGreaterThan(first?.id ?? 0n);
  expect(second?.opensAt).toBe(now + minuteMs);
  expect(await holdFaults(database.pool, ['spot'], [launchAudit], { part: 'frozen' })).toEqual([]);
});

it('wait while an operator stops subscriptions', async () => {
  const deps = launchDepsForTest(database, () => now);
  const run = createPracticeLaunches(deps, () => 0.9);
  now = (await newestPracticeProject(database.pool))?.opensAt ?? 0;
  deps.gate.isStopped = () => true;
  await run();
  expect((await newestPracticeProject(database.pool))?.people).toBe(0);
});
