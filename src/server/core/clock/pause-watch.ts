import { type Clock, systemClock } from './clock.ts';

/** How often a running process checks the clock. */
const pollEveryMs = 500;
/** A longer gap between two checks is a pause: the process, its host or its event loop was stalled. */
export const pauseAtLeastMs = 5_000;

/**
 * Detects time in which nothing ran: the process was stopped, its host slept, or the event loop was blocked. Decisions
 * based on prices from before a pause must be re-evaluated after it.
 */
export class PauseWatch {
  readonly #clock: Clock;
  #lookedAt: number;
  #pauses = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lookedAt = clock();
  }

  /** The number of pauses so far. Calling it also checks the clock, so a pause that ends with the call is counted. */
  pauses(): number {
    const now = this.#clock();
    if (Math.abs(now - this.#lookedAt) > pauseAtLeastMs) this.#pauses += 1;
    this.#lookedAt = now;
    return this.#pauses;
  }
}

/** The pauses of this process; one event loop needs one watch. */
export const processPauses = new PauseWatch(systemClock);
setInterval(() => processPauses.pauses(), pollEveryMs).unref();
