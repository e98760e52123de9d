/**
 * A transaction outside of the market writers has no fence: PostgreSQL may still commit it after its connection was lost.
 * It holds its locks no longer than the statement limits allow, which is well within this.
 */
const settledAfterMs = 3_000;

/**
 * Commits whose outcome nobody knew for a while. Whatever they changed was published to nobody, because whoever publishes
 * does it after a commit that was answered: listeners publish again from what is stored.
 */
export interface Doubts {
  /** A transaction lost its connection between COMMIT and its answer. */
  raise(): void;
  /** What was in doubt is decided, and what is read from now on is final. */
  settled(): void;
  /** @returns how to stop */
  onSettled(listener: () => void): () => void;
  close(): void;
}

/** @param failed told what a listener threw */
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
      // One that comes meanwhile is decided later, and waits for a round of its own.
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
