/** A call was not answered within its time limit. It goes on by itself, so its outcome is not known. */
export class AnswerOverdue extends Error {
  readonly statusCode = 503;

  constructor(limitMs: number) {
    super(`a call took longer than ${limitMs} ms`);
  }
}

/** How often those that wait are looked at; nobody hears of their deadline later than it, and by this much earlier. */
const pollEveryMs = 100;

interface Waiting {
  readonly dueMs: number;
  readonly expire: () => void;
}

/**
 * Time limits of calls. All calls of one limit fall due in the order they began, so one timer looks after the oldest of
 * each: a timer and an abort signal for each call costs a tenth of what serving it does.
 */
export class AnswerDeadlines {
  /** By the limit; a set keeps the order in which its calls began. */
  readonly #waiting = new Map<number, Set<Waiting>>();
  readonly #nowMs: () => number;
  #timer: NodeJS.Timeout | null = null;

  /** @param nowMs a monotonic time */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /**
   * Runs a call that is answered within its limit, if only with `AnswerOverdue`; what it ends with after that is dropped.
   *
   * @throws AnswerOverdue
   */
  run<Answer>(limitMs: number, call: () => Promise<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const ofLimit = this.#waiting.get(limitMs) ?? new Set();
      this.#waiting.set(limitMs, ofLimit);
      const waiting = {
        dueMs: this.#nowMs() + limitMs - pollEveryMs,
        expire: () => reject(new AnswerOverdue(limitMs)),
      };
      ofLimit.add(waiting);
      this.#timer ??= setInterval(() => this.#look(), pollEveryMs).unref();
      const settle = async () => {
        try {
          resolve(await call());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        } finally {
          ofLimit.delete(waiting);
        }
      };
      void settle();
    });
  }

  /** Ends those that are due, and the timer when nobody waits. */
  #look(): void {
    const nowMs = this.#nowMs();
    let left = 0;
    for (const ofLimit of this.#waiting.values()) {
      for (const waiting of ofLimit) {
        if (waiting.dueMs > nowMs) break;
        ofLimit.delete(waiting);
        waiting.expire();
      }
      left += ofLimit.size;
    }
    if (left > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
