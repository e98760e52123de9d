import type { Clock } from '../clock/clock.ts';

/** Whether PostgreSQL answers and this process owns the data (`ready`), or not (`degraded`). */
export type StoreState = 'ready' | 'degraded';

/**
 * The health of the store. While it is `degraded` nothing new reaches PostgreSQL: requests for a connection fail at
 * once with `StoreUnavailable`, and what is served from memory continues. The return to `ready` is fenced: all earlier
 * connections were terminated and are gone from PostgreSQL, so each transaction in doubt has been resolved, and reads
 * from then on are final.
 */
export interface StoreHealth {
  readonly state: StoreState;
  /** Since when, in epoch milliseconds. */
  readonly since: number;
  /**
   * Calls back after each change of the state. Code that caches stored state reloads it on `ready`. A listener that
   * throws is logged and does not affect the others.
   *
   * @returns unsubscribes
   */
  onChange(listener: (state: StoreState) => void): () => void;
}

/** The health with its setter, for its one owner. */
export interface StoreHealthControl extends StoreHealth {
  /** @param since when it changed, in epoch milliseconds, where that is known only later; otherwise now */
  set(state: StoreState, since?: number): void;
}

/** @param failed called with errors of listeners */
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
    set(next, changedAt = clock()) {
      if (next === state) return;
      state = next;
      since = changedAt;
      for (const listener of listeners) {
        // A listener that changes the state again has notified the others itself.
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
