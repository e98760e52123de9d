import type { Clock } from '../../core/clock/clock.ts';
import { OutcomeUnknown } from '../../core/failures/outcome-unknown.ts';

/** How long a write without an answer is looked for; by then PostgreSQL has decided it. */
const unheardForMs = 20_000;
/** Past so many, the oldest are no longer looked for: their groups show them with the next page. */
const unheardMax = 200;

interface Unconfirmed {
  /** Looks for the effect and tells the group of it. Answers whether it is there. */
  readonly publish: () => Promise<boolean>;
  readonly untilMs: number;
}

/**
 * What was said or removed by a write whose outcome nobody was told. Its author asks again with the same key; the others
 * of the group hear of it as soon as it is seen in the store.
 */
export class UnconfirmedMessages {
  readonly #clock: Clock;
  #waiting: Unconfirmed[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Answers as `work` does; what it may have done unheard is looked for from now on. */
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

  /** Looks for all of it once. */
  async look(): Promise<void> {
    for (const one of this.#waiting) {
      const isOver = this.#clock() >= one.untilMs;
      if ((await one.publish()) || isOver) this.#waiting = this.#waiting.filter((other) => other !== one);
    }
  }
}
