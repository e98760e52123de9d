import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settings } from '../src/server/config.ts';
import { provideChromium } from './provide-chromium.ts';
import { nodeScript, runCommand, type Command } from './run-command.ts';

/**
 * `npm test`: everything that must hold before a change is taken. Every stage runs, also after one that
 * failed, so that one run tells all; the last line counts, and the exit code is 1 when anything failed.
 * `npm test -- unit server` runs the named stages alone.
 */
interface Stage {
  readonly name: string;
  readonly command: Command;
  /** Where vitest writes what it counted; a stage without it counts as one check. */
  readonly report?: string;
}

interface StageCount {
  readonly passed: number;
  readonly failed: number;
}

const reports = mkdtempSync(path.join(tmpdir(), 'dunlin-reports-'));

function vitest(name: string): Stage {
  const report = path.join(reports, `${name}.json`);
  return {
    name,
    report,
    command: nodeScript(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      name,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ),
  };
}

/** What a stage counted; one that ended badly without a failed test, as by an error between tests, counts as failed. */
function countOf(stage: Stage, ok: boolean): StageCount {
  const own = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  if (stage.report === undefined) return own;
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(stage.report, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: numPassedTests, failed: ok ? numFailedTests : Math.max(1, numFailedTests) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

// What is set for the person's own exchange is not meant for the tests', which have data and ports of their own.
for (const { name } of settings) delete process.env[name];

const allStages: readonly Stage[] = [
  { name: 'types', command: nodeScript('tools/types.ts') },
  { name: 'lint', command: nodeScript('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  { name: 'format', command: nodeScript('node_modules/oxfmt/bin/oxfmt', '--check') },
  { name: 'build', command: nodeScript('tools/app-build.ts') },
  vitest('unit'),
  vitest('server'),
  vitest('browser'),
  vitest('e2e'),
  vitest('budgets'),
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

const lines: string[] = [];
const total = { passed: 0, failed: 0 };
for (const stage of stages) {
  process.stdout.write(`\n== ${stage.name}\n`);
  const startedAt = performance.now();
  const { ok } = await runCommand(stage.command, true);
  const { passed, failed } = countOf(stage, ok);
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  lines.push(`${failed === 0 ? 'ok    ' : 'FAILED'} ${stage.name}: ${passed} passed, ${failed} failed, ${seconds} s`);
}
rmSync(reports, { recursive: true, force: true });

process.stdout.write(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
