import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { lentApplicationName } from '../../core/commit/duty-owners.ts';
import { openDatabase } from '../../core/store/open.ts';
import type { TestDatabase } from '../../core/store/testing.ts';
import { MarketHost, type MarketHostDeps } from './host.ts';
import type { Family, GivenMarket, MarketAnswer, MarketCommands } from './messages.ts';
import { type Lending, NoAnswer, NotRun, type Runner, type Runners, type RunnerSign } from './runner.ts';
import { patience } from '../../../../tests/pace.ts';

const signEveryMs = 50;

/** How tests wait for what engines come to. */
export const waiting = { ...patience, interval: 10 };

/** Engines that can run markets of a family, joined to a test's exchange by a network that can lose everything. */
export class TestEngines<Of extends Family> implements Runners<Of> {
  readonly #database: TestDatabase;
  readonly #family: Pick<MarketHostDeps<Of>, 'family' | 'openWriter'>;
  readonly #signs = new Set<(runner: Runner<Of>, sign: RunnerSign) => void>();
  readonly #changes = new Set<(change: Of['change']) => void>();
  readonly engines: TestEngine<Of>[] = [];
  readonly failures: { readonly error: unknown; readonly what: string }[] = [];

  constructor(database: TestDatabase, family: Pick<MarketHostDeps<Of>, 'family' | 'openWriter'>) {
    this.#database = database;
    this.#family = family;
  }

  onSign(listener: (runner: Runner<Of>, sign: RunnerSign) => void): () => void {
    this.#signs.add(listener);
    return () => this.#signs.delete(listener);
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
      new MarketHost<Of>({
        ...this.#family,
        tracer: null,
        learn: () => Promise.resolve(),
        failed: (error, what) => this.failures.push({ error, what }),
        connect: (writer) => {
          const opened = openDatabase(connection, { poolMax: 2, applicationName: lentApplicationName(writer) });
          opened.pool.on('error', () => undefined);
          return opened;
        },
        publish: (change) => {
          if (engine.isCut || engine.losesChanges) return;
          for (const listener of this.#changes) listener(structuredClone(change));
        },
      }),
      (sign) => {
        for (const listener of this.#signs) listener(engine, sign);
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
export class TestEngine<Of extends Family> implements Runner<Of> {
  readonly id = randomUUID();
  /** Whatever it sends and whatever is sent to it is lost. */
  isCut = false;
  /** It gives signs of life, and what is sent to it waits. */
  hangs = false;
  losesChanges = false;
  /** It does what is asked of it, and its answers are lost. */
  losesAnswers = false;
  /** It is cut off when it was given markets, and before it can say so. */
  isLostWhenGiven = false;
  /** It does not reach the store. */
  cannotConnect = false;
  prepared = 0;
  readonly #name: string;
  readonly #host: MarketHost<Of>;
  readonly #timer: NodeJS.Timeout;
  #isLeaving = false;

  constructor(name: string, host: MarketHost<Of>, sign: (sign: RunnerSign) => void) {
    this.#name = name;
    this.#host = host;
    this.#timer = setInterval(() => {
      if (!this.isCut)
        sign({ name: this.#name, isLeaving: this.#isLeaving || this.#host.isFailing, markets: this.#host.running() });
    }, signEveryMs);
  }

  get markets(): string[] {
    return this.#host.running().map(({ market }) => market);
  }

  async prepare(writer: string): Promise<void> {
    await this.#reach();
    this.prepared += 1;
    if (this.cannotConnect) throw new Error('the store is out of reach');
    await this.#host.prepare(writer);
  }

  async give(lending: Lending, markets: readonly GivenMarket<Of>[]): Promise<readonly Of['snapshot'][]> {
    await this.#reach();
    const given = await this.#host.give(lending, markets);
    if (this.isLostWhenGiven) {
      this.isCut = true;
      return new Promise(() => undefined);
    }
    return structuredClone(given);
  }

  async drop(holder: string): Promise<void> {
    await this.#reach();
    await this.#host.drop(holder);
  }

  async snapshot(market: string, epoch: number): Promise<Of['snapshot'] | null> {
    await this.#reach();
    return structuredClone(this.#host.snapshot(market, epoch));
  }

  async run(commands: MarketCommands<Of>): Promise<MarketAnswer<Of>> {
    await this.#reach();
    const answer = await this.#host.run(commands);
    if (this.losesAnswers || this.isCut) throw new NoAnswer('lost');
    return answer;
  }

  /** Says that it leaves. */
  leave(): void {
    this.#isLeaving = true;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#host.close();
  }

  async #reach(): Promise<void> {
    do await sleep(this.hangs ? 20 : 0);
    while (this.hangs);
    if (this.isCut) throw new NotRun('cut');
  }
}
