import type { Clock } from '#server/core/clock/clock.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';

/** How long an unacknowledged write is looked for; by then PostgreSQL has resolved it. */
const unheardForMs = 20_000;
/** Beyond this number, the oldest are no longer looked for: they appear with the next page of their groups. */
const unheardMax = 200;

interface Unconfirmed {
  /** Looks for the effect and publishes it to the group. Returns whether it was found. */
  readonly publish: () => Promise<boolean>;
  readonly untilMs: number;
}

/**
 * Messages sent or removed by writes whose outcome was never reported. The author retries with the same key; the other
 * members get it as soon as it is found in the store.
 */
export class UnconfirmedMessages {
  readonly #clock: Clock;
  #waiting: Unconfirmed[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the result of `work`; an unacknowledged effect is looked for from now on. */
  async watch<Result>(work: Promise<Result>, publish: Unconfirmed['publish']): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof OutcomeUnknown) {
        this.#waiting = [...this.#waiting, { publish, untilMs: this.#clock() + unheardForMs }].slice(-unheardMax);
      }
      throw error;
    }
  }

  /** Looks for all of them once. */
  async look(): Promise<void> {
    for (const one of this.#waiting) {
      const isOver = this.#clock() >= one.untilMs;
      if ((await one.publish()) || isOver) this.#waiting = this.#waiting.filter((other) => other !== one);
    }
  }
}
