import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Row } from './row.ts';

export const name = 'races';

const root = path.join(import.meta.dirname, '../..');

/** Rounds of 64 calls over one balance, each of which would take all of it: `ROUNDS`, or 200. */
export function run(): Promise<Row[]> {
  const rounds = Number(process.env['ROUNDS'] ?? 200);
  const started = performance.now();
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const outcome = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'server', 'tests/calls/races.test.ts', '-t', 'wins'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, RACE_ROUNDS: String(rounds) } },
  );
  const tookMs = Math.round(performance.now() - started);
  return Promise.resolve([
    { what: '64 calls at once over one balance', value: rounds, unit: 'rounds' },
    { what: 'all rounds, with their start', value: tookMs, unit: 'ms' },
    {
      what: 'runs in which more or less than one won, or sums were off',
      value: outcome.status === 0 ? 0 : 1,
      unit: 'runs',
      most: 0,
    },
  ]);
}
