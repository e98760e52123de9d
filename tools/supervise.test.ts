import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Each test starts several processes of Node, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 60_000 });

const module = path.join(import.meta.dirname, 'supervise.ts');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dunlin-supervise-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const startsFile = () => path.join(folder, 'starts');

/** Process numbers of the program, one for each time it was started. */
function starts(): number[] {
  return readFileSync(startsFile(), 'utf8').trim().split('\n').filter(Boolean).map(Number);
}

/** A supervisor in a process of its own, over a program that knows how often it was started (`nth`) and can `report`. */
function supervisor(program: string): ChildProcess {
  writeFileSync(startsFile(), '');
  const script = path.join(folder, 'program.mjs');
  const log = JSON.stringify(startsFile());
  const head = `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync(${log}, process.pid + '\\n');
    const nth = readFileSync(${log}, 'utf8').trim().split('\\n').length;
    const report = (what) => new Promise((resolve) => process.send(what, resolve));`;
  writeFileSync(script, `${head}\n${program}`);
  const own = `const { supervise } = await import(${JSON.stringify(module)});
    const limits = { waitFirstMs: 10, waitMostMs: 20, crashesMax: 4, withinMs: 60_000 };
    const end = await supervise({ script: ${JSON.stringify(script)}, env: process.env }, console.log, limits);
    console.log('gave up:', end.gaveUp);
    process.exit(end.exitCode);`;
  return spawn(process.execPath, ['--input-type=module', '-e', own], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function endOf(child: ChildProcess) {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, starts: starts().length };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a program that crashed is started again, however it crashed, until it ends in order', async () => {
  const end = await endOf(
    supervisor(`await report('up');
      if (nth === 1) process.kill(process.pid, 'SIGKILL');
      process.exit(nth === 2 ? 1 : 0);`),
  );
  expect(end).toMatchObject({ code: 0, starts: 3, output: expect.stringContaining('SIGKILL') });
});

test('one that never came up, or says that it would not help, is not started again', async () => {
  expect(await endOf(supervisor('process.exit(3);'))).toMatchObject({ code: 3, starts: 1 });
  const final = supervisor(`await report('up'); if (nth === 2) await report('final'); process.exit(4);`);
  expect(await endOf(final)).toMatchObject({ code: 4, starts: 2 });
});

test('one that crashes again and again is given up', async () => {
  const end = await endOf(supervisor(`await report('up'); process.exit(1);`));
  expect(end).toMatchObject({ code: 1, starts: 4, output: expect.stringContaining('gave up: true') });
});

test('a signal ends both, with the exit code of the program', async () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const child = supervisor(
      `process.on('${signal}', () => process.exit(0)); await report('up'); setInterval(() => {}, 1000);`,
    );
    const ended = endOf(child);
    while (starts().length === 0) await sleep(20);
    const [pid = 0] = starts();
    await sleep(200);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, starts: 1 });
    expect(isAlive(pid)).toBe(false);
  }
});
