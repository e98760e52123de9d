import { minuteMs } from '../../../protocol/durations.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Logger } from '../../core/log/log.ts';
import { Retries } from '../../core/jobs/retries.ts';

/** A write whose outcome is not known is decided within this long. */
const decidedWithinMs = 15_000;
/** Such a write holds trades of this long before at most. */
const doubtReachesMs = 5 * minuteMs;

interface Doubt {
  /** Trades from here on may be missing. */
  readonly fromMs: number;
  /** When the store says what is durable. */
  readonly dueAt: number;
  /** Something is known to be wrong; else it is looked for first. */
  readonly isCertain: boolean;
}

export interface RecountDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the store holds trades of a pair since a moment that memory does not. */
  readonly misses: (pair: string, fromMs: number) => Promise<boolean>;
  /** Counts a pair again from what is stored, with everything since a moment. */
  readonly count: (pair: string, fromMs: number) => Promise<void>;
}

/** Pairs whose candles may not be what was traded, until they were compared with the store or counted again. */
export class Recounts {
  readonly #deps: RecountDeps;
  readonly #doubts = new Map<string, Doubt>();
  readonly #retries: Retries<string>;
  #running: Promise<void> | null = null;

  constructor(deps: RecountDeps) {
    this.#deps = deps;
    this.#retries = new Retries(deps.clock, (error, pair) =>
      deps.logger.error({ err: error, pair }, 'candles could not be counted again'),
    );
  }

  /** Trades of a pair may be durable that nobody told of. @param isDecided whether the store can say by now */
  doubt(pair: string, isDecided: boolean): void {
    const now = this.#deps.clock();
    const dueAt = isDecided ? now : now + decidedWithinMs;
    this.#put(pair, { fromMs: now - doubtReachesMs, dueAt, isCertain: false });
  }

  /** A trade came after its minute was closed. */
  late(pair: string, at: number): void {
    const dueAt = this.#deps.clock();
    this.#deps.logger.warn({ pair }, 'a trade came after its minute was closed; its candles are counted again');
    this.#put(pair, { fromMs: at, dueAt, isCertain: true });
    void this.run();
  }

  /** Whoever writes trades of a pair goes on, so what was in doubt before is decided. */
  traded(pair: string): void {
    const doubt = this.#doubts.get(pair);
    if (doubt !== undefined) this.#put(pair, { ...doubt, dueAt: this.#deps.clock() });
  }

  /** Looks at every pair that is due; one that fails is tried again later. Never throws. */
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
        // What came into doubt meanwhile is looked at next time.
        if (this.#doubts.get(pair) === doubt) this.#doubts.delete(pair);
      });
    }
  }
}
