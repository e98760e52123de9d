/** A call was not answered within its time limit. It keeps running, so its outcome is unknown. */
export class AnswerOverdue extends Error {
  readonly statusCode = 503;

  constructor(limitMs: number) {
    super(`a call took longer than ${limitMs} ms`);
  }
}

/** Interval of the deadline check; a call may time out this much early, but never late. */
const pollEveryMs = 100;

interface Waiting {
  readonly dueMs: number;
  readonly expire: () => void;
}

/**
 * Time limits of calls. All calls of one limit fall due in the order they started, so one timer checks the oldest of
 * each: a timer and an abort signal per call would cost a tenth of serving it.
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
   * Runs a call and settles within its limit, if only with `AnswerOverdue`; a later result is dropped.
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

  /** Ends overdue calls, and the timer when none is left. */
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
