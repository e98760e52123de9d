import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import {
  type ClusterConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  stopCluster,
} from '#server/core/store/embedded/embedded-postgres.ts';
import type { Link } from './links.ts';
import { isReached } from './ready.ts';

/** Room for the log that a standby missed while it was copied, and a sign of life of it each second. */
const settings = { wal_keep_size: '512MB', wal_receiver_status_interval: '1s' } as const;
const probeMs = 1_000;
/** A checkpoint, with which a copy begins, takes this long at most; a primary whose link is cut then answers nothing more. */
const copyAnswerMs = 30_000;
/** Lets in who knows the password from behind other links, as `initdb` does from this machine alone. */
const linkedRules = ['all', 'replication'].map((what) => `host ${what} all samenet scram-sha-256\n`).join('');

/** Runs one command on a PostgreSQL, on a connection of its own. @throws Error when it does not answer at once */
export async function onPostgres<Row extends object>(connection: ClientConfig, text: string): Promise<Row[]> {
  const client = new Client({ ...connection, connectionTimeoutMillis: probeMs, query_timeout: probeMs });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** One of the two PostgreSQL of the cluster. Which of them is the primary is not its business. */
export class PostgresNode {
  readonly name: string;
  readonly root: string;
  readonly link: Link | undefined;
  #running: EmbeddedPostgres | null = null;
  #last: ClusterConnection | null = null;

  constructor(name: string, root: string, link?: Link) {
    this.name = name;
    this.root = root;
    this.link = link;
  }

  /** How it is reached, or was while it ran. @throws Error before its first start */
  get connection(): ClusterConnection {
    if (this.#last === null) throw new Error(`${this.name} was never started`);
    return this.#last;
  }

  get isUp(): boolean {
    return this.#running !== null && this.processes().length > 0;
  }

  /** Whether its host is reached, by which alone it can be ended, started or filled from elsewhere. */
  isReached(): Promise<boolean> {
    return this.link === undefined ? Promise.resolve(true) : isReached(this.link.address);
  }

  async startAsPrimary(): Promise<void> {
    await this.#launch({});
  }

  /** Makes it a copy of another one, and starts it following that. */
  async startFollowing(primary: PostgresNode): Promise<void> {
    // One that a killed cluster left running would write into the copy.
    await stopCluster(this.root);
    await copyFiles(primary, this.root);
    const { host, port, user, password } = primary.connection;
    const follows = `host=${host} port=${port} user=${user} password=${password} application_name=${this.name}`;
    await this.#launch({ primary_conninfo: follows });
  }

  async kill(): Promise<void> {
    this.#signal('SIGKILL');
    this.#running = null;
    while (this.processes().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  pause(): void {
    this.#signal('SIGSTOP');
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  async stop(): Promise<void> {
    this.#signal('SIGCONT');
    const running = this.#running;
    this.#running = null;
    await running?.stop();
  }

  async #launch(more: Readonly<Record<string, string>>): Promise<void> {
    const { link = null, root } = this;
    if (link !== null) await letInLinked(root);
    this.#running = await startEmbeddedPostgres(root, { ...settings, ...more }, link);
    this.#last = this.#running.connection;
  }

  #signal(name: NodeJS.Signals): void {
    // The postmaster first: it starts no backend in place of one that is gone.
    for (const pid of this.processes()) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** Every process of it, the postmaster first (Linux only). */
  processes(): number[] {
    const found = statSync(clusterOf(this.root), { throwIfNoEntry: false });
    if (found === undefined) return [];
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => {
      try {
        const isHere = statSync(`/proc/${pid}/cwd`).ino === found.ino;
        return isHere && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
      } catch {
        return false;
      }
    });
  }
}

/** Has the PostgreSQL of a folder let in its peers, once it was initialised. */
async function letInLinked(root: string): Promise<void> {
  // Its first start initialises it.
  if (!existsSync(clusterOf(root))) await (await startEmbeddedPostgres(root)).stop();
  const file = path.join(clusterOf(root), 'pg_hba.conf');
  if (!readFileSync(file, 'utf8').endsWith(linkedRules)) appendFileSync(file, linkedRules);
}

const clusterOf = (root: string) => path.join(root, 'cluster');

/** Copies the files of a running PostgreSQL by its low-level backup interface, for a standby to start from. */
async function copyFiles(from: PostgresNode, root: string): Promise<void> {
  rmSync(root, { recursive: true, force: true });
  const waits = { connectionTimeoutMillis: probeMs, query_timeout: copyAnswerMs };
  const client = new Client({ ...from.connection, ...waits });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    // Files may vanish while they are copied; the log replays whatever became of them. `cp` keeps their owner.
    const { status } = spawnSync('cp', ['-a', from.root, root], { stdio: 'ignore' });
    if (status === null || !existsSync(clusterOf(root))) throw new Error(`the files of ${from.name} were not copied`);
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
    const { uid, gid } = statSync(clusterOf(root));
    for (const [name, text] of Object.entries({ backup_label: rows[0]?.label ?? '', 'standby.signal': '' })) {
      const file = path.join(clusterOf(root), name);
      writeFileSync(file, text, { mode: 0o600 });
      chownSync(file, uid, gid);
    }
    execFileSync('rm', [
      '-f',
      ...['postmaster.pid', 'postmaster.opts'].map((name) => path.join(clusterOf(root), name)),
    ]);
  } finally {
    await client.end().catch(() => undefined);
  }
}
