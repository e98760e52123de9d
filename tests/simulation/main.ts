import { parseArgs } from 'node:util';
import { hourMs } from '#protocol/core/durations.ts';
import type { RunReport } from './run.ts';
import { openRuns } from './runs.ts';

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
  },
});

const isOne = values.runs === '1';
const runs = await openRuns();
try {
  for (let nth = 0; nth < Number(values.runs); nth += 1) {
    const plan = {
      seed: isOne ? values.seed : `${values.seed}.${nth}`,
      people: Number(values.people),
      acts: Number(values.acts),
      mostMs: Number(values.hours) * hourMs,
      faults: !values['without-faults'],
      tamperAfter: null,
    };
    const report = await runs.run(plan, values.history);
    print(report);
    if (report.faults.length > 0) process.exitCode = 1;
  }
} finally {
  runs.close();
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
