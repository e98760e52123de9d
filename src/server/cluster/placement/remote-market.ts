import { setTimeout as sleep } from 'node:timers/promises';
import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { sampledTraceparent } from '#server/core/tracing/current-span.ts';
import type { Family, MarketCommand, MarketOutcome } from './messages.ts';
import type { Replica } from './replica.ts';
import { NoAnswer, NotRun, type RemoteWorker } from './remote-worker.ts';

/** Commands in one message, and most that wait for their message or for its answer. */
const commandsPerMessage = 64;
const waitingMax = 20_000;
/** Changes that are kept while the market is loaded again; when there are more, it is loaded once more. */
const keptMax = 10_000;
/** A change that an answer speaks of is waited for this long before the whole market is asked for. */
const changeWithinMs = 250;
const askAgainMs = 200;

/** What is needed to follow a market that another engine runs, and to send it commands. */
interface RemoteMarketDeps<Of extends Family, M extends Replica<Of>> {
  readonly worker: RemoteWorker<Of>;
  readonly replica: M;
  readonly epoch: number;
  /** Whether nothing of the market may move now, and how often this process paused: said with each message. */
  readonly isHeld: () => boolean;
  readonly pauses: () => number;
  /** A commit changed the market; it is in the replica already. */
  readonly changed: (change: Of['change']) => void;
  /** The replica was loaded again, because changes were lost. */
  readonly reloaded: () => void;
}

interface Waiting<Of extends Family> {
  readonly command: MarketCommand<Of>;
  readonly resolve: (answer: Of['answer']) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A market that another engine runs: its commands travel together, in order, and an answer counts only once the replica
 * shows what it speaks of, so that whoever reads after it reads it.
 */
export class RemoteMarket<Of extends Family, M extends Replica<Of>> {
  readonly replica: M;
  readonly #deps: RemoteMarketDeps<Of, M>;
  #waiting: Waiting<Of>[] = [];
  /** Commands whose message was sent. */
  readonly #sent = new Set<Waiting<Of>>();
  #isSending = false;
  #isClosed = false;
  #reloading: Promise<void> | null = null;
  /** Changes that came while the market was loaded again: some of them are newer than what is loaded. */
  #kept: Of['change'][] = [];
  readonly #reached = new Set<{ readonly seq: number; readonly resolve: () => void }>();

  constructor(deps: RemoteMarketDeps<Of, M>) {
    this.#deps = deps;
    this.replica = deps.replica;
  }

  /** Whether nothing of the market may move now. */
  isHeld(): boolean {
    return this.#deps.isHeld();
  }

  /** Commands that are not answered. */
  get unanswered(): number {
    return this.#waiting.length + this.#sent.size;
  }

  /**
   * @throws Refusal of the command; `busyRetry` when too many wait
   * @throws OutcomeUnknown what the engine that runs the market does not know
   * @throws NotRun @throws NoAnswer
   */
  submit(request: Of['request'], key: IdempotencyKey | null): Promise<Of['answer']> {
    if (this.#isClosed) return Promise.reject(new NotRun(`${this.replica.id} is not run there any more`));
    if (this.unanswered >= waitingMax) return Promise.reject(new Refusal('busyRetry'));
    return new Promise((resolve, reject) => {
      const trace = sampledTraceparent();
      const command = { request, key, ...(trace === null ? {} : { trace }) };
      this.#waiting.push({ command, resolve, reject });
      if (this.#isSending) return;
      this.#isSending = true;
      // What arrives in the same turn of the event loop travels together.
      setImmediate(() => this.#sendAll());
    });
  }

  /** The last commit that the replica shows. */
  get #seq(): number {
    return this.replica.seq ?? -1;
  }

  /** Takes a change as it was published. */
  hear(change: Of['change']): void {
    if (this.#isClosed || change.epoch !== this.#deps.epoch) return;
    if (this.#reloading !== null) {
      if (this.#kept.length < keptMax) this.#kept.push(change);
      return;
    }
    if (this.#apply(change)) this.#announce();
    else void this.reload();
  }

  /** The last commit, as its engine says: a change that is missing was lost. */
  expect(epoch: number, seq: number): void {
    if (!this.#isClosed && epoch === this.#deps.epoch && seq > this.#seq) void this.reload();
  }

  /** Loads the market again from the engine that runs it; one at a time, and until it answers or the market moves. */
  reload(): Promise<void> {
    this.#reloading ??= this.#reload().finally(() => {
      this.#reloading = null;
      this.#kept = [];
    });
    return this.#reloading;
  }

  /** The market is not run there any more: what has no answer will get none. */
  close(): void {
    this.#isClosed = true;
    const { id } = this.replica;
    for (const { reject } of this.#waiting) reject(new NotRun(`${id} moved`));
    for (const { reject } of this.#sent) reject(new NoAnswer(`${id} moved before an answer came`));
    this.#waiting = [];
    this.#sent.clear();
    for (const { resolve } of this.#reached) resolve();
    this.#reached.clear();
  }

  #sendAll(): void {
    this.#isSending = false;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, commandsPerMessage);
      this.#waiting = this.#waiting.slice(commandsPerMessage);
      void this.#send(batch);
    }
  }

  /** @returns whether no change is missing before it */
  #apply(change: Of['change']): boolean {
    const known = this.#seq;
    if (!this.replica.apply(change)) return false;
    if (this.#seq !== known) this.#deps.changed(change);
    return true;
  }

  async #send(batch: readonly Waiting<Of>[]): Promise<void> {
    const { worker, epoch, isHeld, pauses } = this.#deps;
    for (const waiting of batch) this.#sent.add(waiting);
    try {
      const commands = batch.map(({ command }) => command);
      const { seq, outcomes } = await worker.run({
        market: this.replica.id,
        epoch,
        isHeld: isHeld(),
        pauses: pauses(),
        commands,
      });
      await this.#reach(seq);
      for (const [nth, waiting] of batch.entries()) settle(waiting, outcomes[nth]);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      for (const waiting of batch) this.#sent.delete(waiting);
    }
  }

  async #reach(seq: number): Promise<void> {
    if (this.#seq >= seq || this.#isClosed) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const waiter = { seq, resolve: () => resolve(undefined) };
    this.#reached.add(waiter);
    const late = setTimeout(() => void this.reload(), changeWithinMs);
    await promise;
    clearTimeout(late);
  }

  #announce(): void {
    for (const waiter of this.#reached) {
      if (waiter.seq > this.#seq) continue;
      this.#reached.delete(waiter);
      waiter.resolve();
    }
  }

  async #reload(): Promise<void> {
    const { worker, epoch, reloaded } = this.#deps;
    while (!this.#isClosed) {
      const found: Of['snapshot'] | null = await worker.snapshot(this.replica.id, epoch).catch(() => null);
      if (this.#isClosed) return;
      if (found !== null) {
        this.replica.load(found);
        reloaded();
        const isWhole = this.#kept.every((change) => this.#apply(change));
        this.#kept = [];
        this.#announce();
        if (isWhole) return;
      } else {
        await sleep(askAgainMs);
      }
    }
  }
}

function settle<Of extends Family>({ resolve, reject }: Waiting<Of>, outcome: MarketOutcome<Of> | undefined): void {
  if (outcome === undefined) reject(new OutcomeUnknown('a command of a market that is run by another engine'));
  else if (!outcome.ok) reject(outcome.error);
  else resolve(outcome.answer);
}
