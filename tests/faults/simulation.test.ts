import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultKinds } from '../simulation/faults.ts';
import { openRuns, type Runs } from '../simulation/runs.ts';

/**
 * The whole exchange from one seed, in short: one in which the process dies and is cut off from its store while it starts
 * again. `npm run simulate` runs fresh seeds, as long as one likes (docs/simulation.md).
 */
const plan = {
  seed: '7',
  people: 20,
  acts: 100,
  idleMs: 0,
  faults: faultKinds,
  only: null,
  checkedEvery: 25,
  stopAt: null,
  tamperAfter: null,
  mutant: null,
};

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

it('gives the same history twice, and loses nothing', async () => {
  const first = await runs.run(plan);
  expect(first.faults).toEqual([]);
  expect(first.acts).toBeGreaterThanOrEqual(plan.acts);
  const second = await runs.run(plan);
  expect(second).toMatchObject({ hash: first.hash, counts: first.counts, steps: first.steps });
});

it('finds one unit that nobody posted', async () => {
  const { faults } = await runs.run({ ...plan, acts: 60, tamperAfter: 30 });
  expect(faults.join('\n')).toContain('is not the sum of its entries');
});
