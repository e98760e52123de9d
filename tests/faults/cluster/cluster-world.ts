import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { type Cluster, startCluster } from '../../../tools/cluster/cluster.ts';
import { missingNotices, orderLogFaults } from '../order-log.ts';
import { putPreparedStore } from '../../prepared-store.ts';
import { testSettings, withoutMakers } from '../server-process.ts';
import { TradingClient } from '../trading-client.ts';
import { BookSockets } from './book-sockets.ts';
import { ContractClient } from './contract-client.ts';
import { ContractLog } from './contract-log.ts';
import { contractPageFaults } from './contract-pages.ts';
import { doubleOwners, noteRaises } from './owners.ts';
import { storedBook } from './stored-book.ts';

/** The pairs that users trade and sockets follow. */
const pairs = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;
const patienceMs = 90_000;
/** Books stand still once nothing is asked for; sockets have heard of the last change within this. */
const booksAgreeWithinMs = 15_000;
/** People whose pages of contracts are compared after a round. */
const viewersCount = 8;

export interface WorldSize {
  readonly users: number;
  readonly sockets: number;
  /** Whether all members but the balancer have networks of their own, whose links can be cut. */
  readonly links?: boolean;
  /** How long people's requests may still be done, where members are paused and wake up with what was under way. */
  readonly deadlineMs?: number;
}

/** A cluster under people who trade and sockets that follow its books, to which faults happen. */
export class ClusterWorld {
  readonly cluster: Cluster;
  readonly users: TradingClient[];
  /** The same people as they trade contracts, at the same time as spot. */
  readonly contractUsers: ContractClient[];
  readonly log: ContractLog;
  readonly sockets: BookSockets;
  readonly random: () => number;
  #trading: Promise<unknown> = Promise.resolve();
  #isPaused = true;
  /** Why a user gave up, which none of them is to. */
  #failure: unknown = null;

  private constructor(parts: Pick<ClusterWorld, 'cluster' | 'users' | 'contractUsers' | 'sockets' | 'random' | 'log'>) {
    this.cluster = parts.cluster;
    this.random = parts.random;
    this.users = parts.users;
    this.contractUsers = parts.contractUsers;
    this.sockets = parts.sockets;
    this.log = parts.log;
  }

  static async open(random: () => number, size: WorldSize): Promise<ClusterWorld> {
    const cluster = await startCluster({
      settings: { ...testSettings, ...withoutMakers },
      prepare: putPreparedStore,
      links: size.links ?? false,
    });
    const users: TradingClient[] = [];
    const contractUsers: ContractClient[] = [];
    for (let nth = 0; nth < size.users; nth += 1) {
      const user = await TradingClient.register(cluster.address, `person-${nth}`, random);
      const given = { token: user.token, name: `person-${nth}-contracts`, random };
      users.push(user);
      contractUsers.push(await ContractClient.open(cluster.address, given));
    }
    for (const client of [...users, ...contractUsers]) client.deadlineMs = size.deadlineMs ?? null;
    const sockets = new BookSockets(() => cluster.address, pairs);
    sockets.open(size.sockets);
    const log = await withStoreOf(cluster, async (store) => {
      await noteRaises(store);
      return ContractLog.open(store, contractUsers);
    });
    return new ClusterWorld({ cluster, users, contractUsers, sockets, random, log });
  }

  /** Everybody, for spot and for contracts. */
  get clients(): readonly (TradingClient | ContractClient)[] {
    return [...this.users, ...this.contractUsers];
  }

  trade(): void {
    this.#isPaused = false;
    this.#trading = Promise.all(
      this.clients.map((client) =>
        client.tradeThrough(
          () => this.cluster.address,
          () => this.#isPaused,
        ),
      ),
    );
    // Waited for by `settle`.
    this.#trading.catch((error: unknown) => (this.#failure = error));
  }

  /**
   * Milliseconds from a moment until some users know the end of something that they asked for after it.
   *
   * @param share of the users: 0 is the first of them, 1 all
   * @param users those who trade spot, or contracts, where a refusal for want of a price is not such an end
   * @throws Error when they do not in time
   */
  async tradesAgain(
    since: number,
    share: number,
    users: readonly (TradingClient | ContractClient)[] = this.users,
  ): Promise<number> {
    const wanted = Math.max(1, Math.ceil(users.length * share));
    const known = new Map<TradingClient | ContractClient, number>();
    for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(5)) {
      for (const user of users) {
        if (user.lastKnown.sentAt >= since && !known.has(user)) known.set(user, user.lastKnown.knownAt);
      }
      if (this.#failure !== null) throw this.#failure;
      if (known.size >= wanted) return ([...known.values()].toSorted((a, b) => a - b)[wanted - 1] ?? 0) - since;
    }
    throw new Error(`${wanted} users do not trade ${patienceMs / 1_000} s after it`);
  }

  /** Has users stop once everything they asked for is known. */
  async settle(): Promise<void> {
    this.#isPaused = true;
    const late = sleep(patienceMs, 'late' as const, { ref: false });
    if ((await Promise.race([this.#trading, late])) === 'late') {
      throw new Error(`something is unknown ${patienceMs / 1_000} s after it was asked for`);
    }
  }

  /**
   * Differences from what users were answered, between books, and between owners.
   *
   * @param audited all of the ledger, or what changed since this was asked last
   * @returns one line each
   */
  async faults(audited: 'all' | 'changed'): Promise<string[]> {
    const repeated = await Promise.allSettled(this.clients.map((one) => one.repeatOne(this.cluster.address)));
    const apart = repeated.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    const stored = await this.withStore(async (store) => [
      ...(await orderLogFaults(store, this.users)),
      ...(await this.log.faults(store)),
      ...(await missingNotices(store)),
      ...(await doubleOwners(store)),
    ]);
    return [
      ...apart,
      ...stored,
      ...this.sockets.gaps.splice(0),
      ...(await this.#bookFaults()),
      ...(await this.#pageFaults()),
      ...(await this.#auditFaults(audited)),
    ];
  }

  async close(): Promise<void> {
    this.#isPaused = true;
    this.sockets.close();
    await this.#trading.catch(() => undefined);
    await this.cluster.close();
  }

  withStore<Value>(work: (store: Client) => Promise<Value>): Promise<Value> {
    return withStoreOf(this.cluster, work);
  }

  /** What some people are shown of contracts against what is stored. */
  #pageFaults(): Promise<string[]> {
    const from = Math.floor(this.random() * this.contractUsers.length);
    const viewers = [...this.contractUsers.slice(from), ...this.contractUsers.slice(0, from)]
      .slice(0, viewersCount)
      .map((person) => ({ person, owner: this.log.ownerOf(person) }));
    return contractPageFaults(
      () => this.cluster.address,
      viewers,
      (work) => this.withStore(work),
    );
  }

  /** The book of each socket against the open orders that are stored. */
  async #bookFaults(): Promise<string[]> {
    let faults: string[] = [];
    for (const until = performance.now() + booksAgreeWithinMs; performance.now() < until; await sleep(100)) {
      faults = [];
      for (const pair of pairs) {
        const stored = await this.withStore((store) => storedBook(store, pair));
        const books = this.sockets.books(pair);
        const others = books.filter((book) => book !== stored);
        if (others.length > 0) faults.push(`${others.length} of ${books.length} sockets have another book of ${pair}`);
      }
      if (faults.length === 0) return [];
    }
    return faults;
  }

  /** What the exchange's own audit finds. */
  async #auditFaults(audited: 'all' | 'changed'): Promise<string[]> {
    const database = openDatabase(
      { ...this.cluster.primaryConnection() },
      { poolMax: 1, applicationName: 'fault test' },
    );
    try {
      const { findings } = await checkLedger(database, audited === 'all', Date.now());
      return findings.map((finding) => `the audit: ${JSON.stringify(finding)}`);
    } finally {
      await database.close();
    }
  }
}

/** Connects to the store that is the primary now, past every fault. */
async function withStoreOf<Value>(cluster: Cluster, work: (store: Client) => Promise<Value>): Promise<Value> {
  const store = new Client({ ...cluster.primaryConnection(), application_name: 'fault test' });
  store.on('error', () => undefined);
  await store.connect();
  try {
    return await work(store);
  } finally {
    await store.end();
  }
}
