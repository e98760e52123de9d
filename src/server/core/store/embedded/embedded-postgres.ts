import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { minuteMs } from '#protocol/core/durations.ts';
import { postgresBinaries } from './binaries.ts';
import { clusterIdentity } from './identity.ts';
import { initialiseCluster } from './initialise.ts';
import { applicationUser, clusterUser, layoutOf, prepareRoot, readPassword, type Layout } from './layout.ts';
import {
  clearRemains,
  findPostmaster,
  freePort,
  type OwnNetwork,
  type Postmaster,
  type PostmasterPlan,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';

/** How to reach a cluster; the password is never logged. */
export interface ClusterConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** A PostgreSQL that serves this exchange alone. */
export interface EmbeddedPostgres {
  /** Its current address, as the owner of everything; the port changes after a restart. */
  readonly connection: ClusterConnection;
  /** The same, as the role that the exchange connects with. */
  readonly application: ClusterConnection;
  readonly pid: number;
  /** It was already running, left by a killed server. */
  readonly adopted: boolean;
  /**
   * Restarts it when it is no longer running; returns when it accepts connections.
   *
   * @throws Error with what PostgreSQL's log says when it does not come up, as on a full disk
   */
  revive(): Promise<void>;
  /** Stops it cleanly; may be called more than once. */
  stop(): Promise<void>;
}

/** Settings of every embedded cluster. `fsync` stays at PostgreSQL's default, on. */
const clusterSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  log_timezone: 'UTC',
  timezone: 'UTC',
  log_checkpoints: 'off',
} as const;

const startTries = 8;
const answerWithinMs = 5_000;
/** Crash recovery replays the log since the last checkpoint, which takes minutes on a slow disk. */
const readyWithinMs = 15 * minuteMs;

/**
 * Starts the PostgreSQL of a directory, creating the cluster first if there is none, or adopts one that a killed server
 * left running (design section 3).
 *
 * @param root directory of this cluster alone; made when missing
 * @param settings further settings of PostgreSQL, as on its command line
 * @param network where it runs instead of on this machine's loopback interface; its `pg_hba.conf` lets nobody in from there
 * @throws Error with what PostgreSQL's log says when it does not start
 */
export async function startEmbeddedPostgres(
  root: string,
  settings: Readonly<Record<string, string>> = {},
  network: OwnNetwork | null = null,
): Promise<EmbeddedPostgres> {
  const layout = layoutOf(root);
  const identity = clusterIdentity(layout.cluster);
  const native = postgresBinaries(identity);
  prepareRoot(layout, identity.uid !== undefined);
  const password = readPassword(layout);
  initialiseCluster(layout, native, identity, password);

  const listen = network === null ? {} : { listen_addresses: network.address };
  const all = { ...clusterSettings, ...listen, ...settings };
  const cluster: Cluster = { layout, native, identity, password, settings: all, network };
  let running = await bringUp(cluster);
  let stopped: Promise<void> | null = null;
  return {
    get connection() {
      return running.connection;
    },
    get application() {
      return { ...running.connection, user: applicationUser };
    },
    get pid() {
      return running.pid;
    },
    adopted: running.adopted,
    async revive() {
      if (stopped !== null) throw new Error('PostgreSQL was stopped on purpose');
      const found = findPostmaster(layout.cluster);
      if (found?.ready === true && found.pid === running.pid) return;
      const revived = await bringUp(cluster);
      running = revived;
      // Stopped while it was being started.
      if (stopped !== null) await stopPostmaster(native, layout.cluster, revived.pid);
    },
    stop: () => (stopped ??= stopPostmaster(native, layout.cluster, running.pid)),
  };
}

interface Cluster extends PostmasterPlan {
  readonly password: string;
}

type Running = Pick<EmbeddedPostgres, 'connection' | 'pid' | 'adopted'>;

/** Starts the postmaster or finds the one that runs. */
async function bringUp(cluster: Cluster): Promise<Running> {
  const { layout, password, network } = cluster;
  for (let attempt = 0; attempt < startTries; attempt += 1) {
    const running = await settledPostmaster(layout);
    // PostgreSQL recognises most stale lock files itself; the others are removed.
    if (running === null && attempt > 0) clearRemains(layout.cluster);
    const postmaster = running ?? (await launch(cluster));
    if (postmaster !== null) {
      const connection = connectionOf(postmaster.port, password, network?.address);
      if (await answers(connection)) return { connection, pid: postmaster.pid, adopted: running !== null };
    }
    await sleep(300);
  }
  throw new Error(`PostgreSQL did not start. The end of ${layout.logFile} says: ${logTail(layout)}`);
}

/** The running postmaster, once it accepts connections; null when there is none, or it exited meanwhile. */
async function settledPostmaster(layout: Layout): Promise<Postmaster | null> {
  const end = performance.now() + readyWithinMs;
  for (let found = findPostmaster(layout.cluster); found !== null; found = findPostmaster(layout.cluster)) {
    if (found.ready) return found;
    if (performance.now() > end) throw new Error(`PostgreSQL (process ${found.pid}) does not become ready`);
    await sleep(50);
  }
  return null;
}

/** How to reach the running cluster of a directory, for a program beside the server; null when none is running. */
export function runningCluster(root: string, user = clusterUser): ClusterConnection | null {
  const layout = layoutOf(root);
  const postmaster = findPostmaster(layout.cluster);
  return postmaster === null || !postmaster.ready
    ? null
    : { ...connectionOf(postmaster.port, readPassword(layout)), user };
}

/** Stops the cluster of a directory if one is running. */
export async function stopCluster(root: string): Promise<void> {
  const layout = layoutOf(root);
  const found = findPostmaster(layout.cluster);
  if (found !== null)
    await stopPostmaster(postgresBinaries(clusterIdentity(layout.cluster)), layout.cluster, found.pid);
}

function connectionOf(port: number, password: string, host = '127.0.0.1'): ClusterConnection {
  return { host, port, user: clusterUser, password, database: 'postgres' };
}

/**
 * Starts a postmaster and waits until it is ready; null when it exited at once, as after losing a race for the data.
 */
async function launch(cluster: Cluster): Promise<{ readonly pid: number; readonly port: number } | null> {
  const { layout } = cluster;
  const port = await freePort();
  const child = spawnPostmaster(cluster, port);
  await once(child, 'spawn');
  let ended = false;
  child.once('exit', () => (ended = true));
  // Nothing here waits for the child's end: the process may exit while its postmaster is being stopped.
  child.unref();
  for (const end = performance.now() + readyWithinMs; performance.now() < end; await sleep(20)) {
    if (ended) return null;
    const found = findPostmaster(layout.cluster);
    if (found !== null && found.ready && found.pid === child.pid) return { pid: found.pid, port };
  }
  child.kill('SIGINT');
  throw new Error(`PostgreSQL was not ready within ${readyWithinMs / 1000} s; see ${layout.logFile}`);
}

async function answers(connection: ClusterConnection): Promise<boolean> {
  const client = new Client({ ...connection, connectionTimeoutMillis: answerWithinMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isKnown: boolean; isStandby: boolean }>(
      'SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS "isKnown", pg_is_in_recovery() AS "isStandby"',
      [applicationUser],
    );
    if (rows[0]?.isKnown === false && !rows[0].isStandby)
      await client.query(`CREATE ROLE ${applicationUser} LOGIN PASSWORD ${client.escapeLiteral(connection.password)}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function logTail(layout: Layout): string {
  try {
    return readFileSync(layout.logFile, 'utf8').slice(-800).trim();
  } catch {
    return 'nothing';
  }
}
