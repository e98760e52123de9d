import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nodeScript, runCommand, type Command } from '../run-command.ts';
import { readTimes, timesInto, type FileTimes } from './file-times.ts';
import { countOfCheck, countOfReport, type Report, type StageCount } from './report.ts';

/** A part of `npm test`. */
export interface Stage {
  readonly name: string;
  readonly command: Command;
  /** Neither reads what another stage writes nor measures time: may run beside others like it. */
  readonly beside: boolean;
  /** Where vitest writes what it counted and what files took; a stage without it counts as one check. */
  readonly written?: { readonly report: string; readonly times: string };
  /**
   * The same for some files alone. Given where a real browser's timing takes part: files that failed run once more,
   * and what then passes is reported as flaky instead of hidden.
   */
  readonly again?: (files: readonly string[]) => Command;
}

/** How a stage ended. */
export interface StageResult {
  readonly stage: Stage;
  readonly count: StageCount;
  /** Names of tests that failed at first, and passed when run again. */
  readonly unsteady: readonly string[];
  /** What its files took; one that failed at first, when it ran again: before, it waited for what did not come. */
  readonly times: FileTimes;
  readonly seconds: number;
}

/** Holds what vitest writes during this run; whoever runs stages removes it. */
export const reportsFolder = mkdtempSync(path.join(tmpdir(), 'dunlin-reports-'));

function check(name: string, command: Command): Stage {
  return { name, command, beside: true };
}

function vitest(name: string, timing: 'exact' | 'of a browser'): Stage {
  const report = path.join(reportsFolder, `${name}.json`);
  const times = path.join(reportsFolder, `${name}-times.json`);
  const run = (files: readonly string[]) => ({
    ...nodeScript(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      name,
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tools/test/file-times.ts',
      `--outputFile.json=${report}`,
      ...files,
    ),
    environment: timesInto(times),
  });
  return {
    name,
    beside: false,
    written: { report, times },
    command: run([]),
    ...(timing === 'exact' ? {} : { again: run }),
  };
}

/** Everything that must hold. The build takes longest of what runs side by side, so it begins. */
export const allStages: readonly Stage[] = [
  check('build', nodeScript('tools/app-build.ts')),
  check('types', nodeScript('tools/types.ts')),
  check('lint', nodeScript('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings')),
  check('unused', nodeScript('node_modules/knip/bin/knip.js', '--no-progress')),
  check('format', nodeScript('node_modules/oxfmt/bin/oxfmt', '--check')),
  vitest('unit', 'exact'),
  vitest('server', 'exact'),
  vitest('browser', 'of a browser'),
  vitest('e2e', 'of a browser'),
  vitest('budgets', 'of a browser'),
];

/**
 * Runs stages that may run side by side, so many at once.
 *
 * @param ended each as soon as it ended, with what it wrote
 */
export async function runBeside(
  stages: readonly Stage[],
  atOnce: number,
  ended: (result: StageResult, output: string) => void,
): Promise<void> {
  const waiting = [...stages];
  const runNext = async () => {
    for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) {
      const from = performance.now();
      const { ok, output } = await runCommand(stage.command, false);
      ended({ stage, count: countOfCheck(ok), unsteady: [], times: {}, seconds: secondsSince(from) }, output);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
}

/** Runs a stage with its output shown, and reruns what failed of it where that can tell a flaky test from a fault. */
export async function runAlone(stage: Stage): Promise<StageResult> {
  const from = performance.now();
  const first = countOf(stage, (await runCommand(stage.command, true)).ok);
  const times = stage.written === undefined ? {} : readTimes(stage.written.times);
  if (stage.again === undefined || first.failed === 0 || first.files.length === 0)
    return { stage, count: first, unsteady: [], times, seconds: secondsSince(from) };
  process.stdout.write(`\n== ${stage.name}, what failed once more\n`);
  const second = countOf(stage, (await runCommand(stage.again(first.files), true)).ok);
  const { count, unsteady } = countOfBoth(first, second);
  const timesAgain = stage.written === undefined ? {} : readTimes(stage.written.times);
  return { stage, count, unsteady, times: { ...times, ...timesAgain }, seconds: secondsSince(from) };
}

/** What holds after files that failed ran once more: what passed then is unsteady, what failed then is a fault. */
export function countOfBoth(
  first: StageCount,
  second: StageCount,
): { readonly count: StageCount; readonly unsteady: readonly string[] } {
  if (second.failed > 0) return { count: { ...second, passed: first.passed }, unsteady: [] };
  const count = { ...first, passed: first.passed + first.failures.length, failed: 0, failures: [] };
  return { count, unsteady: first.failures };
}

function countOf(stage: Stage, ok: boolean): StageCount {
  if (stage.written === undefined) return countOfCheck(ok);
  try {
    return countOfReport(JSON.parse(readFileSync(stage.written.report, 'utf8')) as Report, ok);
  } catch {
    return countOfCheck(false);
  }
}

function secondsSince(from: number): number {
  return (performance.now() - from) / 1_000;
}
