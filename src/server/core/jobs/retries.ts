import { minuteMs } from '../../../protocol/durations.ts';
import type { Clock } from '../clock/clock.ts';

/** One that failed waits this long, twice as long each time, up to the longest wait. */
const firstWaitMs = 1_000;
const longestWaitMs = minuteMs;
/** Past so many that fail at once, the oldest are forgotten: then they are tried with the next look. */
const failingMax = 10_000;

interface Failing {
  readonly since: number;
  readonly againAt: number;
  readonly waitMs: number;
}

/**
 * Items that are done one by one, each on its own: one that fails is left alone for a while, longer each time, and never
 * keeps the others waiting.
 */
export class Retries<Key> {
  readonly #clock: Clock;
  readonly #failed: (error: unknown, key: Key) => void;
  readonly #failing = new Map<Key, Failing>();

  /** @param failed told of every failure, for the log */
  constructor(clock: Clock, failed: (error: unknown, key: Key) => void) {
    this.#clock = clock;
    this.#failed = failed;
  }

  /** Does something for an item, unless it waits after a failure. Never throws. @returns whether it was done */
  async attempt(key: Key, work: () => Promise<unknown>): Promise<boolean> {
    if (this.isWaiting(key)) return false;
    try {
      await work();
      this.#failing.delete(key);
      return true;
    } catch (error) {
      this.#putOff(key);
      this.#failed(error, key);
      return false;
    }
  }

  /** Whether an item failed and its time has not come again. */
  isWaiting(key: Key): boolean {
    return (this.#failing.get(key)?.againAt ?? -Infinity) > this.#clock();
  }

  /** How many failed when they were last tried, and since when the first of them does. */
  get failing(): { readonly count: number; readonly since: number | null } {
    const since = [...this.#failing.values()].reduce((first, one) => Math.min(first, one.since), Infinity);
    return { count: this.#failing.size, since: since === Infinity ? null : since };
  }

  /** Items that failed when they were last tried. */
  keys(): Key[] {
    return [...this.#failing.keys()];
  }

  /** An item is over, however it ended. */
  forget(key: Key): void {
    this.#failing.delete(key);
  }

  #putOff(key: Key): void {
    const now = this.#clock();
    const before = this.#failing.get(key);
    const waitMs = before === undefined ? firstWaitMs : Math.min(before.waitMs * 2, longestWaitMs);
    if (before === undefined && this.#failing.size >= failingMax) {
      const [oldest] = this.#failing.keys();
      if (oldest !== undefined) this.#failing.delete(oldest);
    }
    this.#failing.set(key, { since: before?.since ?? now, againAt: now + waitMs, waitMs });
  }
}
