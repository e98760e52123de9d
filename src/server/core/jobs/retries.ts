import { minuteMs } from '#protocol/core/durations.ts';
import type { Clock } from '../clock/clock.ts';

/** Back-off after a failure: doubles each time, up to the longest delay. */
const firstWaitMs = 1_000;
const longestWaitMs = minuteMs;
/** Most failing items remembered; beyond that the oldest are forgotten and retried on the next run. */
const failingMax = 10_000;

interface Failing {
  readonly since: number;
  readonly againAt: number;
  readonly waitMs: number;
}

/** Processes items independently: a failing one is retried with growing delays and never holds up the others. */
export class Retries<Key> {
  readonly #clock: Clock;
  readonly #failed: (error: unknown, key: Key) => void;
  readonly #failing = new Map<Key, Failing>();

  /** @param failed called on every failure, for the log */
  constructor(clock: Clock, failed: (error: unknown, key: Key) => void) {
    this.#clock = clock;
    this.#failed = failed;
  }

  /** Runs work for an item unless it is backing off. Never throws. @returns whether it succeeded */
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

  /** Whether an item failed and its retry is not due yet. A clock that was set back makes nothing wait longer. */
  isWaiting(key: Key): boolean {
    const failing = this.#failing.get(key);
    if (failing === undefined) return false;
    const left = failing.againAt - this.#clock();
    return left > 0 && left <= failing.waitMs;
  }

  /** The number of items whose last attempt failed, and since when the first of them has been failing. */
  get failing(): { readonly count: number; readonly since: number | null } {
    const since = [...this.#failing.values()].reduce((first, one) => Math.min(first, one.since), Infinity);
    return { count: this.#failing.size, since: since === Infinity ? null : since };
  }

  /** Items whose last attempt failed. */
  keys(): Key[] {
    return [...this.#failing.keys()];
  }

  /** Forgets an item, however it ended. */
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
