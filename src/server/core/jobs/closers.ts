import type { Logger } from '../log/log.ts';

type Close = () => Promise<void> | void;

/** Opened resources, closed in reverse order. */
export interface Closers {
  add(name: string, close: Close): void;
  /** Closes everything once, last first; a part that fails or hangs does not keep the others open. */
  closeAll(): Promise<void>;
}

/** After this time the next part is closed anyway. */
const closeWithinMs = 30_000;

export function createClosers(logger: Logger): Closers {
  const opened: { name: string; close: Close }[] = [];

  async function closeOne({ name, close }: { name: string; close: Close }): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not closed within ${closeWithinMs / 1000} s`)), closeWithinMs);
    });
    try {
      await Promise.race([close(), late]);
    } catch (error) {
      logger.error({ err: error, part: name }, 'a part could not be closed');
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    add: (name, close) => opened.push({ name, close }),
    async closeAll() {
      for (let part = opened.pop(); part !== undefined; part = opened.pop()) await closeOne(part);
    },
  };
}
