import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { shortName } from './report.ts';

/** Seconds that files took, by their names; imports and hooks count as well. */
export type FileTimes = Readonly<Record<string, number>>;

/** Where a run writes what its files took. */
const variable = 'FILE_TIMES';
const remembered = path.join(import.meta.dirname, '../../node_modules/.cache/test-times.json');

/** vitest's reporter of what each file took; its `report.json` states tests alone, without what they wait for. */
export default class FileTimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[variable];
    if (file === undefined) return;
    const times = Object.fromEntries(modules.map((module) => [shortName(module.moduleId), secondsOf(module)]));
    writeFileSync(file, JSON.stringify(times));
  }
}

function secondsOf(module: TestModule): number {
  const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic();
  return (collectDuration + duration + environmentSetupDuration + prepareDuration + setupDuration) / 1_000;
}

/** What makes a run of vitest write its times into a file. */
export function timesInto(file: string): Readonly<Record<string, string>> {
  return { [variable]: file };
}

/** Times in a file; none where there is no such file. */
export function readTimes(file = remembered): FileTimes {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FileTimes;
  } catch {
    return {};
  }
}

/** Remembers what files took, for the order of the next run. */
export function rememberTimes(times: FileTimes): void {
  mkdirSync(path.dirname(remembered), { recursive: true });
  writeFileSync(remembered, JSON.stringify({ ...readTimes(), ...times }));
}
