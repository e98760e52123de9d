/**
 * A transaction outside the market writers has no fence: PostgreSQL may still commit it after its connection was lost.
 * The statement limits end it well within this time.
 */
export const settledAfterMs = 3_000;

/**
 * Commits whose outcome was unknown for a while. Their changes were never published, because publishing follows an
 * acknowledged commit: listeners republish from the store.
 */
export interface Doubts {
  /** A transaction lost its connection between COMMIT and its answer. */
  raise(): void;
  /** The doubt is resolved, and reads from now on are final. */
  settled(): void;
  /** @returns unsubscribes */
  onSettled(listener: () => void): () => void;
  close(): void;
}

/** @param failed called with errors of listeners */
export function createDoubts(failed: (error: unknown) => void, waitMs = settledAfterMs): Doubts {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  const settled = () => {
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        failed(error);
      }
    }
  };
  let isRaisedAgain = false;
  const doubts: Doubts = {
    raise() {
      // A later doubt is resolved later, in a round of its own.
      if (timer !== null) {
        isRaisedAgain = true;
        return;
      }
      timer = setTimeout(() => {
        timer = null;
        settled();
        if (!isRaisedAgain) return;
        isRaisedAgain = false;
        doubts.raise();
      }, waitMs).unref();
    },
    settled,
    onSettled(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      if (timer !== null) clearTimeout(timer);
    },
  };
  return doubts;
}
