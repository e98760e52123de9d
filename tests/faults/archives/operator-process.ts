import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '#server/core/store/database.ts';
import { bundledProgram } from '../../../tools/server-bundle/bundled-program.ts';
import type { ArchiveStore } from './archive-store.ts';

const program = await bundledProgram('src/server/operator/main.ts');
const lookEveryMs = 10;
const backendsGoneWithinMs = 60_000;
const endsWithinMs = 120_000;

/** A command of the operator's console in a process of its own. */
export interface OperatorProcess {
  /** Its exit code, null when it was killed, and what it printed. Kills it when it takes too long. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
  readonly pid: number;
  hasEnded(): boolean;
  /** SIGKILL. */
  kill(): void;
}

/** Starts a command as `npm run operator` does. @param withinMs after which it is killed */
export function startOperator(
  { settings }: Pick<ArchiveStore, 'settings'>,
  args: readonly string[],
  withinMs = endsWithinMs,
): OperatorProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: withinMs,
    killSignal: 'SIGKILL',
  });
  let said = '';
  const read = (chunk: Buffer) => void (said += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    ended: closed.then(([code]) => ({ code, said })),
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Processes of PostgreSQL that serve the console. */
export async function backendsOf(store: Queryable): Promise<number[]> {
  const { rows } = await store.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'dunlin operator' ORDER BY (state = 'active') DESC, pid`,
  );
  return rows.map(({ pid }) => pid);
}

/** Waits until a command is connected, or has ended. */
export async function connected(store: Queryable, operator: OperatorProcess): Promise<void> {
  while (!operator.hasEnded() && (await backendsOf(store)).length === 0) await sleep(lookEveryMs);
}

/** Waits until PostgreSQL has noticed that a killed console is gone: what was not committed by then never is. */
export async function backendsGone(store: Queryable): Promise<void> {
  for (const until = Date.now() + backendsGoneWithinMs; Date.now() < until; await sleep(lookEveryMs))
    if ((await backendsOf(store)).length === 0) return;
  throw new Error('PostgreSQL still serves a console that was killed');
}

/** Waits until PostgreSQL has recovered from the end of one of its processes. */
export async function recovered(store: Queryable): Promise<void> {
  for (const until = Date.now() + backendsGoneWithinMs; Date.now() < until; await sleep(50)) {
    const isUp = await store.query('SELECT 1').then(
      () => true,
      () => false,
    );
    if (isUp) return;
  }
  throw new Error('PostgreSQL did not recover');
}
