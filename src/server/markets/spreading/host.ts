import { type PauseWatch, processPauses } from '../../core/clock/pause-watch.ts';
import { lentLane } from '../../core/commit/lanes.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { Database } from '../../core/store/database.ts';
import { continueTrace } from '../../core/tracing/continued-trace.ts';
import type { Tracer } from '../../core/tracing/tracer.ts';
import { dutyOf } from './duty.ts';
import type { Family, GivenMarket, MarketAnswer, MarketCommand, MarketCommands, MarketOutcome } from './messages.ts';
import type { HostedChange, HostedSpec, HostedWriter } from './hosted-writer.ts';
import { NotRun, type Lending, type RunnerSign } from './runner.ts';

/** What running markets for another engine needs. */
export interface MarketHostDeps<Of extends Family> {
  /** As in the duties of its markets. */
  readonly family: string;
  /** Opens connections of a writer, under a name by which they can be ended. */
  readonly connect: (writer: string) => Database;
  /** Reads what is listed: coins of markets that are given may be newer than this process. */
  readonly learn: (database: Database) => Promise<void>;
  readonly tracer: Tracer | null;
  readonly failed: (error: unknown, what: string) => void;
  /** Publishes what a commit changed, to the engine that owns the data. */
  readonly publish: (change: Of['change']) => void;
  /** A writer that has loaded nothing yet. */
  readonly openWriter: (spec: HostedSpec<Of>) => HostedWriter<Of>;
}

/** Whoever cannot write for this long gives its markets back: another engine may reach the store. */
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

/** A writer that was lent to this engine, and what it runs with it. */
interface Lent<Of extends Family> {
  readonly holder: string;
  readonly database: Database;
  readonly writer: HostedWriter<Of>;
  readonly runs: ReadonlyMap<string, Run>;
}

/**
 * Runs markets of a family for the engine that owns the data, which gives them, sends every command and may take them back at
 * any time: then PostgreSQL refuses what is written here, and nothing is answered any more.
 */
export class MarketHost<Of extends Family> {
  readonly #deps: MarketHostDeps<Of>;
  #lent: Lent<Of> | null = null;
  #prepared: { readonly writer: string; readonly database: Database } | null = null;
  /** Since when no batch could be written; null while they are. */
  #failsSince: number | null = null;
  /** Commands that are not answered. */
  #unanswered = 0;

  constructor(deps: MarketHostDeps<Of>) {
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
   * Runs these markets from now on, and no others.
   *
   * @throws WriterTaken when the writer was taken back meanwhile
   * @throws what the store throws
   */
  async give(lending: Lending, given: readonly GivenMarket<Of>[]): Promise<Of['snapshot'][]> {
    if (this.#prepared?.writer !== lending.writer) await this.prepare(lending.writer);
    const runs = new Map(
      given.map(({ listed, epoch }): [string, Run] => [
        listed.id,
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
    const lent: Lent<Of> = { holder: lending.holder, database, writer, runs };
    this.#lent = lent;
    return [...runs.keys()].flatMap((market) => snapshotOf(lent, market) ?? []);
  }

  /** Runs nothing any more of what was lent under this name. */
  async drop(holder: string): Promise<void> {
    if (this.#lent?.holder === holder) await this.close();
  }

  /** @throws NotRun when the market is not run here under that epoch: nothing was done */
  async run({ market, epoch, isHeld, pauses, commands }: MarketCommands<Of>): Promise<MarketAnswer<Of>> {
    const lent = this.#lent;
    const run = lent?.runs.get(market);
    if (lent === null || run === undefined || run.epoch !== epoch) throw new NotRun(`${market} is not run here`);
    run.isHeld = isHeld;
    run.pauses = pauses;
    this.#unanswered += commands.length;
    const outcomes = await Promise.all(
      commands.map((command) =>
        this.#submit(lent.writer, market, command).then(
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

  #submit(writer: HostedWriter<Of>, market: string, { request, key, trace }: MarketCommand<Of>): Promise<Of['answer']> {
    const { family, tracer } = this.#deps;
    const span = { name: `run ${dutyOf(family, market)}`, facts: { 'dunlin.pair': market } };
    return continueTrace(tracer, trace, span, () => writer.submit(market, request, key));
  }

  /** A market as of its last commit or step; null when it is not run here under that epoch. */
  snapshot(market: string, epoch: number): Of['snapshot'] | null {
    const lent = this.#lent;
    return lent?.runs.get(market)?.epoch === epoch ? snapshotOf(lent, market) : null;
  }

  /** The last commit of each market that is run here. */
  running(): RunnerSign['markets'] {
    return [...(this.#lent?.runs ?? [])].map(([market, { epoch, seq }]) => ({ market, epoch, seq }));
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
    given: readonly GivenMarket<Of>[],
    runs: ReadonlyMap<string, Run>,
    database: Pick<Database, 'pool'>,
  ): HostedWriter<Of> {
    const { failed, openWriter } = this.#deps;
    // What was not published shows as a gap: whoever follows the markets loads them again.
    const missed = () => {
      for (const run of runs.values()) run.seq += 1;
    };
    return openWriter({
      name: { writer, holder },
      lane: lentLane(nth),
      listed: given.map(({ listed }) => listed),
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
    changes: readonly HostedChange<Of>[],
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

  /** The markets are run elsewhere now. */
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

function snapshotOf<Of extends Family>({ writer, runs }: Lent<Of>, market: string): Of['snapshot'] | null {
  const found = writer.snapshot(market);
  const run = runs.get(market);
  return found === null || run === undefined ? null : numbered<Of['snapshot']>(found, run);
}

/** A message with its place among the commits of its market. Only these two fields are missing in it. */
function numbered<Message>(message: object, { epoch, seq }: Run): Message {
  return { ...message, epoch, seq } as Message;
}
