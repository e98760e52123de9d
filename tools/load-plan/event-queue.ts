interface Timed<Event> {
  readonly at: number;
  readonly event: Event;
}

/** Things that happen at their times, the earliest first: a binary heap. */
export class EventQueue<Event> {
  readonly #heap: Timed<Event>[] = [];

  get size(): number {
    return this.#heap.length;
  }

  add(at: number, event: Event): void {
    const added = { at, event };
    let index = this.#heap.length;
    for (;;) {
      const above = (index - 1) >> 1;
      const parent = index === 0 ? undefined : this.#heap[above];
      if (parent === undefined || parent.at <= at) break;
      this.#heap[index] = parent;
      index = above;
    }
    this.#heap[index] = added;
  }

  /** @returns the earliest, or null when there is none */
  take(): Timed<Event> | null {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return null;
    if (this.#heap.length > 0) this.#sink(last);
    return first;
  }

  /** Puts the last one where the first was, and each earlier one above it. */
  #sink(last: Timed<Event>): void {
    let index = 0;
    for (;;) {
      const below = 2 * index + 1;
      const [left, right] = [this.#heap[below], this.#heap[below + 1]];
      const isRight = left !== undefined && right !== undefined && right.at < left.at;
      const child = isRight ? right : left;
      if (child === undefined || child.at >= last.at) break;
      this.#heap[index] = child;
      index = isRight ? below + 1 : below;
    }
    this.#heap[index] = last;
  }
}
