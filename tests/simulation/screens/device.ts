import type { Agenda } from '../agenda.ts';

/** The time of a page on a phone: while the phone sleeps nothing happens in it. */
export class Device {
  readonly #agenda: Agenda;
  #awakeAt = 0;

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
  }

  /** In whole milliseconds since the epoch. */
  readonly now = (): number => Math.floor(this.#agenda.now);

  /** Calls back after a while. @returns cancels it */
  readonly after = (afterMs: number, work: () => void): (() => void) => {
    const run = () => {
      if (this.#agenda.now < this.#awakeAt) cancel = this.#agenda.plan('world', this.#awakeAt - this.#agenda.now, run);
      else work();
    };
    let cancel = this.#agenda.plan('world', afterMs, run);
    return () => cancel();
  };

  sleep(forMs: number): void {
    this.#awakeAt = this.#agenda.now + forMs;
  }
}
