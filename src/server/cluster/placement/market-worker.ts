import { type PauseWatch, processPauses } from '#server/core/clock/pause-watch.ts';
import { workerIdRange } from '#server/core/commit/id-range.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Database } from '#server/core/store/database.ts';
import { continueTrace } from '#server/core/tracing/continued-trace.ts';
import type { Tracer } from '#server/core/tracing/tracer.ts';
import { dutyOf } from './duty.ts';
import type { Family, AssignedMarket, MarketAnswer, MarketCommand, MarketCommands, MarketOutcome } from './messages.ts';
import type { WorkerChange, WorkerSpec, WorkerWriter } from './worker-writer.ts';
import { NotRun, type Assignment, type WorkerHeartbeat } from './remote-worker.ts';

/** What running markets for another engine needs. */
export interface MarketWorkerDeps<Of extends Family> {
  /** As in the duties of its markets. */
  readonly family: string;
  /** Opens connections of a writer, under a name by which they can be ended. */
  readonly connect: (writer: string) => Database;
  /** Reads what is listed: coins of markets that are assigned may be newer than this process. */
  readonly learn: (database: Database) => Promise<void>;
  readonly tracer: Tracer | null;
  readonly failed: (error: unknown, what: string) => void;
  /** Publishes what a commit changed, to the engine that owns the data. */
  readonly publish: (change: Of['change']) => void;
  /** A writer that has loaded nothing yet. */
  readonly openWriter: (spec: WorkerSpec<Of>) => WorkerWriter<Of>;
}

/** Whoever cannot write for this long returns its markets: another engine may reach the store. */
const failsForMs = 1_500;

/** A market that is run here. */
interface Run {
  readonly epoch: number;
  /** Changes of it so far, under this epoch. */
  seq: number;
  isHeld: boolean;
  /** Pauses of the process that sends commands. */
  pauses: number;
}

/** A writer that was assigned to this engine, and what it runs with it. */
interface Assigned<Of extends Family> {
  readonly holder: string;
  readonly database: Database;
  readonly writer: WorkerWriter<Of>;
  readonly runs: ReadonlyMap<string, Run>;
}

/**
 * Runs markets of a family for the engine that owns the data, which gives them, sends every command and may take them back at
 * any time: then PostgreSQL refuses what is written here, and nothing is answered any more.
 */
export class MarketWorker<Of extends Family> {
  readonly #deps: MarketWorkerDeps<Of>;
  #assigned: Assigned<Of> | null = null;
  #prepared: { readonly writer: string; readonly database: Database } | null = null;
  /** Since when no batch could be written; null while they are. */
  #failsSince: number | null = null;
  /** Commands that are not answered. */
  #unanswered = 0;

  constructor(deps: MarketWorkerDeps<Of>) {
    this.#deps = deps;
  }

  /** Whether nothing could be written for a while. */
  get isFailing(): boolean {
    return this.#failsSince !== null && performance.now() - this.#failsSince > failsForMs;
  }

  /** Connects to the store for a writer that is about to be assigned, and reads what is listed. @throws what the store throws */
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
   * Runs these markets from now on, and no others.
   *
   * @throws WriterTaken when the writer was taken back meanwhile
   * @throws what the store throws
   */
  async assign(assignment: Assignment, markets: readonly AssignedMarket<Of>[]): Promise<Of['snapshot'][]> {
    if (this.#prepared?.writer !== assignment.writer) await this.prepare(assignment.writer);
    const runs = new Map(
      markets.map(({ listed, epoch }): [string, Run] => [
        listed.id,
        { epoch, seq: 0, isHeld: false, pauses: assignment.pauses },
      ]),
    );
    const { database } = this.#takePrepared(assignment.writer);
    const writer = this.#writerOf(assignment, markets, runs, database);
    try {
      await writer.open();
    } catch (error) {
      await writer.close();
      await database.close();
      throw error;
    }
    const assigned: Assigned<Of> = { holder: assignment.holder, database, writer, runs };
    this.#assigned = assigned;
    return [...runs.keys()].flatMap((market) => snapshotOf(assigned, market) ?? []);
  }

  /** Runs nothing any more of what was assigned under this name. */
  async revoke(holder: string): Promise<void> {
    if (this.#assigned?.holder === holder) await this.close();
  }

  /** @throws NotRun when the market is not run here under that epoch: nothing was done */
  async run({ market, epoch, isHeld, pauses, commands }: MarketCommands<Of>): Promise<MarketAnswer<Of>> {
    const assigned = this.#assigned;
    const run = assigned?.runs.get(market);
    if (assigned === null || run === undefined || run.epoch !== epoch) throw new NotRun(`${market} is not run here`);
    run.isHeld = isHeld;
    run.pauses = pauses;
    this.#unanswered += commands.length;
    const outcomes = await Promise.all(
      commands.map((command) =>
        this.#submit(assigned.writer, market, command).then(
          (answer): MarketOutcome<Of> => ({ ok: true, answer }),
          (error: unknown): MarketOutcome<Of> => ({ ok: false, error }),
        ),
      ),
    );
    this.#unanswered -= commands.length;
    // Nothing is tried any more: an engine that went on saying that it fails would never be given anything to try.
    if (this.#unanswered === 0) this.#failsSince = null;
    return { seq: run.seq, outcomes };
  }

  #submit(writer: WorkerWriter<Of>, market: string, { request, key, trace }: MarketCommand<Of>): Promise<Of['answer']> {
    const { family, tracer } = this.#deps;
    const span = { name: `run ${dutyOf(family, market)}`, facts: { 'dunlin.pair': market } };
    return continueTrace(tracer, trace, span, () => writer.submit(market, request, key));
  }

  /** A market as of its last commit or step; null when it is not run here under that epoch. */
  snapshot(market: string, epoch: number): Of['snapshot'] | null {
    const assigned = this.#assigned;
    return assigned?.runs.get(market)?.epoch === epoch ? snapshotOf(assigned, market) : null;
  }

  /** The last commit of each market that is run here. */
  running(): WorkerHeartbeat['markets'] {
    return [...(this.#assigned?.runs ?? [])].map(([market, { epoch, seq }]) => ({ market, epoch, seq }));
  }

  /** Drains what was submitted, and runs nothing any more. */
  async close(): Promise<void> {
    const assigned = this.#assigned;
    const prepared = this.#prepared;
    this.#assigned = null;
    this.#prepared = null;
    this.#failsSince = null;
    await assigned?.writer.close();
    await assigned?.database.close();
    await prepared?.database.close();
  }

  #takePrepared(writer: string): { readonly database: Database } {
    const prepared = this.#prepared;
    this.#prepared = null;
    if (prepared?.writer !== writer) throw new Error(`${writer} was prepared for another assignment meanwhile`);
    return prepared;
  }

  #writerOf(
    { writer, nth, holder }: Assignment,
    assigned: readonly AssignedMarket<Of>[],
    runs: ReadonlyMap<string, Run>,
    database: Pick<Database, 'pool'>,
  ): WorkerWriter<Of> {
    const { failed, openWriter } = this.#deps;
    // What was not published shows as a gap: whoever follows the markets loads them again.
    const missed = () => {
      for (const run of runs.values()) run.seq += 1;
    };
    return openWriter({
      name: { writer, holder },
      idRange: workerIdRange(nth),
      listed: assigned.map(({ listed }) => listed),
      database,
      isHeld: (market) => runs.get(market)?.isHeld !== false,
      pauseWatch: pausesOf(runs),
      failed: (error, what) => {
        failed(error, what);
        // What is given up already says nothing of what would be tried next.
        if (this.#unanswered > 0) this.#failsSince ??= performance.now();
        missed();
      },
      taken: () => void this.#taken(writer),
      settled: missed,
      committed: (changes, balances) => {
        this.#failsSince = null;
        this.#publish(runs, changes, balances);
      },
      stepped: (changes) => this.#publish(runs, changes, []),
    });
  }

  /** The balances go with the first change. */
  #publish(
    runs: ReadonlyMap<string, Run>,
    changes: readonly WorkerChange<Of>[],
    balances: readonly BalanceRow[],
  ): void {
    let rest = balances;
    for (const change of changes) {
      const run = runs.get(change.market);
      if (run === undefined) continue;
      run.seq += 1;
      this.#deps.publish(numbered<Of['change']>({ ...change, balances: rest }, run));
      rest = [];
    }
  }

  /** The markets are run by another engine now. */
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

function snapshotOf<Of extends Family>({ writer, runs }: Assigned<Of>, market: string): Of['snapshot'] | null {
  const found = writer.snapshot(market);
  const run = runs.get(market);
  return found === null || run === undefined ? null : numbered<Of['snapshot']>(found, run);
}

/** A message with its place among the commits of its market. Only these two fields are missing in it. */
function numbered<Message>(message: object, { epoch, seq }: Run): Message {
  return { ...message, epoch, seq } as Message;
}
