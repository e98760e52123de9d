import { parseArgs } from 'node:util';
import { hourMs } from '#protocol/core/durations.ts';
import { mutants } from './mutants.ts';
import type { RunReport } from './run.ts';
import { type ChosenPlan, openRuns } from './runs.ts';

/**
 * The whole exchange from one seed, as in `npm run simulate -- --seed 7`. docs/simulation.md says what it does and what
 * its options are.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    runs: { type: 'string', default: '1' },
    people: { type: 'string', default: '50' },
    acts: { type: 'string', default: '200' },
    hours: { type: 'string', default: '48' },
    history: { type: 'string' },
    'without-faults': { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const isOne = values.runs === '1' && !values.mutants;
const runs = await openRuns();
try {
  await (values.mutants ? huntMutants() : runSeeds());
} finally {
  runs.close();
}

function planOf(seed: string, mutant: string | null): ChosenPlan {
  return {
    seed,
    people: Number(values.people),
    acts: Number(values.acts),
    mostMs: Number(values.hours) * hourMs,
    faults: !values['without-faults'],
    tamperAfter: null,
    mutant,
  };
}

async function runSeeds(): Promise<void> {
  for (let nth = 0; nth < Number(values.runs); nth += 1) {
    const report = await runs.run(planOf(isOne ? values.seed : `${values.seed}.${nth}`, null), values.history);
    print(report);
    if (report.faults.length > 0) process.exitCode = 1;
  }
}

/** Puts one fault after the other into the code, and runs seeds until one finds it. */
async function huntMutants(): Promise<void> {
  let missed = 0;
  let unexplained = 0;
  const hunted = mutants.filter(({ name }) => name.includes(values.only));
  for (const { name, missed: reason } of hunted) {
    const began = performance.now();
    let found: string | null = null;
    let nth = 0;
    for (; nth < Number(values.runs) && found === null; nth += 1) {
      const { faults } = await runs.run(planOf(`${values.seed}.${nth}`, name));
      found = faults[0] ?? null;
    }
    if (found === null && reason === undefined) unexplained += 1;
    if (found === null) missed += 1;
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    process.stdout.write(
      `${found === null ? 'MISSED' : 'found'} after ${seconds} s and ${nth} runs: ${name}\n  ${(found ?? reason ?? '').slice(0, 240)}\n`,
    );
  }
  process.stdout.write(`${hunted.length - missed} of ${hunted.length} mutants were found\n`);
  if (unexplained > 0) process.exitCode = 1;
}

function print({ seed, hash, faults, acts, done, steps, simulatedMs, tookMs, startedMs, counts }: RunReport): void {
  const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
  const lines = [
    `seed ${seed}: ${acts} acts (${done} done) and ${steps} steps in ${seconds(simulatedMs)} simulated seconds`,
    `  ${seconds(tookMs)} s after a start of ${seconds(startedMs)} s: ${(acts / (tookMs / 1_000)).toFixed(1)} acts a second`,
    `  history ${hash.slice(0, 16)}`,
    ...(isOne ? Object.entries(counts).map(([kind, times]) => `  ${kind}: ${times}`) : []),
    ...faults.map((fault) => `  FAILED ${fault}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
