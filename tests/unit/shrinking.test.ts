import { expect, it } from 'vitest';
import { faultKinds } from '../simulation/faults.ts';
import { castOf, nameOf } from '../simulation/people/people.ts';
import type { RunReport } from '../simulation/run.ts';
import type { ChosenPlan, Runs } from '../simulation/runs.ts';
import { shrink } from '../simulation/shrinking.ts';

const plan: ChosenPlan = {
  seed: '1',
  people: 20,
  edges: 0,
  acts: 200,
  idleMs: 0,
  faults: faultKinds,
  only: null,
  checkedEvery: 25,
  stopAt: null,
  tamperAfter: null,
  mutant: null,
};
const everybody = castOf(plan.people).map(nameOf);
const [one, , , other] = everybody as [string, string, string, string];

/** Runs that fail when a fault happens while two of the people are there, and otherwise in a way of their own. */
const runs: Runs = {
  close: () => undefined,
  run({ faults, only, checkedEvery, acts }) {
    const people = only ?? everybody;
    const isSame = people.includes(one) && people.includes(other) && faults.includes('store late');
    const failure = { check: isSame ? 'sums' : 'something else', step: 1, acts: checkedEvery === 1 ? 7 : 25 };
    return Promise.resolve({ failure, acts } as RunReport);
  },
};

it('finds the people and the fault without whom a run does not fail in the same way', async () => {
  const tried: string[] = [];
  const { plan: shortest, report } = await shrink(
    runs,
    { plan, report: await runs.run(plan) },
    ({ report: { failure } }) => tried.push(failure?.check ?? ''),
  );
  expect(shortest).toMatchObject({ faults: ['store late'], only: [one, other], acts: 7, checkedEvery: 1 });
  expect(report.failure?.check).toBe('sums');
  expect(new Set(tried)).toEqual(new Set(['sums', 'something else']));
});
