import { killNine } from '../faults/kill-nine.ts';
import type { Row } from './row.ts';

export const name = 'kill-nine';

/** Rounds of killing the exchange under load: `ROUNDS`, or 100. */
export async function run(): Promise<Row[]> {
  const report = await killNine(Number(process.env['ROUNDS'] ?? 100), Number(process.env['SEED'] ?? 1));
  for (const fault of report.faults) process.stderr.write(`${fault}\n`);
  return [
    { what: 'rounds of kill -9 under 16 clients', value: report.rounds, unit: 'rounds' },
    { what: 'taps acknowledged', value: report.acknowledged, unit: 'taps' },
    { what: 'taps cut off and sent again', value: report.unanswered, unit: 'taps' },
    { what: 'slowest start after a kill', value: report.slowestStartMs, unit: 'ms' },
    { what: 'faults: lost, doubled, unbalanced', value: report.faults.length, unit: 'faults', most: 0 },
  ];
}
