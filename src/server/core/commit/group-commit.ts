import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock/clock.ts';
import { Refusal } from '../failures/refusal.ts';
import { isUnwritable } from '../ledger/batch-writing.ts';
import type { Database } from '../store/database.ts';
import { runInSpan } from '../tracing/current-span.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { OutcomeUnknown } from '../failures/outcome-unknown.ts';
import { type CommitArea, MarketPoisoned, type WorkedBatch } from './commit-area.ts';
import { type BatchSpan, batchSpan, commandSpan } from './commit-spans.ts';
import { CommandQueue, type Pending, type SubmitOptions } from './command-queue.ts';
import { WriterTaken } from './writer-fence.ts';
import { FencedOut, WriterSession } from './writer-session.ts';

interface GroupCommitDeps<Command, Reply, Reads> {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
  readonly area: CommitArea<Command, Reply, Reads>;
  /** Notified of failures: a batch not written, a market halted. */
  readonly failed: (error: unknown, what: string) => void;
  /**
   * Called when an unknown commit outcome has been resolved and memory was reloaded. Its changes, if any, were never
   * published.
   */
  readonly settled?: () => void;
  /** Called once when the writer, which was assigned to this process, was taken from it: every command is refused then. */
  readonly taken?: () => void;
  /** Null or left out while tracing is off. */
  readonly tracer?: Tracer | null;
}

/** A batch whose transaction is open, with its pending reads. */
interface Opened<Command, Reply, Reads> {
  readonly session: WriterSession;
  readonly batch: readonly Pending<Command, Reply>[];
  readonly reads: Promise<Reads>;
  readonly span: BatchSpan | null;
}

/** How long a durable batch waits for the reads of the next one before it is answered. */
const answerWithinMs = 2;
/** Back-off after a store failure: first and longest delay. */
const retryFirstMs = 10;
const retryMostMs = 500;

/**
 * Group commit, the one writer of a family of markets (design section 3). It takes the queue, executes it in memory,
 * writes it in one transaction and answers after the commit. While one batch commits the next one gathers, so batches
 * size themselves and nothing waits for a timer.
 *
 * Every batch is fenced (`WriterSession`). When the outcome of a commit is unknown, a new session first raises the
 * epoch: the batch in doubt has then committed or never will. Memory is rebuilt from the store, and the commands run
 * again in their original order. One with an idempotency key finds its stored answer; one without is reported as
 * unknown.
 */
export class GroupCommit<Command, Reply, Reads> {
  readonly #deps: GroupCommitDeps<Command, Reply, Reads>;
  readonly #queue: CommandQueue<Command, Reply>;
  readonly #tracer: Tracer | null;
  #session: WriterSession | null = null;
  #endedBackend: number | null = null;
  #running: Promise<void> | null = null;
  #failures = 0;
  /** Whether the outcome of a commit is still unknown. */
  #inDoubt = false;
  /** Answers the last batch that became durable. */
  #unanswered: (() => void) | null = null;
  #closed = false;

  constructor(deps: GroupCommitDeps<Command, Reply, Reads>) {
    this.#deps = deps;
    this.#tracer = deps.tracer ?? null;
    this.#queue = new CommandQueue(deps.area.queueMax, deps.area.batchMax);
  }

  /**
   * Opens the first session and, behind the fence, loads the area's memory from the store.
   *
   * @returns the highest id that was stored
   * @throws what the store throws
   */
  async open(): Promise<number> {
    const session = await this.#openSession();
    await session.begin(() => Promise.resolve());
    await session.run((tx) => this.#deps.area.rebuildStale(tx));
    await session.rollback();
    return session.lastId;
  }

  /**
   * @throws Refusal of the command; `busyRetry` when it was certainly not done
   * @throws OutcomeUnknown when it may have been done
   */
  submit(command: Command, options: SubmitOptions): Promise<Reply> {
    if (this.#closed) return Promise.reject(new Refusal('busyRetry'));
    const { area } = this.#deps;
    const span = this.#tracer === null ? null : commandSpan(this.#tracer, area.writer, () => area.label(command));
    const reply = this.#queue.add(command, options, span);
    if (this.#queue.size > 0) this.#running ??= this.#startDraining();
    return span === null ? reply : span.until(reply);
  }

  /** Drains what was submitted; later commands are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    this.#queue.close();
    this.#session?.close();
    this.#session = null;
  }

  /** What drains the queue serves everybody: it is no part of the call that happened to start it. */
  #startDraining(): Promise<void> {
    return this.#tracer === null ? this.#drain() : runInSpan(null, () => this.#drain());
  }

  async #drain(): Promise<void> {
    // Commands that arrive in the same turn of the event loop share a batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    let opened: Opened<Command, Reply, Reads> | null = null;
    const isOpen = () => opened !== null || this.#queue.size > 0 || (this.#inDoubt && !this.#closed);
    while (isOpen()) opened = await this.#turn(opened);
    this.#running = null;
  }

  /**
   * Commits one batch. The next one is begun in parallel, so that its locks and reads are ready when this one is
   * durable.
   *
   * @returns the next batch, when it was begun
   */
  async #turn(opened: Opened<Command, Reply, Reads> | null): Promise<Opened<Command, Reply, Reads> | null> {
    let batch = opened?.batch ?? [];
    let span = opened?.span ?? null;
    let next: Opened<Command, Reply, Reads> | null = null;
    try {
      const current = opened ?? this.#openBatch(await this.#currentSession());
      if (current === null) {
        if (this.#inDoubt) await this.#settleDoubt(await this.#currentSession());
        return null;
      }
      batch = current.batch;
      span = current.span;
      const { session } = current;
      const { area, clock } = this.#deps;
      const reads = await current.reads;
      await session.run((tx) => area.rebuildStale(tx));
      this.#announceSettled();
      batch = this.#queue.stillWanted(batch);
      span?.enter('match', batch);
      const commands = batch.map(({ command }) => command);
      const worked = area.work(commands, reads, clock());
      const taken = batch.slice(0, worked.verdicts.length);
      this.#queue.putBack(batch.slice(taken.length));
      batch = taken;
      if (worked.write === null) await session.rollback();
      else {
        span?.enter('commit', taken);
        await session.commit(area.lastId(), worked.write, () => {
          this.#queue.sent(taken);
          this.#answer();
          next = this.#openBatch(session);
        });
      }
      worked.release();
      span?.enter('answer', taken);
      this.#failures = 0;
      // A batch that wrote nothing arrives here with the previous batch still unanswered.
      this.#answer();
      this.#unanswered = () => {
        this.#queue.settle(taken, worked.verdicts);
        span?.end('done');
        this.#publish(worked);
      };
      await this.#answerBeside(next);
      return next;
    } catch (error) {
      this.#answer();
      span?.end('failed');
      if (next !== null) this.#giveUp(next);
      await this.#recover(batch, error);
      return null;
    }
  }

  /**
   * Answers the durable batch. If the next one can be executed at once, that comes first, so PostgreSQL works while the
   * answers are built.
   */
  async #answerBeside(next: Opened<Command, Reply, Reads> | null): Promise<void> {
    if (next === null) {
      this.#answer();
      return;
    }
    const late = setTimeout(() => this.#answer(), answerWithinMs);
    await next.reads.catch(() => undefined);
    clearTimeout(late);
  }

  #answer(): void {
    const answer = this.#unanswered;
    this.#unanswered = null;
    answer?.();
  }

  #publish(worked: WorkedBatch<Reply>): void {
    try {
      worked.publish();
    } catch (error) {
      this.#deps.failed(error, 'a listener failed after a commit');
    }
  }

  #openBatch(session: WriterSession): Opened<Command, Reply, Reads> | null {
    const batch = this.#queue.take();
    if (batch.length === 0) return null;
    const commands = batch.map(({ command }) => command);
    const reads = session.begin((tx) => this.#deps.area.read(tx, commands));
    reads.catch(() => undefined);
    return { session, batch, reads, span: batchSpan(this.#tracer, this.#deps.area.writer, batch) };
  }

  /** Puts back a batch that was begun behind one that failed. */
  #giveUp({ batch, span }: Opened<Command, Reply, Reads>): void {
    this.#queue.putBack(batch);
    span?.end('failed');
  }

  /** Recovers from a failed batch: memory, queue order, session. */
  async #recover(batch: readonly Pending<Command, Reply>[], error: unknown): Promise<void> {
    const { area, failed } = this.#deps;
    await this.#session?.rollback();
    if (error instanceof MarketPoisoned) {
      error.halt();
      area.memory.abandon();
      failed(error, error.message);
      // The other commands are requeued; those for the halted market are refused when they run.
      this.#queue.putBack(batch);
      return;
    }
    if (isUnwritable(error)) {
      if (batch.length === 1 && !(error instanceof Refusal)) area.memory.haltAhead(error);
      area.memory.abandon();
      // One of them cannot be written; running each alone finds it.
      if (batch.length === 1) this.#queue.refuse(batch, new Refusal('busyRetry'));
      else this.#queue.putBack(batch, 'alone');
      return;
    }
    if (error instanceof WriterTaken) {
      this.#loseWriter(batch, error);
      return;
    }
    if (error instanceof FencedOut) area.memory.abandonAll();
    else area.memory.abandon();
    failed(error, 'a batch could not be written');
    if (error instanceof OutcomeUnknown) {
      this.#inDoubt = true;
      this.#queue.putBackInDoubt(batch);
    } else this.#queue.putBack(batch);
    await this.#pause();
  }

  /** What may have been written is for the next owner of the markets to say; the rest certainly was not. */
  #loseWriter(batch: readonly Pending<Command, Reply>[], error: WriterTaken): void {
    const { area, failed, taken } = this.#deps;
    this.#closed = true;
    this.#inDoubt = false;
    area.memory.abandonAll();
    this.#queue.putBack(batch);
    this.#queue.refuseAll();
    failed(error, error.message);
    taken?.();
  }

  /** Resolves an outcome in doubt when no command is queued to do so. */
  async #settleDoubt(session: WriterSession): Promise<void> {
    await session.begin(() => Promise.resolve());
    await session.run((tx) => this.#deps.area.rebuildStale(tx));
    await session.rollback();
    this.#announceSettled();
  }

  /** A session opened since has already reloaded memory behind its fence. */
  #announceSettled(): void {
    if (!this.#inDoubt) return;
    this.#inDoubt = false;
    try {
      this.#deps.settled?.();
    } catch (error) {
      this.#deps.failed(error, 'a listener failed after a doubt was settled');
    }
  }

  async #pause(): Promise<void> {
    const waitMs = Math.min(retryMostMs, retryFirstMs * 2 ** this.#failures);
    this.#failures += 1;
    await sleep(waitMs);
  }

  async #currentSession(): Promise<WriterSession> {
    if (this.#session?.isBroken === true) {
      this.#endedBackend = this.#session.backend;
      this.#session = null;
    }
    return this.#session ?? (await this.#openSession());
  }

  async #openSession(): Promise<WriterSession> {
    const { database, area } = this.#deps;
    this.#session = await WriterSession.open(database, area, this.#endedBackend);
    this.#endedBackend = null;
    return this.#session;
  }
}
