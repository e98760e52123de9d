/** The limits of a fair queue. */
export interface FairQueueTerms {
  /** Tasks running at once, in total and per key. */
  readonly runningMax: number;
  readonly runningPerKeyMax: number;
  /** Tasks waiting, in total and per key. */
  readonly waitingMax: number;
  readonly waitingPerKeyMax: number;
  /** A task that has waited this long is refused. */
  readonly waitMaxMs: number;
}

/** The queue refused this task: too many wait, or it waited too long. It was not started. */
export class QueueRefusal extends Error {
  readonly why: 'full' | 'late' | 'closed';

  constructor(why: 'full' | 'late' | 'closed') {
    super(`the queue is ${why}`);
    this.why = why;
  }
}

interface Waiting {
  start(): void;
  refuse(why: QueueRefusal['why']): void;
}

/**
 * Runs bounded work for many keys (users, addresses) in turn: when a slot becomes free, the key whose turn was longest
 * ago goes next, so a key with a hundred waiting tasks delays one with a single task by no more than one task per slot.
 */
export class FairQueue<Key> {
  readonly #terms: FairQueueTerms;
  readonly #running = new Map<Key, number>();
  readonly #waiting = new Map<Key, Set<Waiting>>();
  /** Keys with waiting work and a free slot of their own, in the order of their turns. */
  readonly #ready = new Set<Key>();
  #runningCount = 0;
  #waitingCount = 0;
  #closed = false;

  constructor(terms: FairQueueTerms) {
    this.#terms = terms;
  }

  /** Figures for metrics and tests. */
  get figures(): { readonly running: number; readonly waiting: number } {
    return { running: this.#runningCount, waiting: this.#waitingCount };
  }

  /**
   * Runs the work when it is the key's turn.
   *
   * @throws QueueRefusal before the work has started; errors of the work are rethrown
   */
  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(key);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  /** Refuses waiting and new work; running work continues. */
  close(): void {
    this.#closed = true;
    for (const waiting of this.#waiting.values()) for (const one of waiting) one.refuse('closed');
  }

  #turn(key: Key): Promise<void> {
    if (this.#closed) return Promise.reject(new QueueRefusal('closed'));
    const running = this.#running.get(key) ?? 0;
    if (this.#runningCount < this.#terms.runningMax && running < this.#terms.runningPerKeyMax) {
      this.#enter(key);
      return Promise.resolve();
    }
    const ofKey = this.#waiting.get(key) ?? new Set<Waiting>();
    if (this.#waitingCount >= this.#terms.waitingMax || ofKey.size >= this.#terms.waitingPerKeyMax) {
      return Promise.reject(new QueueRefusal('full'));
    }
    return new Promise((resolve, reject) => {
      const leaveLine = () => {
        clearTimeout(deadline);
        ofKey.delete(one);
        this.#waitingCount -= 1;
        if (ofKey.size > 0) return;
        this.#waiting.delete(key);
        this.#ready.delete(key);
      };
      const one: Waiting = {
        start: () => {
          leaveLine();
          this.#enter(key);
          resolve();
        },
        refuse: (why) => {
          leaveLine();
          reject(new QueueRefusal(why));
        },
      };
      const deadline = setTimeout(() => one.refuse('late'), this.#terms.waitMaxMs);
      ofKey.add(one);
      this.#waiting.set(key, ofKey);
      this.#waitingCount += 1;
      if (running < this.#terms.runningPerKeyMax) this.#ready.add(key);
    });
  }

  #enter(key: Key): void {
    this.#runningCount += 1;
    const running = (this.#running.get(key) ?? 0) + 1;
    this.#running.set(key, running);
    // A turn was taken: the key goes behind all other ready ones, or leaves the ring while its own slots are full.
    if (!this.#ready.delete(key)) return;
    if (this.#waiting.has(key) && running < this.#terms.runningPerKeyMax) this.#ready.add(key);
  }

  #leave(key: Key): void {
    this.#runningCount -= 1;
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    if (this.#waiting.has(key)) this.#ready.add(key);
    while (this.#runningCount < this.#terms.runningMax) {
      const [next] = this.#ready;
      const [first] = (next === undefined ? undefined : this.#waiting.get(next)) ?? [];
      if (first === undefined) return;
      first.start();
    }
  }
}
