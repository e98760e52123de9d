import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity } from './identity.ts';
import { directoryArgument, programEnvironment } from './initialise.ts';
import type { Layout } from './layout.ts';

/** A postmaster that lives, as its lock file in the data directory tells. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether it takes connections; otherwise it is starting or stopping. */
  readonly ready: boolean;
}

/** A log that grew past this is set aside at the next start, in the place of the one before. */
const logMaxBytes = 10 * 1024 * 1024;
const stopFastMs = 20_000;
const stopImmediateMs = 10_000;

/** The live postmaster of a data directory, or null when there is none or its lock file is stale. */
export function findPostmaster(cluster: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0 || !isPostgresOf(cluster, pid)) return null;
  return { pid, port: Number(lines[3]), ready: (lines[7] ?? '').trim() === 'ready' };
}

/**
 * Whether the process is a PostgreSQL that works in this data directory. On Linux the kernel tells (the
 * postmaster's working directory is its data); elsewhere only that such a process lives and is PostgreSQL.
 */
function isPostgresOf(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') return isPostgresAlive(pid);
  try {
    const directory = statSync(`/proc/${pid}/cwd`);
    const data = statSync(cluster);
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return directory.ino === data.ino && directory.dev === data.dev && name.startsWith('postgres');
  } catch {
    return false;
  }
}

function isPostgresAlive(pid: number): boolean {
  const listing =
    process.platform === 'win32'
      ? spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' })
      : spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return listing.status === 0 && listing.stdout.includes('postgres');
}

/** Processes of PostgreSQL that still work in the directory, such as backends that outlived their postmaster. */
function leftOvers(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(cluster, pid));
}

/**
 * Clears what keeps PostgreSQL from starting after its postmaster died. Backends that outlived it end by themselves when
 * they next wait for something; those that have not are told to (SIGQUIT, as their postmaster would). When there are
 * none, a lock file is removed that names a dead process whose number meanwhile belongs to somebody else, which
 * PostgreSQL itself cannot see through.
 */
export function clearRemains(cluster: string): void {
  if (findPostmaster(cluster) !== null) return;
  const left = leftOvers(cluster);
  for (const pid of left) signal(pid, 'SIGQUIT');
  if (left.length === 0) rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended meanwhile.
  }
}

/** A TCP port of the loopback that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Starts `postgres` in a session of its own, so that Ctrl-C reaches the exchange first, which then stops it in order. */
export function spawnPostmaster(
  layout: Layout,
  native: string,
  identity: Identity,
  port: number,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const written = statSync(layout.logFile, { throwIfNoEntry: false });
  if (written !== undefined && written.size > logMaxBytes) renameSync(layout.logFile, `${layout.logFile}.old`);
  const log = openSync(layout.logFile, 'a');
  try {
    return spawn(
      path.join(native, 'bin', 'postgres'),
      [
        ['-D', directoryArgument(identity, layout.cluster), '-p', String(port)],
        ...Object.entries(settings).map(([name, value]) => ['-c', `${name}=${value}`]),
      ].flat(),
      { ...identity, cwd: layout.cluster, env: programEnvironment, detached: true, stdio: ['ignore', log, log] },
    );
  } finally {
    closeSync(log);
  }
}

/**
 * Ends a postmaster: fast (SIGINT, sessions are ended and the data is checkpointed), and when that hangs
 * immediately (SIGQUIT, the next start recovers). Never SIGKILL, which leaves backends that still write.
 *
 * @throws Error when it survives both
 */
export async function stopPostmaster(native: string, cluster: string, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(path.join(native, 'bin', 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast'], { stdio: 'ignore' });
    return;
  }
  for (const [signal, waitMs] of [
    ['SIGINT', stopFastMs],
    ['SIGQUIT', stopImmediateMs],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await isGone(cluster, pid, waitMs)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}

async function isGone(cluster: string, pid: number, waitMs: number): Promise<boolean> {
  for (const end = performance.now() + waitMs; performance.now() < end; await sleep(20)) {
    if (findPostmaster(cluster)?.pid !== pid) return true;
  }
  return false;
}
