import { NoReply } from './bus.ts';

/**
 * An answer that has not come this long after a connection is back that may have taken it along was lost with it: whoever
 * answers has tried to connect twice by then. One that comes later still is asked for again under its key.
 */
const answersAfterMs = 500;

/** Answers that are waited for, and are given up where they were lost with a connection, before their time is over. */
export class AwaitedAnswers {
  readonly #waiting = new Set<(error: NoReply) => void>();

  /** How many are waited for. */
  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for an answer until it is given up.
   *
   * @throws NoReply when it is given up
   * @throws what `answer` throws
   */
  async wait<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const lost = Promise.withResolvers<never>();
    this.#waiting.add(lost.reject);
    try {
      return await Promise.race([answer, lost.promise]);
    } finally {
      this.#waiting.delete(lost.reject);
    }
  }

  /** Gives all of them up. @param why as in `the edge ends` */
  giveUp(why: string): void {
    for (const fail of this.#waiting) fail(new NoReply(why));
  }

  /** A connection is back that whoever asks or whoever answers had lost: what is waited for now, and does not come soon, was lost. */
  connectionIsBack(): void {
    const sentBefore = [...this.#waiting];
    const end = () => sentBefore.forEach((fail) => fail(new NoReply('the answer was lost with a connection')));
    setTimeout(end, answersAfterMs).unref();
  }
}
