/** Things that happen at their times, the earliest first: a binary heap. */
export class EventQueue<Event> {
  readonly #times: number[] = [];
  readonly #events: Event[] = [];

  get size(): number {
    return this.#times.length;
  }

  add(at: number, event: Event): void {
    let index = this.#times.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if ((this.#times[parent] as number) <= at) break;
      this.#put(index, this.#times[parent] as number, this.#events[parent] as Event);
      index = parent;
    }
    this.#put(index, at, event);
  }

  /** @returns the earliest, or null when there is none */
  take(): { readonly at: number; readonly event: Event } | null {
    const [at, event] = [this.#times[0], this.#events[0]];
    const [lastAt, last] = [this.#times.pop(), this.#events.pop()];
    if (at === undefined || lastAt === undefined) return null;
    if (this.#times.length > 0) this.#sink(lastAt, last as Event);
    return { at, event: event as Event };
  }

  #sink(at: number, event: Event): void {
    const size = this.#times.length;
    let index = 0;
    for (let child = 1; child < size; child = 2 * index + 1) {
      if (child + 1 < size && (this.#times[child + 1] as number) < (this.#times[child] as number)) child += 1;
      if ((this.#times[child] as number) >= at) break;
      this.#put(index, this.#times[child] as number, this.#events[child] as Event);
      index = child;
    }
    this.#put(index, at, event);
  }

  #put(index: number, at: number, event: Event): void {
    this.#times[index] = at;
    this.#events[index] = event;
  }
}
