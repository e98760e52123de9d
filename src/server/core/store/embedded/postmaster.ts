import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity } from './identity.ts';
import { directoryArgument, programEnvironment } from './initialise.ts';
import type { Layout } from './layout.ts';

/** A live postmaster, according to its lock file in the data directory. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether it accepts connections; otherwise it is starting or stopping. */
  readonly ready: boolean;
}

/** A network of its own that a cluster runs in, for tests that cut it off: root makes such, on Linux. */
export interface OwnNetwork {
  /** Of the cluster there, at which it listens. */
  readonly address: string;
  /** A command as it is run there; its process is the command itself. */
  readonly inside: (program: string, args: readonly string[]) => readonly [program: string, args: readonly string[]];
}

/** What a postmaster is started with. */
export interface PostmasterPlan {
  readonly layout: Layout;
  /** The directory of PostgreSQL's programs. */
  readonly native: string;
  readonly identity: Identity;
  readonly settings: Readonly<Record<string, string>>;
  /** Null where it runs in the network of this process. */
  readonly network: OwnNetwork | null;
}

/** A log larger than this is rotated at the next start, replacing the previous one. */
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
 * Whether the process is a PostgreSQL of this data directory. On Linux its working directory shows that; elsewhere only
 * that the process is alive and is PostgreSQL.
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

/** PostgreSQL processes still using the directory, such as backends that outlived their postmaster. */
function leftOvers(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(cluster, pid));
}

/**
 * Clears what prevents PostgreSQL from starting after its postmaster died. Backends that outlived it exit when they
 * next wait for something; the others get SIGQUIT, as from their postmaster. When there are none, a lock file is
 * removed that names a dead process whose id was reused, which PostgreSQL itself cannot detect.
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
    // It has exited meanwhile.
  }
}

/** A currently free loopback TCP port. */
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

/** Starts `postgres` in a session of its own, so that Ctrl-C reaches only the exchange, which then stops it cleanly. */
export function spawnPostmaster(plan: PostmasterPlan, port: number): ChildProcess {
  const { layout, identity, settings } = plan;
  const written = statSync(layout.logFile, { throwIfNoEntry: false });
  if (written !== undefined && written.size > logMaxBytes) renameSync(layout.logFile, `${layout.logFile}.old`);
  const log = openSync(layout.logFile, 'a');
  const args = [
    ['-D', directoryArgument(identity, layout.cluster), '-p', String(port)],
    ...Object.entries(settings).map(([name, value]) => ['-c', `${name}=${value}`]),
  ].flat();
  const { program, given, user } = placed(plan, args);
  try {
    return spawn(program, given, {
      ...user,
      cwd: layout.cluster,
      env: programEnvironment,
      detached: true,
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
}

/** The command of a postmaster where it runs: only root enters another network, so its user is changed there. */
function placed({ native, identity, network }: PostmasterPlan, args: readonly string[]) {
  const postgres = path.join(native, 'bin', 'postgres');
  if (network === null) return { program: postgres, given: args, user: identity };
  const { uid, gid } = identity;
  const [program, given] = network.inside('setpriv', [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    postgres,
    ...args,
  ]);
  return { program, given, user: {} };
}

/**
 * Stops a postmaster: fast shutdown (SIGINT, sessions are terminated and a checkpoint is written), and if that hangs,
 * immediate shutdown (SIGQUIT, the next start recovers). Never SIGKILL, which leaves backends that still write.
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
