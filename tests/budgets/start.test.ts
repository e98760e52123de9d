import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundledProgram } from '../../tools/server-bundle/bundled-program.ts';
import { testSettings } from '../faults/server-process.ts';
import { copyPreparedStore } from '../prepared-store.ts';

/**
 * What a start costs, in processor time, against a piece of work of the same run: importing the exchange from its
 * sources, as it was started before it was bundled. Slow machines and busy ones slow both.
 */

const root = path.resolve(import.meta.dirname, '../..');
const readyWithinMs = 120_000;
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;
const runs = 3;

let folder = '';
let importing = Infinity;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dunlin-start-'));
  copyPreparedStore(path.join(folder, 'data'));
  importing = least(() => importMs(path.join(root, 'src/server/main/exchange.ts')));
}, 400_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(process.platform !== 'linux')(
  'is ready for less than the sources take to be imported',
  async () => {
    const program = await bundledProgram('src/server/main.ts');
    // The first start of a store fills it, and the first start of a bundle compiles it.
    await startMs(program);
    const taken: number[] = [];
    for (let run = 0; run < runs; run += 1) taken.push(await startMs(program));
    const started = Math.min(...taken);
    expect(started / importing).toBeLessThan(1.25);
  },
  400_000,
);

it('loads the bundle for a third of that', async () => {
  const program = (await bundledProgram('src/server/main/exchange.ts')).replace(/\.mjs$/, '.program.mjs');
  const loaded = least(() => importMs(program));
  expect(loaded / importing).toBeLessThan(1 / 3);
});

it('runs a command of the operator for less than half of that', () => {
  const asked = least(() => processorMs([path.join(root, 'tools/operator.mjs'), 'help']));
  expect(asked / importing).toBeLessThan(0.5);
});

/** The least of several runs, behind one that fills the compile cache. */
function least(measure: () => number): number {
  measure();
  return Math.min(...Array.from({ length: runs }, measure));
}

function importMs(file: string): number {
  return processorMs([
    '--input-type=module',
    '--eval',
    `await import(${JSON.stringify(pathToFileURL(file).href)}); process.exit();`,
  ]);
}

/** User and system time of a process of Node until its end. */
function processorMs(args: readonly string[]): number {
  const tell = path.join(import.meta.dirname, 'processor-time.mjs');
  const { stderr, status } = spawnSync(process.execPath, ['--import', pathToFileURL(tell).href, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node') },
  });
  const shown = /processor time (\d+)/.exec(stderr)?.[1];
  if (shown === undefined) throw new Error(`it ended with ${status}: ${stderr}`);
  return Number(shown);
}

/** Processor time of a start, from the process's to the first answer that it is ready. */
async function startMs(program: string): Promise<number> {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...testSettings, PORT: '0', HOST: '127.0.0.1', DATA_DIR: path.join(folder, 'data') },
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  try {
    for (const until = Date.now() + readyWithinMs; Date.now() < until; await sleep(10)) {
      const address = /runs at (http:\S+)/.exec(said)?.[1];
      if (address !== undefined && (await fetch(`${address}/readyz`)).ok) return takenMs(child.pid ?? 0);
    }
    throw new Error(`it was not ready: ${said}`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

function takenMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
