import { minuteMs } from '#protocol/core/durations.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Logger } from '#server/core/log/log.ts';
import { Retries } from '#server/core/jobs/retries.ts';

/** An unknown outcome of a write is resolved within this time. */
const decidedWithinMs = 15_000;
/** Such a write holds trades at most this old. */
const doubtReachesMs = 5 * minuteMs;

interface Doubt {
  /** Trades from here on may be missing. */
  readonly fromMs: number;
  /** When the outcome is resolved in the store. */
  readonly dueAt: number;
  /** Known to be wrong; else it is checked first. */
  readonly isCertain: boolean;
}

interface RecountDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the store holds trades of a pair since a time that memory lacks. */
  readonly misses: (pair: string, fromMs: number) => Promise<boolean>;
  /** Recounts a pair from the store, including everything since a time. */
  readonly count: (pair: string, fromMs: number) => Promise<void>;
}

/** Pairs whose candles may not match their trades until compared with the store or recounted. */
export class Recounts {
  readonly #deps: RecountDeps;
  readonly #doubts = new Map<string, Doubt>();
  readonly #retries: Retries<string>;
  #running: Promise<void> | null = null;

  constructor(deps: RecountDeps) {
    this.#deps = deps;
    this.#retries = new Retries(deps.clock, (error, pair) =>
      deps.logger.error({ err: error, pair }, 'candles could not be recounted'),
    );
  }

  /**
   * Trades of a pair may be durable but unreported. @param isDecided whether the outcome is already resolved in the
   * store
   */
  doubt(pair: string, isDecided: boolean): void {
    const now = this.#deps.clock();
    const dueAt = isDecided ? now : now + decidedWithinMs;
    this.#put(pair, { fromMs: now - doubtReachesMs, dueAt, isCertain: false });
  }

  /** A trade arrived after its minute was closed. */
  late(pair: string, at: number): void {
    const dueAt = this.#deps.clock();
    this.#deps.logger.warn({ pair }, 'a trade arrived after its minute was closed; its candles are recounted');
    this.#put(pair, { fromMs: at, dueAt, isCertain: true });
    void this.run();
  }

  /** The writer of a pair's trades continues, so earlier doubts are resolved. */
  traded(pair: string): void {
    const doubt = this.#doubts.get(pair);
    if (doubt !== undefined) this.#put(pair, { ...doubt, dueAt: this.#deps.clock() });
  }

  /** Checks every pair that is due; failures are retried later. Never throws. */
  run(): Promise<void> {
    this.#running ??= this.#runDue().finally(() => (this.#running = null));
    return this.#running;
  }

  #put(pair: string, doubt: Doubt): void {
    const before = this.#doubts.get(pair);
    this.#doubts.set(pair, {
      ...doubt,
      fromMs: Math.min(before?.fromMs ?? Infinity, doubt.fromMs),
      isCertain: doubt.isCertain || before?.isCertain === true,
    });
  }

  async #runDue(): Promise<void> {
    const { clock, misses, count } = this.#deps;
    for (const [pair, doubt] of this.#doubts) {
      if (doubt.dueAt > clock()) continue;
      await this.#retries.attempt(pair, async () => {
        if (doubt.isCertain || (await misses(pair, doubt.fromMs))) await count(pair, doubt.fromMs);
        // Doubts that arose meanwhile are checked next time.
        if (this.#doubts.get(pair) === doubt) this.#doubts.delete(pair);
      });
    }
  }
}
