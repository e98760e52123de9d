import { availableParallelism } from 'node:os';
import { recordFigures } from '../../tools/figures-page.ts';
import { keepsGoal, type Bench, type Row } from './row.ts';

/**
 * The measurements behind the README's figures, one after the other so that none disturbs another:
 * `npm run bench` runs all, `npm run bench -- spot-orders stream` the named ones.
 */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'spot-orders': () => import('./spot/spot-orders.ts'),
  'spot-cost': () => import('./spot/spot-cost.ts'),
  bystander: () => import('./bystander.ts'),
  stream: () => import('./stream.ts'),
  kline: () => import('./kline.ts'),
  'market-page': () => import('./market-page.ts'),
  'contract-page': () => import('./contract-page.ts'),
  'kill-nine': () => import('./kill-nine.ts'),
  faults: () => import('./faults.ts'),
  races: () => import('./races.ts'),
  'mark-price': () => import('./mark-price.ts'),
  audit: () => import('./audit.ts'),
  obligations: () => import('./obligations.ts'),
  accrual: () => import('./accrual.ts'),
  robots: () => import('./robots.ts'),
  history: () => import('./history/history.ts'),
  archive: () => import('./archive/archive.ts'),
  'p2p-adverts': () => import('./p2p-adverts.ts'),
  'cluster-faults': () => import('./cluster-faults.ts'),
  'cluster-rolling': () => import('./cluster-rolling.ts'),
  'link-orders': () => import('./link/link-orders.ts'),
  'link-deliveries': () => import('./link/link-deliveries.ts'),
  'link-pages': () => import('./link/link-pages.ts'),
  'link-sockets': () => import('./link/link-sockets.ts'),
};

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function load(name: string): Promise<Bench> {
  const found = benches[name];
  if (found === undefined) throw new Error(`no measurement ${name}: there are ${Object.keys(benches).join(', ')}`);
  return found();
}

function show(value: number): string {
  if (Number.isInteger(value) || value >= 1_000) return String(Math.round(value));
  return value.toFixed(value < 10 ? 2 : 1);
}

function goalOf(row: Row): string {
  if (row.most !== undefined) return `at most ${row.most}`;
  return row.least === undefined ? '' : `at least ${row.least}`;
}

function cells(row: Row): string[] {
  const kept = keepsGoal(row);
  return [
    row.what,
    show(row.value),
    row.n === undefined ? '' : String(row.n),
    row.worst === undefined ? '' : show(row.worst),
    row.unit,
    goalOf(row),
    kept === null ? '' : kept ? 'kept' : 'MISSED',
  ];
}

function table(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const recordFlag = '--record';
const named = process.argv.slice(2).filter((argument) => argument !== recordFlag);
// All are loaded before the first runs, so that a wrong name costs no minutes.
const wanted = await Promise.all((named.length > 0 ? named : Object.keys(benches)).map(load));
let missed = 0;
for (const bench of wanted) {
  print(`${bench.name} …`);
  const rows = await bench.run();
  missed += rows.filter((row) => keepsGoal(row) === false).length;
  // Printed at once: what a later measurement breaks on does not take it away.
  if (process.argv.includes(recordFlag))
    recordFigures(
      bench.name,
      rows.map(({ what: scenario, value, worst, ...rest }) => ({
        scenario,
        median: Number(show(value)),
        ...(worst === undefined ? {} : { worst: Number(show(worst)) }),
        ...rest,
      })),
    );
  print(`\n${table([['what', 'value', 'n', 'worst', 'unit', 'goal', ''], ...rows.map(cells)])}\n`);
}
print(`Node ${process.version}, ${availableParallelism()} cores; the load runs on the same machine.`);
process.exitCode = missed > 0 ? 1 : 0;
