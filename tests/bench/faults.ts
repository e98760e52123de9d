import { faultKinds } from '../faults/fault-kinds.ts';
import { faultRounds, median, type FaultReport } from '../faults/fault-rounds.ts';
import { generator } from '../../tools/statistics/generator.ts';
import type { Row } from './row.ts';

export const name = 'faults';

/** An exchange that lives on trades again within this long; one that was killed also has to start. */
const againMostMs = 10_000;

/** Rounds of every kind of fault: `ROUNDS`, or 50; `KINDS` names some of them by a part of their names, with commas. */
export async function run(): Promise<Row[]> {
  const rounds = Number(process.env['ROUNDS'] ?? 50);
  const wanted = (process.env['KINDS'] ?? '').split(',').filter((part) => part !== '');
  const kinds = faultKinds.filter(
    ({ name: kind }) => wanted.length === 0 || wanted.some((part) => kind.includes(part)),
  );
  const reports = await faultRounds(kinds, rounds, generator(Number(process.env['SEED'] ?? 1)), { received: say });
  return reports.filter(({ skipped }) => skipped === null).flatMap(rowsOf);
}

function say(report: FaultReport): void {
  const words = report.skipped === null ? `${report.rounds} rounds` : `skipped: ${report.skipped}`;
  process.stdout.write(`  ${report.kind}: ${words}\n`);
  for (const fault of report.faults) process.stderr.write(`    ${fault}\n`);
}

function rowsOf({ kind, acknowledged, unknown, againMs, slowestMs, faults, rounds }: FaultReport): Row[] {
  const livesOn = faultKinds.some((one) => one.name === kind && one.keepsSockets);
  const goal = livesOn ? { most: againMostMs } : {};
  return [
    { what: `${kind}: lost, doubled, unbalanced`, value: faults.length, unit: 'faults', most: 0 },
    { what: '  rounds', value: rounds, unit: 'rounds' },
    { what: '  taps whose end is known', value: acknowledged, unit: 'taps' },
    { what: '  tries without an answer, made again under their key', value: unknown, unit: 'tries' },
    { what: '  trading again, half of the rounds', value: median(againMs), unit: 'ms' },
    { what: '  trading again, the worst', value: againMs.at(-1) ?? 0, unit: 'ms', ...goal },
    { what: '  slowest answer, busy and unknown too', value: slowestMs, unit: 'ms' },
  ];
}
