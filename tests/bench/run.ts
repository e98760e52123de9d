import { availableParallelism } from 'node:os';
import { keepsGoal, type Bench, type Row } from './row.ts';

/**
 * The measurements behind the README's figures, one after the other so that none disturbs another:
 * `npm run bench` runs all, `npm run bench -- spot-orders stream` the named ones.
 */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'spot-orders': () => import('./spot-orders.ts'),
  stream: () => import('./stream.ts'),
  kline: () => import('./kline.ts'),
  'market-page': () => import('./market-page.ts'),
  'contract-page': () => import('./contract-page.ts'),
  'kill-nine': () => import('./kill-nine.ts'),
  races: () => import('./races.ts'),
  'mark-price': () => import('./mark-price.ts'),
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

const named = process.argv.slice(2);
// All are loaded before the first runs, so that a wrong name costs no minutes.
const wanted = await Promise.all((named.length > 0 ? named : Object.keys(benches)).map(load));
const lines: string[][] = [['bench', 'what', 'value', 'unit', 'goal', '']];
let missed = 0;
for (const bench of wanted) {
  print(`${bench.name} …`);
  for (const row of await bench.run()) {
    const kept = keepsGoal(row);
    if (kept === false) missed += 1;
    lines.push([
      bench.name,
      row.what,
      show(row.value),
      row.unit,
      goalOf(row),
      kept === null ? '' : kept ? 'kept' : 'MISSED',
    ]);
  }
}
print(
  `\n${table(lines)}\n\nNode ${process.version}, ${availableParallelism()} cores; the load runs on the same machine.`,
);
process.exitCode = missed > 0 ? 1 : 0;
