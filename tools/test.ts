import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settings } from '../src/server/core/config/settings/settings.ts';
import { provideChromium } from './provide-chromium.ts';
import { haproxy, natsServer, providePrograms } from './programs/programs.ts';
import { nodeScript, runCommand, type Command } from './run-command.ts';

/**
 * `npm test`: everything that must hold before a change is taken. Every stage runs, also after one that
 * failed, so that one run shows everything; the last line counts, and the exit code is 1 when anything failed.
 * `npm test -- unit server` runs the named stages alone.
 */
interface Stage {
  readonly name: string;
  readonly command: Command;
  /** Where vitest writes what it counted; a stage without it counts as one check. */
  readonly report?: string;
  /**
   * The same for some files alone. Given where a real browser's timing takes part: files that failed run once more,
   * and what then passes is reported as flaky instead of hidden.
   */
  readonly again?: (files: readonly string[]) => Command;
}

interface StageCount {
  readonly passed: number;
  readonly failed: number;
  /** Names of the failed tests, each with the first line of what it said. */
  readonly failures: readonly string[];
  /** Files that hold them. */
  readonly files: readonly string[];
  /** Names of skipped tests of groups none of whose tests ran, as for a browser that is not installed: they say why. */
  readonly skipped: readonly string[];
}

/** What of vitest's report is read here. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly ancestorTitles: readonly string[];
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

const reports = mkdtempSync(path.join(tmpdir(), 'dunlin-reports-'));

function vitest(name: string, timing: 'exact' | 'of a browser'): Stage {
  const report = path.join(reports, `${name}.json`);
  const run = (files: readonly string[]) =>
    nodeScript(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      name,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    );
  return { name, report, command: run([]), ...(timing === 'exact' ? {} : { again: run }) };
}

/** What a stage counted; one that ended badly without a failed test, as by an error between tests, counts as failed. */
function countOf(stage: Stage, ok: boolean): StageCount {
  const own = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: [], files: [], skipped: [] };
  if (stage.report === undefined) return own;
  try {
    const report = JSON.parse(readFileSync(stage.report, 'utf8')) as Report;
    const { numPassedTests, numFailedTests } = report;
    return {
      passed: numPassedTests,
      failed: ok ? numFailedTests : Math.max(1, numFailedTests),
      failures: failuresOf(report),
      files: report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
      skipped: skippedGroupsOf(report),
    };
  } catch {
    return { passed: 0, failed: 1, failures: [], files: [], skipped: [] };
  }
}

/** Runs a stage, and reruns what failed of it where that can tell a flaky test from a fault. */
async function runStage(stage: Stage): Promise<StageCount & { readonly unsteady: readonly string[] }> {
  const first = countOf(stage, (await runCommand(stage.command, true)).ok);
  if (stage.again === undefined || first.failed === 0 || first.files.length === 0) return { ...first, unsteady: [] };
  process.stdout.write(`\n== ${stage.name}, what failed once more\n`);
  const second = countOf(stage, (await runCommand(stage.again(first.files), true)).ok);
  if (second.failed > 0) return { ...second, passed: first.passed, unsteady: [] };
  return { ...first, passed: first.passed + first.failures.length, failed: 0, failures: [], unsteady: first.failures };
}

function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0] ?? '')}`,
    );
  });
}

function skippedGroupsOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, assertionResults }) => {
    const ran = new Set(
      assertionResults.filter(({ status }) => status !== 'skipped').map(({ ancestorTitles }) => ancestorTitles[0]),
    );
    return assertionResults
      .filter(({ ancestorTitles }) => !ran.has(ancestorTitles[0]))
      .map(({ fullName }) => `${path.relative(process.cwd(), name)} > ${fullName}`);
  });
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

// What is set for the user's own exchange is not meant for the tests', which have data and ports of their own.
for (const { variable } of Object.values(settings)) delete process.env[variable];

// Hundreds of workers, exchanges and consoles load the same packages: what one compiled the others read.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '../node_modules/.cache/node');

const allStages: readonly Stage[] = [
  { name: 'types', command: nodeScript('tools/types.ts') },
  { name: 'lint', command: nodeScript('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  { name: 'format', command: nodeScript('node_modules/oxfmt/bin/oxfmt', '--check') },
  { name: 'build', command: nodeScript('tools/app-build.ts') },
  vitest('unit', 'exact'),
  vitest('server', 'exact'),
  vitest('browser', 'of a browser'),
  vitest('e2e', 'of a browser'),
  vitest('budgets', 'of a browser'),
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => allStages.every((stage) => stage.name !== name));
if (unknown.length > 0) {
  const names = allStages.map((stage) => stage.name).join(', ');
  process.stderr.write(`There is no stage ${unknown.join(', ')}. The stages are ${names}.\n`);
  process.exit(1);
}
const stages = wanted.length === 0 ? allStages : allStages.filter((stage) => wanted.includes(stage.name));

process.stdout.write(`Chromium: ${provideChromium()}\n`);
for (const { name } of providePrograms([natsServer, haproxy]))
  process.stdout.write(`${name}: none, and none could be installed: tests of several processes are skipped\n`);

const lines: string[] = [];
const received: string[] = [];
const total = { passed: 0, failed: 0 };
for (const stage of stages) {
  process.stdout.write(`\n== ${stage.name}\n`);
  const startedAt = performance.now();
  const count = await runStage(stage);
  total.passed += count.passed;
  total.failed += count.failed;
  received.push(...count.skipped.map((test) => `skipped: ${test}`));
  received.push(...count.failures, ...count.unsteady.map((test) => `unsteady, passed when run again: ${test}`));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const state = count.failed === 0 ? 'ok    ' : 'FAILED';
  lines.push(`${state} ${stage.name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
}
rmSync(reports, { recursive: true, force: true });

process.stdout.write(`\n${[...lines, ...received].join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
