import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { settings } from '#server/core/config/settings/settings.ts';
import { haproxy, natsServer, providePrograms } from '../programs/programs.ts';
import { provideChromium } from '../provide-chromium.ts';
import { depthLine, depthOf, fullDepth } from './depth.ts';
import { overLimit, slowestLines } from './file-limits.ts';
import { rememberTimes, type FileTimes } from './file-times.ts';
import { measurePiece, slownessOf } from './piece-of-work.ts';
import { allStages, reportsFolder, runAlone, runBeside, type StageResult } from './stages.ts';

/**
 * `npm test`: everything that must hold before a change is taken. Every stage runs, also after one that failed, so that
 * one run shows everything; the last line counts, and the exit code is 1 when anything failed. `npm test -- unit server`
 * runs the named stages alone, and `npm run test:deep` makes all runs of random tests.
 */
const deepFlag = '--deep';
const wanted = process.argv.slice(2).filter((argument) => argument !== deepFlag);
const unknown = wanted.filter((name) => allStages.every((stage) => stage.name !== name));
if (unknown.length > 0) {
  const names = allStages.map((stage) => stage.name).join(', ');
  process.stderr.write(`There is no stage ${unknown.join(', ')}. The stages are ${names}.\n`);
  process.exit(1);
}
const stages = wanted.length === 0 ? allStages : allStages.filter((stage) => wanted.includes(stage.name));

// What is set for the user's own exchange is not meant for the tests', which have data and ports of their own.
for (const { variable } of Object.values(settings)) delete process.env[variable];

// Hundreds of workers, exchanges and consoles load the same packages: what one compiled the others read.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '../../node_modules/.cache/node');

if (process.argv.includes(deepFlag)) process.env['DEPTH'] ??= String(fullDepth);
const random = depthOf(process.env, Date.now() % 2 ** 31);
process.env['DEPTH'] = String(random.depth);
process.env['SEED'] = String(random.seed);

process.stdout.write(`${depthLine(random)}\nChromium: ${provideChromium()}\n`);
for (const { name } of providePrograms([natsServer, haproxy]))
  process.stdout.write(`${name}: none, and none could be installed: tests of several processes are skipped\n`);

const lines: string[] = [];
const received: string[] = [];
const total = { passed: 0, failed: 0 };
let times: FileTimes = {};

function take({ stage, count, unsteady, seconds, times: own }: StageResult): void {
  total.passed += count.passed;
  total.failed += count.failed;
  times = { ...times, ...own };
  received.push(...count.skipped.map((test) => `skipped: ${test}`));
  received.push(...count.failures, ...unsteady.map((test) => `unsteady, passed when run again: ${test}`));
  const state = count.failed === 0 ? 'ok    ' : 'FAILED';
  lines.push(`${state} ${stage.name}: ${count.passed} passed, ${count.failed} failed, ${seconds.toFixed(1)} s`);
}

const pieces = [await measurePiece()];
const beside = stages.filter((stage) => stage.beside);
if (beside.length > 1) process.stdout.write(`\n== ${beside.map(({ name }) => name).join(', ')}, side by side\n`);
await runBeside(beside, Math.min(beside.length, availableParallelism()), (result, output) => {
  process.stdout.write(`\n== ${result.stage.name}\n${output}`);
  take(result);
});
for (const stage of stages.filter((one) => !one.beside)) {
  process.stdout.write(`\n== ${stage.name}\n`);
  pieces.push(await measurePiece());
  take(await runAlone(stage));
}
pieces.push(await measurePiece());
rmSync(reportsFolder, { recursive: true, force: true });
rememberTimes(times);

const slowness = slownessOf(pieces);
const late = overLimit(times, slowness);
total.failed += late.length;
received.push(...late);
const slowest = slowestLines(times);
if (slowest.length > 0)
  lines.push(
    `slowest files, on a machine ${slowness.toFixed(2)} times as slow as usual (pieces of work in ms: ${pieces.map(Math.round).join(', ')}):`,
    ...slowest,
  );

process.stdout.write(
  `\n${[...lines, ...received].join('\n')}\n${depthLine(random)}\n\n${total.passed} passed, ${total.failed} failed\n`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
