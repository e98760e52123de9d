import { parseArgs } from 'node:util';
import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { type FaultKind, faultKindOf, faultKinds } from './faults.ts';
import { mutants } from './mutants.ts';
import type { Mutant } from './mutants/mutant.ts';
import { castOf, nameOf } from './people/people.ts';
import type { RunReport } from './run.ts';
import { type ChosenPlan, openRuns } from './runs.ts';
import { type FailedRun, shrink } from './shrinking.ts';

/**
 * The whole exchange from one seed, as in `npm run simulate -- --seed 7`. docs/simulation.md says what it does and what
 * its options are.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    runs: { type: 'string', default: '1' },
    people: { type: 'string', default: '50' },
    edges: { type: 'string', default: '0' },
    acts: { type: 'string', default: '200' },
    hours: { type: 'string', default: '0' },
    who: { type: 'string' },
    faults: { type: 'string' },
    'without-faults': { type: 'boolean', default: false },
    'check-every': { type: 'string', default: '25' },
    history: { type: 'string' },
    replay: { type: 'string' },
    whole: { type: 'boolean', default: false },
    night: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const nightMs = 8 * hourMs;

const isOne = values.runs === '1' && !values.mutants && !values.night;
const runs = await openRuns();
try {
  if (values.mutants) await huntMutants();
  else if (values.night) await runNight();
  else await runSeeds();
} finally {
  runs.close();
}

function planOf(seed: string, mutant: string | null): ChosenPlan {
  return {
    seed,
    people: Number(values.people),
    edges: Number(values.edges),
    acts: Number(values.acts),
    idleMs: Number(values.hours) * hourMs,
    faults: chosenFaults(),
    only: values.who?.split(',') ?? null,
    checkedEvery: Number(values['check-every']),
    stopAt: values.replay === undefined ? null : Number(values.replay),
    tamperAfter: null,
    mutant,
  };
}

function chosenFaults(): readonly FaultKind[] {
  if (values['without-faults']) return [];
  return values.faults?.split(',').map(faultKindOf) ?? faultKinds;
}

async function runSeeds(): Promise<void> {
  for (let nth = 0; nth < Number(values.runs); nth += 1)
    await runOne(planOf(isOne ? values.seed : `${values.seed}.${nth}`, values.mutant ?? null));
}

/** Fresh seeds for a night's time; two simulated days pass in every tenth run. */
async function runNight(): Promise<void> {
  const endAt = performance.now() + nightMs;
  for (let nth = 1; performance.now() < endAt; nth += 1) {
    const plan = planOf(`${values.seed}.${nth}`, null);
    await runOne(nth % 10 === 0 ? { ...plan, idleMs: 2 * dayMs } : plan);
  }
}

async function runOne(plan: ChosenPlan): Promise<void> {
  const report = await runs.run(plan, values.history);
  print(report);
  if (report.failure === null) return;
  process.exitCode = 1;
  if (!values.whole && plan.stopAt === null) await printShortest({ plan, report });
}

/** Looks for the shortest run that fails in the same way, and says how to see it again. */
async function printShortest(failed: FailedRun): Promise<void> {
  const { plan, report } = await shrink(runs, failed, ({ report: { failure, acts } }) => {
    process.stdout.write(`  tried: ${failure === null ? 'holds' : `fails at ${failure.check}`} after ${acts} acts\n`);
  });
  const options = [
    `--seed ${plan.seed} --people ${plan.people} --acts ${plan.acts} --check-every ${plan.checkedEvery}`,
    ...(plan.idleMs === 0 ? [] : [`--hours ${plan.idleMs / hourMs}`]),
    ...(plan.edges === 0 ? [] : [`--edges ${plan.edges}`]),
    ...(plan.only === null ? [] : [`--who ${plan.only.join(',')}`]),
    ...(plan.mutant === null ? [] : [`--mutant '${plan.mutant}'`]),
    plan.faults.length === 0 ? '--without-faults' : `--faults '${plan.faults.join(',')}'`,
    `--replay ${report.failure?.step}`,
  ];
  process.stdout.write(`shortest, ${report.acts} acts and ${report.steps} steps:\n  ${report.faults[0] ?? ''}\n`);
  process.stdout.write(`  npm run simulate -- ${options.join(' ')}\n`);
}

/** A run that looks for a fault, among those who have to do with it. */
function huntingPlan(seed: string, { name, among, hours }: Mutant): ChosenPlan {
  const plan = planOf(seed, name);
  const names = castOf(plan.people).map((kind, nth) => nameOf(kind, nth));
  const only = plan.only ?? (among && names.filter((one) => among.some((kind) => one.startsWith(kind)))) ?? null;
  return { ...plan, only, idleMs: plan.idleMs || (hours ?? 0) * hourMs };
}

/** Puts one fault after the other into the code, and runs seeds until one finds it. */
async function huntMutants(): Promise<void> {
  let missed = 0;
  let unexplained = 0;
  const hunted = mutants.filter(({ name }) => name.includes(values.only));
  for (const mutant of hunted) {
    const { name, missed: reason } = mutant;
    const began = performance.now();
    let found: string | null = null;
    let nth = 0;
    for (; nth < Number(values.runs) && found === null; nth += 1) {
      const { faults } = await runs.run(huntingPlan(`${values.seed}.${nth}`, mutant));
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
