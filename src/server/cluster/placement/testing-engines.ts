import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerApplicationName } from '#server/core/commit/owners.ts';
import { openDatabase } from '#server/core/store/open.ts';
import type { TestDatabase } from '#server/core/store/testing.ts';
import { MarketWorker, type MarketWorkerDeps } from './market-worker.ts';
import type { Family, AssignedMarket, MarketAnswer, MarketCommands } from './messages.ts';
import {
  type Assignment,
  NoAnswer,
  NotRun,
  type RemoteWorker,
  type RemoteWorkers,
  type WorkerHeartbeat,
} from './remote-worker.ts';
import { patience } from '../../../../tests/pace.ts';

const beatsEveryMs = 50;

/** How tests wait for what engines come to. */
export const waiting = { ...patience, interval: 10 };

/** Engines that can run markets of a family, joined to a test's exchange by a network that can lose everything. */
export class TestEngines<Of extends Family> implements RemoteWorkers<Of> {
  readonly #database: TestDatabase;
  readonly #family: Pick<MarketWorkerDeps<Of>, 'family' | 'openWriter'>;
  readonly #listeners = new Set<(worker: RemoteWorker<Of>, heartbeat: WorkerHeartbeat) => void>();
  readonly #changes = new Set<(change: Of['change']) => void>();
  readonly engines: TestEngine<Of>[] = [];
  readonly failures: { readonly error: unknown; readonly what: string }[] = [];

  constructor(database: TestDatabase, family: Pick<MarketWorkerDeps<Of>, 'family' | 'openWriter'>) {
    this.#database = database;
    this.#family = family;
  }

  onHeartbeat(listener: (worker: RemoteWorker<Of>, heartbeat: WorkerHeartbeat) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onChange(listener: (change: Of['change']) => void): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }

  /** An engine that arrives now. */
  add(name: string): TestEngine<Of> {
    const { connection } = this.#database;
    const engine: TestEngine<Of> = new TestEngine<Of>(
      name,
      new MarketWorker<Of>({
        ...this.#family,
        tracer: null,
        learn: () => Promise.resolve(),
        failed: (error, what) => this.failures.push({ error, what }),
        connect: (writer) => {
          const opened = openDatabase(connection, { poolMax: 2, applicationName: workerApplicationName(writer) });
          opened.pool.on('error', () => undefined);
          return opened;
        },
        publish: (change) => {
          if (engine.isCut || engine.losesChanges) return;
          for (const listener of this.#changes) listener(structuredClone(change));
        },
      }),
      (heartbeat) => {
        for (const listener of this.#listeners) listener(engine, heartbeat);
      },
    );
    this.engines.push(engine);
    return engine;
  }

  async close(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.end()));
  }
}

/** An engine that runs markets. */
export class TestEngine<Of extends Family> implements RemoteWorker<Of> {
  readonly id = randomUUID();
  /** Whatever it sends and whatever is sent to it is lost. */
  isCut = false;
  /** It sends heartbeats, and what is sent to it waits. */
  hangs = false;
  losesChanges = false;
  /** It does what is asked of it, and its answers are lost. */
  losesAnswers = false;
  /** It is cut off when it was assigned markets, and before it can say so. */
  isLostWhenGiven = false;
  /** It does not reach the store. */
  cannotConnect = false;
  prepared = 0;
  readonly #name: string;
  readonly #worker: MarketWorker<Of>;
  readonly #timer: NodeJS.Timeout;
  #isLeaving = false;

  constructor(name: string, worker: MarketWorker<Of>, heartbeat: (heartbeat: WorkerHeartbeat) => void) {
    this.#name = name;
    this.#worker = worker;
    this.#timer = setInterval(() => {
      if (!this.isCut)
        heartbeat({
          name: this.#name,
          isLeaving: this.#isLeaving || this.#worker.isFailing,
          markets: this.#worker.running(),
        });
    }, beatsEveryMs);
  }

  get markets(): string[] {
    return this.#worker.running().map(({ market }) => market);
  }

  async prepare(writer: string): Promise<void> {
    await this.#reach();
    this.prepared += 1;
    if (this.cannotConnect) throw new Error('the store is out of reach');
    await this.#worker.prepare(writer);
  }

  async assign(assignment: Assignment, markets: readonly AssignedMarket<Of>[]): Promise<readonly Of['snapshot'][]> {
    await this.#reach();
    const assigned = await this.#worker.assign(assignment, markets);
    if (this.isLostWhenGiven) {
      this.isCut = true;
      return new Promise(() => undefined);
    }
    return structuredClone(assigned);
  }

  async revoke(holder: string): Promise<void> {
    await this.#reach();
    await this.#worker.revoke(holder);
  }

  async snapshot(market: string, epoch: number): Promise<Of['snapshot'] | null> {
    await this.#reach();
    return structuredClone(this.#worker.snapshot(market, epoch));
  }

  async run(commands: MarketCommands<Of>): Promise<MarketAnswer<Of>> {
    await this.#reach();
    const answer = await this.#worker.run(commands);
    if (this.losesAnswers || this.isCut) throw new NoAnswer('lost');
    return answer;
  }

  /** Says that it leaves. */
  leave(): void {
    this.#isLeaving = true;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#worker.close();
  }

  async #reach(): Promise<void> {
    do await sleep(this.hangs ? 20 : 0);
    while (this.hangs);
    if (this.isCut) throw new NotRun('cut');
  }
}
