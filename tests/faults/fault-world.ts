import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import {
  runningCluster,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#server/core/store/embedded/embedded-postgres.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { orderLogFaults } from './order-log.ts';
import { startPostgresProxy, type PostgresProxy } from './proxy/postgres-proxy.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { TradingClient } from './trading-client.ts';
import { WatchingSockets } from './watching-sockets.ts';

const usersCount = 16;
const socketCount = 50;
/** Everything that was asked for has to be known within this long, and users have to trade again. */
const patienceMs = 90_000;

/** How an exchange of a fault test stands on its PostgreSQL. */
export interface WorldOptions {
  /** Its data; made and removed by the world when absent. */
  readonly directory?: string;
  /** A PostgreSQL of its own behind a proxy instead of the embedded one. */
  readonly withProxy?: boolean;
}

/** A real exchange under sixteen users who trade and fifty who look, to which faults happen. */
export class FaultWorld {
  readonly users: TradingClient[] = [];
  readonly sockets = new WatchingSockets(() => this.address);
  /** Null over the embedded PostgreSQL. */
  readonly proxy: PostgresProxy | null;
  readonly random: () => number;
  server: ServerProcess;
  private readonly directory: string;
  private readonly ownsDirectory: boolean;
  private readonly postgres: EmbeddedPostgres | null;
  private readonly settings: Readonly<Record<string, string>>;
  private trading: Promise<unknown> = Promise.resolve();
  private isPaused = true;

  private constructor(fields: {
    directory: string;
    ownsDirectory: boolean;
    postgres: EmbeddedPostgres | null;
    proxy: PostgresProxy | null;
    settings: Readonly<Record<string, string>>;
    server: ServerProcess;
    random: () => number;
  }) {
    ({
      directory: this.directory,
      ownsDirectory: this.ownsDirectory,
      postgres: this.postgres,
      proxy: this.proxy,
      settings: this.settings,
      server: this.server,
      random: this.random,
    } = fields);
  }

  static async open(random: () => number, options: WorldOptions = {}): Promise<FaultWorld> {
    const directory = options.directory ?? (await mkdtemp(path.join(tmpdir(), 'dunlin-faults-')));
    await writeFile(path.join(directory, 'clock'), '0');
    const postgres = options.withProxy === true ? await startEmbeddedPostgres(path.join(directory, 'behind')) : null;
    const proxy = postgres === null ? null : await startPostgresProxy(postgres.connection);
    const settings: Record<string, string> = { CLOCK_FILE: path.join(directory, 'clock'), LOG_LEVEL: 'fatal' };
    if (postgres !== null && proxy !== null) {
      const { user, password, database } = postgres.connection;
      settings['DATABASE_URL'] = `postgres://${user}:${password}@${proxy.host}:${proxy.port}/${database}`;
    }
    const server = await startServer(directory, settings, program);
    // Where it starts again, so that users and their sockets find it.
    settings['PORT'] = new URL(server.address).port;
    const ownsDirectory = options.directory === undefined;
    const world = new FaultWorld({ directory, ownsDirectory, postgres, proxy, settings, server, random });
    for (let nth = 0; nth < usersCount; nth += 1) {
      world.users.push(await TradingClient.register(server.address, `person-${nth}`, random));
    }
    world.sockets.open(socketCount);
    return world;
  }

  get address(): string {
    return this.server.address;
  }

  /** The directory of the embedded PostgreSQL. */
  get postgresRoot(): string {
    return path.join(this.directory, 'postgres');
  }

  async startAgain(): Promise<void> {
    this.server = await startServer(this.directory, this.settings, program);
  }

  /** Sets the clock of the exchange's host. */
  async setClock(aheadMs: number): Promise<void> {
    await writeFile(path.join(this.directory, 'clock'), String(aheadMs));
  }

  /** PostgreSQL itself, past every fault. */
  private behind(): ClientConfig {
    const connection = this.postgres?.connection ?? runningCluster(this.postgresRoot);
    if (connection === null) throw new Error('the embedded PostgreSQL does not run');
    return { ...connection };
  }

  /** A connection to PostgreSQL itself. */
  async connect(): Promise<Client> {
    const client = new Client({ ...this.behind(), application_name: 'fault test' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  trade(): void {
    this.isPaused = false;
    this.trading = Promise.all(
      this.users.map((trader) =>
        trader.tradeThrough(
          () => this.address,
          () => this.isPaused,
        ),
      ),
    );
    // Waited for by `settle`.
    this.trading.catch(() => undefined);
  }

  /** Milliseconds from a moment until half of the users know the end of something they asked for after it. */
  async tradesAgain(since: number): Promise<number> {
    for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(5)) {
      const again = this.users.map(({ lastKnown }) => lastKnown).filter(({ sentAt }) => sentAt >= since);
      const known = again.map(({ knownAt }) => knownAt).toSorted((a, b) => a - b);
      if (known.length >= usersCount / 2) return (known[usersCount / 2 - 1] ?? 0) - since;
    }
    throw new Error(`nobody trades ${patienceMs / 1_000} s after it`);
  }

  /** Has users stop once everything they asked for is known. */
  async settle(): Promise<void> {
    this.isPaused = true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const failure = new Error(`something is unknown ${patienceMs / 1_000} s after it was asked for`);
      timer = setTimeout(() => reject(failure), patienceMs);
    });
    try {
      await Promise.race([this.trading, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Differences from what users were answered, and audit faults. */
  async faults(): Promise<string[]> {
    const repeated = await Promise.allSettled(this.users.map((trader) => trader.repeatOne(this.address)));
    const apart = repeated.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    const client = await this.connect();
    try {
      return [...apart, ...(await orderLogFaults(client, this.users)), ...(await this.auditFaults())];
    } finally {
      await client.end();
    }
  }

  /** What the exchange's own audit finds in all of the ledger. */
  private async auditFaults(): Promise<string[]> {
    const database = openDatabase(this.behind(), { poolMax: 1, applicationName: 'fault test' });
    try {
      const { findings } = await checkLedger(database, true, Date.now());
      return findings.map((finding) => `the audit: ${JSON.stringify(finding)}`);
    } finally {
      await database.close();
    }
  }

  async close(): Promise<void> {
    this.isPaused = true;
    this.sockets.close();
    this.proxy?.thawAll();
    try {
      await this.server.stop();
    } catch {
      await this.server.kill();
    }
    await this.trading.catch(() => undefined);
    await this.proxy?.close();
    await this.postgres?.stop();
    if (this.ownsDirectory) await rm(this.directory, { recursive: true, force: true });
  }
}

const program = 'tests/faults/stepped-server.ts';
