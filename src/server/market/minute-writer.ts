import type { Logger } from 'pino';
import type { MinuteStore, OwnMinute } from './minute-store.ts';

/** Closed minutes that may wait for the store. Past it the oldest go: they can be counted from the trades. */
const waitingMax = 20_000;
const writtenAtOnceMax = 2_000;

/** Writes closed minutes behind the trades' back: no order waits for a candle. */
export interface MinuteWriter {
  add(minute: OwnMinute): void;
  /** Writes what waits. A failure is logged and what failed waits for the next time. */
  flush(): Promise<void>;
}

export function createMinuteWriter(store: Pick<MinuteStore, 'write'>, logger: Logger): MinuteWriter {
  let waiting: OwnMinute[] = [];
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.slice(0, writtenAtOnceMax);
      await store.write(some);
      waiting = waiting.slice(some.length);
    }
  }

  return {
    add(minute) {
      waiting.push(minute);
      if (waiting.length <= waitingMax || writing !== null) return;
      logger.error({ waiting: waiting.length }, 'minutes cannot be written and the oldest are given up');
      waiting = waiting.slice(-waitingMax / 2);
    },
    async flush() {
      writing ??= writeAll()
        .catch((error: unknown) => {
          logger.warn({ err: error }, 'minutes could not be written; they are tried again');
        })
        .finally(() => (writing = null));
      await writing;
    },
  };
}
