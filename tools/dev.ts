import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * `npm run dev`: the exchange, started again whenever its sources change, and Vite, which serves the page
 * with reload and hands the calls and the stream on to the exchange. Data lies apart from that of `npm start`.
 */
const root = path.join(import.meta.dirname, '..');
const port = process.env['PORT'] ?? '8080';
const endWithinMs = 30_000;

const environment = {
  ...process.env,
  PORT: port,
  DATA_DIR: process.env['DATA_DIR'] ?? '.data/dev',
  EXCHANGE_URL: `http://127.0.0.1:${port}`,
};

/** Each in a group of its own, so that Ctrl-C reaches this process first, which then ends them in order. */
function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env: environment, stdio: 'inherit', detached: true });
}

const children = [
  start('--watch-path=src/server', '--watch-path=src/protocol', '--watch-preserve-output', 'src/server/main.ts'),
  start('node_modules/vite/bin/vite.js', '--clearScreen', 'false'),
];

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(endWithinMs) });
  child.kill('SIGTERM');
  await ended;
}

let isEnding = false;
async function endAll(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const outcomes = await Promise.allSettled(children.map(end));
  process.exit(outcomes.every((outcome) => outcome.status === 'fulfilled') ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void endAll());
// When one of them gives up, the other alone is of no use.
for (const child of children) child.once('exit', () => void endAll());
