import type { Clock } from '../clock/clock.ts';

/** Whether PostgreSQL answers and this process owns the data (`ready`), or not at the moment (`degraded`). */
export type StoreState = 'ready' | 'degraded';

/**
 * How the store is. While it is `degraded` nothing new reaches PostgreSQL: whatever asks for a connection fails at once
 * with `StoreUnavailable`, and what is served from memory goes on. The step back to `ready` is fenced: every connection
 * of before was ended and is gone from PostgreSQL, so each transaction that was in doubt has been decided, and what is
 * read from then on is final.
 */
export interface StoreHealth {
  readonly state: StoreState;
  /** Since when, in epoch milliseconds. */
  readonly since: number;
  /**
   * Calls back with each change of the state, after it happened. Whoever keeps something in memory beside the store
   * reads it again on `ready`. A listener that throws is logged and does not keep the others from hearing of it.
   *
   * @returns how to stop
   */
  onChange(listener: (state: StoreState) => void): () => void;
}

/** The health together with how to set it, for its one owner. */
export interface StoreHealthControl extends StoreHealth {
  set(state: StoreState): void;
}

/** @param failed told what a listener threw */
export function createStoreHealth(
  clock: Clock,
  initial: StoreState,
  failed: (error: unknown) => void,
): StoreHealthControl {
  const listeners = new Set<(state: StoreState) => void>();
  let state = initial;
  let since = clock();
  return {
    get state() {
      return state;
    },
    get since() {
      return since;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next) {
      if (next === state) return;
      state = next;
      since = clock();
      for (const listener of listeners) {
        // A listener that changes the state again tells the others itself.
        if (state !== next) return;
        try {
          listener(next);
        } catch (error) {
          failed(error);
        }
      }
    },
  };
}
