import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hourMs } from '#protocol/core/durations.ts';
import { deepRuns, seed } from '../depth.ts';
import { faultKinds } from '../simulation/faults.ts';
import { keptSeeds } from '../simulation/kept-seeds.ts';
import { type ChosenPlan, openRuns, type Runs } from '../simulation/runs.ts';

/** The whole exchange from one seed, in short; `npm run simulate` does it as long as one likes (docs/simulation.md). */
const short: Omit<ChosenPlan, 'seed'> = {
  people: 24,
  edges: 0,
  acts: 40,
  idleMs: 0,
  faults: faultKinds,
  only: null,
  checkedEvery: 20,
  stopAt: null,
  tamperAfter: null,
  mutant: null,
};
/** What nobody has seen before is looked for where somebody waits for it: by `npm run test:deep`. */
const freshSeeds = Array.from({ length: deepRuns(20) }, (_, nth) => `${seed}.${nth}`);

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

it('gives the same history twice', async () => {
  const plan = { ...short, seed: '7' };
  const first = await runs.run(plan);
  const second = await runs.run(plan);
  expect(second).toMatchObject({ hash: first.hash, counts: first.counts, steps: first.steps });
});

it('finds one unit that nobody posted', async () => {
  const { faults } = await runs.run({ ...short, seed: '7', tamperAfter: 20 });
  expect(faults.join('\n')).toContain('is not the sum of its entries');
});

describe('everything holds', () => {
  it.each(keptSeeds)('with $seed, which found that $found', async ({ hours, seed: kept, people, acts }) => {
    const report = await runs.run({ ...short, seed: kept, people, acts, idleMs: hours * hourMs });
    expect(report).toMatchObject({ faults: [] });
    expect(report.acts).toBeGreaterThanOrEqual(acts);
  });

  it.each(freshSeeds)('with the fresh seed %s', async (fresh) => {
    expect(await runs.run({ ...short, seed: fresh })).toMatchObject({ faults: [] });
  });
});
