import type { Ms } from '../../../../protocol/brand.ts';
import type { Clock } from '../../../core/clock/clock.ts';
import { type PauseWatch, processPauses } from '../../../core/clock/pause-watch.ts';
import { lentLane } from '../../../core/commit/lanes.ts';
import type { BalanceRow } from '../../../core/ledger/balance-row.ts';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import type { Database } from '../../../core/store/database.ts';
import { continueTrace } from '../../../core/tracing/continued-trace.ts';
import type { Tracer } from '../../../core/tracing/tracer.ts';
import type { SpotMarket } from '../market.ts';
import type { SpotOrder } from '../order.ts';
import { PairWriter } from '../writing/pair-writer.ts';
import type { SpotRun } from '../run.ts';
import { dutyOf } from './duty.ts';
import type {
  GivenPair,
  PairAnswer,
  PairChange,
  PairCommand,
  PairCommands,
  PairOutcome,
  PairSnapshot,
  PairState,
} from './messages.ts';
import { NotRun, type Lending, type RunnerSign } from './runner.ts';

export interface PairHostDeps {
  /** Opens connections of a writer, under a name by which they can be ended. */
  readonly connect: (writer: string) => Database;
  /** Reads what is listed: coins of pairs that are given may be newer than this process. */
  readonly learn: (database: Database) => Promise<void>;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly tracer: Tracer | null;
  readonly failed: (error: unknown, what: string) => void;
  /** Publishes what a commit changed, to the engine that owns the data. */
  readonly publish: (change: PairChange) => void;
}

/** Whoever cannot write for this long gives its pairs back: another engine may reach the store. */
const failsForMs = 1_500;

/** A pair that is run here. */
interface Run {
  readonly epoch: number;
  /** Commits so far that changed it, under this epoch. */
  seq: number;
  isHeld: boolean;
  /** Pauses of the process that sends commands. */
  pauses: number;
}

/** A writer that was lent to this engine, and what it runs with it. */
interface Lent {
  readonly holder: string;
  readonly database: Database;
  readonly writer: PairWriter;
  readonly runs: ReadonlyMap<string, Run>;
}

/**
 * Runs spot pairs for the engine that owns the data, which gives them, sends every command and may take them back at
 * any time: then PostgreSQL refuses what is written here, and nothing is answered any more.
 */
export class PairHost {
  readonly #deps: PairHostDeps;
  #lent: Lent | null = null;
  #prepared: { readonly writer: string; readonly database: Database } | null = null;
  /** Since when no batch could be written; null while they are. */
  #failsSince: number | null = null;

  constructor(deps: PairHostDeps) {
    this.#deps = deps;
  }

  /** Whether nothing could be written for a while. */
  get isFailing(): boolean {
    return this.#failsSince !== null && performance.now() - this.#failsSince > failsForMs;
  }

  /** Connects to the store for a writer that is about to be lent, and reads what is listed. @throws what the store throws */
  async prepare(writer: string): Promise<void> {
    await this.close();
    const database = this.#deps.connect(writer);
    try {
      await this.#deps.learn(database);
    } catch (error) {
      await database.close();
      throw error;
    }
    this.#prepared = { writer, database };
  }

  /**
   * Runs these pairs from now on, and no others.
   *
   * @throws WriterTaken when the writer was taken back meanwhile
   * @throws what the store throws
   */
  async give(lending: Lending, given: readonly GivenPair[]): Promise<PairSnapshot[]> {
    if (this.#prepared?.writer !== lending.writer) await this.prepare(lending.writer);
    const runs = new Map(
      given.map(({ pair, epoch }): [string, Run] => [
        pair.id,
        { epoch, seq: 0, isHeld: false, pauses: lending.pauses },
      ]),
    );
    const { database } = this.#takePrepared(lending.writer);
    const writer = this.#writerOf(lending, given, runs, database);
    try {
      await writer.open();
    } catch (error) {
      await writer.close();
      await database.close();
      throw error;
    }
    const lent: Lent = { holder: lending.holder, database, writer, runs };
    this.#lent = lent;
    return [...runs.keys()].flatMap((pair) => snapshotOf(lent, pair) ?? []);
  }

  /** Runs nothing any more of what was lent under this name. */
  async drop(holder: string): Promise<void> {
    if (this.#lent?.holder === holder) await this.close();
  }

  /** @throws NotRun when the pair is not run here under that epoch: nothing was done */
  async run({ pair, epoch, isHeld, pauses, commands }: PairCommands): Promise<PairAnswer> {
    const lent = this.#lent;
    const run = lent?.runs.get(pair);
    if (lent === null || run === undefined || run.epoch !== epoch) throw new NotRun(`${pair} is not run here`);
    run.isHeld = isHeld;
    run.pauses = pauses;
    const outcomes = await Promise.all(
      commands.map((command) =>
        this.#submit(lent.writer, pair, command).then(
          (order): PairOutcome => ({ ok: true, order }),
          (error: unknown): PairOutcome => ({ ok: false, error }),
        ),
      ),
    );
    return { seq: run.seq, outcomes };
  }

  #submit(writer: PairWriter, pair: string, { request, key, trace }: PairCommand): Promise<SpotOrder> {
    const span = { name: `run ${dutyOf(pair)}`, facts: { 'dunlin.pair': pair } };
    return continueTrace(this.#deps.tracer, trace, span, () => writer.submit(request, key));
  }

  /** A pair as of its last commit; null when it is not run here under that epoch. */
  snapshot(pair: string, epoch: number): PairSnapshot | null {
    const lent = this.#lent;
    return lent?.runs.get(pair)?.epoch === epoch ? snapshotOf(lent, pair) : null;
  }

  /** The last commit of each pair that is run here. */
  running(): RunnerSign['pairs'] {
    return [...(this.#lent?.runs ?? [])].map(([pair, { epoch, seq }]) => ({ pair, epoch, seq }));
  }

  /** Drains what was submitted, and runs nothing any more. */
  async close(): Promise<void> {
    const lent = this.#lent;
    const prepared = this.#prepared;
    this.#lent = null;
    this.#prepared = null;
    this.#failsSince = null;
    await lent?.writer.close();
    await lent?.database.close();
    await prepared?.database.close();
  }

  #takePrepared(writer: string): { readonly database: Database } {
    const prepared = this.#prepared;
    this.#prepared = null;
    if (prepared?.writer !== writer) throw new Error(`${writer} was prepared for another lending meanwhile`);
    return prepared;
  }

  #writerOf(
    { writer, nth, holder }: Lending,
    given: readonly GivenPair[],
    runs: ReadonlyMap<string, Run>,
    database: Pick<Database, 'pool'>,
  ): PairWriter {
    const { ledger, clock, tracer, failed } = this.#deps;
    // What was not published shows as a gap: whoever follows the pairs loads them again.
    const missed = () => {
      for (const run of runs.values()) run.seq += 1;
    };
    return new PairWriter(
      {
        database,
        ledger,
        clock,
        tracer,
        failed: (error, what) => {
          failed(error, what);
          this.#failsSince ??= performance.now();
          missed();
        },
        name: { writer, holder },
        lane: lentLane(nth),
        isStopped: ({ id }) => runs.get(id)?.isHeld !== false,
        committed: (run, at, balances) => {
          this.#failsSince = null;
          this.#publish(runs, run, at, balances);
        },
        settled: missed,
        taken: () => void this.#taken(writer),
        pauseWatch: pausesOf(runs),
      },
      given.map(({ pair }) => pair),
    );
  }

  #publish(
    runs: ReadonlyMap<string, Run>,
    { touched, orders, trades }: SpotRun,
    at: Ms,
    balances: readonly BalanceRow[],
  ) {
    let rest = balances;
    for (const market of touched) {
      const { pair } = market.terms;
      const run = runs.get(pair);
      if (run === undefined) continue;
      run.seq += 1;
      this.#deps.publish({
        ...stateOf(market, run),
        at,
        trades: trades.filter((trade) => trade.pair === pair),
        orders: [...orders.values()].filter((order) => order.pair === pair),
        balances: rest,
      });
      rest = [];
    }
  }

  /** The pairs are run elsewhere now. */
  async #taken(writer: string): Promise<void> {
    try {
      await this.close();
    } catch (error) {
      this.#deps.failed(error, `the connections of ${writer} could not be closed`);
    }
  }
}

/** Pauses of this process and of the one that sends commands: after either, the house's quotes are outdated. */
function pausesOf(runs: ReadonlyMap<string, Run>): Pick<PauseWatch, 'pauses'> {
  return {
    pauses() {
      let said = 0;
      for (const { pauses } of runs.values()) said = Math.max(said, pauses);
      return said + processPauses.pauses();
    },
  };
}

function stateOf(market: SpotMarket, run: Run): PairState {
  const { lastTicks, indicative } = market.visible();
  return { pair: market.terms.pair, epoch: run.epoch, seq: run.seq, lastTicks, indicative, halted: market.halted };
}

function snapshotOf({ writer, runs }: Lent, pair: string): PairSnapshot | null {
  const market = writer.markets.get(pair);
  const run = runs.get(pair);
  if (market === undefined || run === undefined) return null;
  return { ...stateOf(market, run), orders: market.open.allVisible() };
}
