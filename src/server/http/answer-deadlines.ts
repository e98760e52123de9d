/** A call was not answered within its time limit. It keeps running, so its outcome is unknown. */
export class AnswerOverdue extends Error {
  readonly statusCode = 503;

  constructor(limitMs: number) {
    super(`a call took longer than ${limitMs} ms`);
  }
}

/** Interval of the deadline check; a call may time out this much early, but never late. */
const pollEveryMs = 100;
/** When this much time passed since the last check, the process stood still: answers may have arrived unread. */
const stalledMs = 1_000;

/** How a call ended that was answered as overdue before. */
export interface LateEnd {
  /** Null when it did what it was asked for. */
  readonly error: Error | null;
  readonly tookMs: number;
}

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
  #lookedMs = 0;
  #wasPutOff = false;

  /** @param nowMs a monotonic time */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /**
   * Runs a call and settles within its limit, if only with `AnswerOverdue`; a later result reaches nobody but the log.
   *
   * @param late receives how an overdue call ended after all, and after how long
   * @throws AnswerOverdue
   */
  run<Answer>(limitMs: number, call: () => Promise<Answer>, late: (end: LateEnd) => void): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const ofLimit = this.#waiting.get(limitMs) ?? new Set();
      this.#waiting.set(limitMs, ofLimit);
      const startMs = this.#nowMs();
      const waiting = {
        dueMs: startMs + limitMs - pollEveryMs,
        expire: () => reject(new AnswerOverdue(limitMs)),
      };
      ofLimit.add(waiting);
      if (this.#timer === null) {
        this.#lookedMs = startMs;
        this.#timer = setInterval(() => this.#look(), pollEveryMs).unref();
      }
      const isLate = () => !ofLimit.delete(waiting);
      const settle = async () => {
        try {
          const answer = await call();
          if (isLate()) late({ error: null, tookMs: this.#nowMs() - startMs });
          else resolve(answer);
        } catch (thrown) {
          const error = thrown instanceof Error ? thrown : new Error(String(thrown));
          if (isLate()) late({ error, tookMs: this.#nowMs() - startMs });
          else reject(error);
        }
      };
      void settle();
    });
  }

  /** Ends overdue calls, and the timer when none is left. */
  #look(): void {
    const nowMs = this.#nowMs();
    // Whoever's answer of the store lies in the socket gets it; nobody waits for a second look twice in a row.
    this.#wasPutOff = nowMs - this.#lookedMs > stalledMs && !this.#wasPutOff;
    this.#lookedMs = nowMs;
    if (this.#wasPutOff) return;
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
