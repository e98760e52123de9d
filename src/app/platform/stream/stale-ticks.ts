/** Calls back about every second, as long as there are listeners. */
export class StaleTicks {
  readonly #after: (delayMs: number, callback: () => void) => () => void;
  readonly #listeners = new Set<() => void>();
  #cancel: (() => void) | null = null;

  /** @param after calls back once after a while; returns how to prevent it */
  constructor(after: (delayMs: number, callback: () => void) => () => void) {
    this.#after = after;
  }

  /** Returns how to stop. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#tick();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#cancel?.();
      this.#cancel = null;
    };
  }

  #tick(): void {
    this.#cancel ??= this.#after(1_000, () => {
      this.#cancel = null;
      for (const listener of this.#listeners) listener();
      if (this.#listeners.size > 0) this.#tick();
    });
  }
}
