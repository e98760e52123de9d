import { type Clock, systemClock } from './clock.ts';

/** How often a running process looks at the clock. */
const pollEveryMs = 500;
/** Looks further apart than this have a pause between them: the process, its host or its event loop stood still. */
export const pauseAtLeastMs = 5_000;

/**
 * Notices that time passed in which nothing here ran: the process was stopped, its host slept, or the event loop was held.
 * What was decided by prices before a pause must be looked at again after it.
 */
export class PauseWatch {
  readonly #clock: Clock;
  #lookedAt: number;
  #pauses = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lookedAt = clock();
  }

  /** How many pauses there were. Asking is looking: a pause that ends with the question is counted in its answer. */
  pauses(): number {
    const now = this.#clock();
    if (Math.abs(now - this.#lookedAt) > pauseAtLeastMs) this.#pauses += 1;
    this.#lookedAt = now;
    return this.#pauses;
  }
}

/** The pauses of this process: there is one event loop, so there is one watch of it. */
export const processPauses = new PauseWatch(systemClock);
setInterval(() => processPauses.pauses(), pollEveryMs).unref();
