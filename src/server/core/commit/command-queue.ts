import type { Verdict } from './commit-area.ts';
import type { CommandSpan } from './commit-spans.ts';
import { Refusal } from '../failures/refusal.ts';
import { OutcomeUnknown } from '../failures/outcome-unknown.ts';

/** How a command is handled when its outcome becomes unknown. */
export interface SubmitOptions {
  /** Identifies the command and its body; null without an idempotency key. */
  readonly twin: { readonly key: string; readonly bodyHash: string } | null;
  /** Whether it is safe to run twice without a key, as a step that only follows a price. */
  readonly isRepeatable: boolean;
}

interface Waiter<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
  /** `performance.now()` after which it is answered with what is known. */
  readonly overdueMs: number;
}

/** A command waiting for its commit, with all its callers. */
export interface Pending<Command, Reply> {
  readonly command: Command;
  readonly options: SubmitOptions;
  /** Its span; null when it is not traced. */
  readonly span: CommandSpan | null;
  waiters: Waiter<Reply>[];
  /** Whether COMMIT of its batch was sent but not yet acknowledged. */
  isSent: boolean;
  /** Whether an earlier batch with it may have been committed. */
  isInDoubt: boolean;
  /** Whether it runs in a batch of its own because a command of its last batch could not be written. */
  isAlone: boolean;
}

/** The longest a caller waits: then the answer is "busy", or "unknown" if it may have been done (design section 3). */
const answerWithinMs = 4_500;
const overdueEveryMs = 250;

/**
 * The commands of one writer in the order they arrived, which every retry keeps. Commands with the same idempotency key
 * share one place.
 */
export class CommandQueue<Command, Reply> {
  readonly #queueMax: number;
  readonly #batchMax: number;
  #waiting: Pending<Command, Reply>[] = [];
  /** Queued and in-flight commands by idempotency key. */
  readonly #byKey = new Map<string, Pending<Command, Reply>>();
  readonly #underWay = new Set<Pending<Command, Reply>>();
  #overdueTimer: NodeJS.Timeout | null = null;

  constructor(queueMax: number, batchMax: number) {
    this.#queueMax = queueMax;
    this.#batchMax = batchMax;
  }

  /** Queued commands. */
  get size(): number {
    return this.#waiting.length;
  }

  /** @throws Refusal `busyRetry` when the queue is full, `alreadyProcessed` when the key is used for another body */
  add(command: Command, options: SubmitOptions, span: CommandSpan | null): Promise<Reply> {
    const { twin } = options;
    const known = twin === null ? undefined : this.#byKey.get(twin.key);
    if (known !== undefined && known.options.twin?.bodyHash !== twin?.bodyHash) {
      return Promise.reject(new Refusal('alreadyProcessed'));
    }
    if (known === undefined && this.#waiting.length >= this.#queueMax) return Promise.reject(new Refusal('busyRetry'));
    return new Promise<Reply>((resolve, reject) => {
      const waiter = { resolve, reject, overdueMs: performance.now() + answerWithinMs };
      this.#overdueTimer ??= setInterval(() => this.#giveUpOverdue(), overdueEveryMs).unref();
      if (known !== undefined) {
        known.waiters.push(waiter);
        return;
      }
      const pending = {
        command,
        options,
        span,
        waiters: [waiter],
        isSent: false,
        isInDoubt: false,
        isAlone: false,
      };
      if (twin !== null) this.#byKey.set(twin.key, pending);
      this.#waiting.push(pending);
    });
  }

  /** Takes the next batch: everything queued, up to the batch limit. */
  take(): readonly Pending<Command, Reply>[] {
    const alone = this.#waiting.findIndex(({ isAlone }) => isAlone);
    const most = alone === -1 ? this.#batchMax : Math.min(this.#batchMax, Math.max(alone, 1));
    const batch = this.#waiting.slice(0, most);
    this.#waiting = this.#waiting.slice(most);
    for (const pending of batch) this.#underWay.add(pending);
    return batch;
  }

  /** Commands of a batch that still have a caller: what was reported as not done must not be executed. */
  stillWanted(batch: readonly Pending<Command, Reply>[]): readonly Pending<Command, Reply>[] {
    for (const pending of batch) if (pending.waiters.length === 0) this.#forget(pending);
    return batch.filter(({ waiters }) => waiters.length > 0);
  }

  /** COMMIT of these has been sent. */
  sent(batch: readonly Pending<Command, Reply>[]): void {
    for (const pending of batch) pending.isSent = true;
  }

  /** Puts commands back at the front of the queue. @param how `alone` to run each in a batch of its own */
  putBack(batch: readonly Pending<Command, Reply>[], how: 'together' | 'alone' = 'together'): void {
    for (const pending of batch) {
      this.#underWay.delete(pending);
      pending.isSent = false;
      pending.span?.enter('queue');
      if (how === 'alone') pending.isAlone = true;
    }
    this.#waiting = [...this.stillWanted(batch), ...this.#waiting];
  }

  /** Requeues commands that may have been done. Those without a key cannot be checked and are reported as unknown. */
  putBackInDoubt(batch: readonly Pending<Command, Reply>[]): void {
    for (const pending of batch) {
      pending.isInDoubt = true;
      if (pending.options.twin === null && !pending.options.isRepeatable) {
        this.#rejectAll(pending, new OutcomeUnknown('a command'));
      }
    }
    this.putBack(batch);
  }

  refuse(batch: readonly Pending<Command, Reply>[], refusal: Refusal): void {
    for (const pending of batch) {
      this.#rejectAll(pending, refusal);
      this.#forget(pending);
    }
  }

  /** Refuses everything that waits: as unknown what an earlier batch may have done, and as busy the rest. */
  refuseAll(): void {
    for (const pending of this.#waiting) {
      this.#rejectAll(pending, pending.isInDoubt ? new OutcomeUnknown('a command') : new Refusal('busyRetry'));
      this.#forget(pending);
    }
    this.#waiting = [];
  }

  /** Answers the commands of a durable batch. */
  settle(batch: readonly Pending<Command, Reply>[], verdicts: readonly Verdict<Reply>[]): void {
    for (const [nth, pending] of batch.entries()) {
      const verdict = verdicts[nth];
      if (verdict === undefined) throw new Error('a command of a batch has no verdict');
      this.#forget(pending);
      for (const waiter of pending.waiters) {
        if ('refusal' in verdict) waiter.reject(verdict.refusal);
        else waiter.resolve(verdict.reply);
      }
      pending.waiters = [];
    }
  }

  /** Stops the timer. The queue must be empty. */
  close(): void {
    if (this.#overdueTimer !== null) clearInterval(this.#overdueTimer);
    this.#overdueTimer = null;
  }

  #giveUpOverdue(): void {
    const now = performance.now();
    for (const pending of [...this.#underWay, ...this.#waiting]) {
      const overdue = pending.waiters.filter(({ overdueMs }) => overdueMs <= now);
      if (overdue.length === 0) continue;
      pending.waiters = pending.waiters.filter(({ overdueMs }) => overdueMs > now);
      const isOpen = pending.isSent || pending.isInDoubt;
      const error = isOpen ? new OutcomeUnknown('a command') : new Refusal('busyRetry');
      for (const { reject } of overdue) reject(error);
    }
    const abandoned = this.#waiting.filter(({ waiters }) => waiters.length === 0);
    for (const pending of abandoned) this.#forget(pending);
    if (abandoned.length > 0) this.#waiting = this.#waiting.filter(({ waiters }) => waiters.length > 0);
  }

  #rejectAll(pending: Pending<Command, Reply>, error: Error): void {
    for (const { reject } of pending.waiters) reject(error);
    pending.waiters = [];
  }

  #forget(pending: Pending<Command, Reply>): void {
    this.#underWay.delete(pending);
    const { twin } = pending.options;
    if (twin !== null && this.#byKey.get(twin.key) === pending) this.#byKey.delete(twin.key);
  }
}
