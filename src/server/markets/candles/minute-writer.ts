import type { Logger } from 'pino';
import { postgresFailure } from '#server/core/failures/postgres-errors.ts';
import type { MinuteStore, OwnMinute } from './store.ts';

/**
 * Most closed minutes queued for the store. Beyond it the oldest are dropped: they can be recounted from the trades.
 */
const waitingMax = 20_000;
const writtenAtOnceMax = 2_000;

/** Writes closed minutes in the background: no order waits for a candle. */
export interface MinuteWriter {
  add(minute: OwnMinute): void;
  /** Writes the queue. Failures are logged and retried the next time; minutes are written at least once. */
  flush(): Promise<void>;
}

/**
 * @param store writes some minutes atomically
 * @param dropped hears of minutes that will not be written, by pair and the first of them
 */
export function createMinuteWriter(
  store: Pick<MinuteStore, 'write'>,
  logger: Logger,
  dropped: (pair: string, fromMs: number) => void,
): MinuteWriter {
  let waiting: OwnMinute[] = [];
  let writing: Promise<void> | null = null;

  /** Requeues minutes before those that arrived meanwhile, so that the later version of a minute is written last. */
  function putBack(some: readonly OwnMinute[]): void {
    waiting = bounded([...some, ...waiting]);
  }

  function bounded(minutes: OwnMinute[]): OwnMinute[] {
    if (minutes.length <= waitingMax) return minutes;
    logger.error({ waiting: minutes.length }, 'minutes cannot be written and the oldest are dropped');
    for (const { pair, startMs } of minutes.slice(0, -waitingMax / 2)) dropped(pair, startMs);
    return minutes.slice(-waitingMax / 2);
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const taken = waiting.slice(0, writtenAtOnceMax);
      waiting = waiting.slice(taken.length);
      // A minute recounted while queued is there twice: the later version wins.
      const some = [...new Map(taken.map((minute) => [`${minute.pair} ${minute.startMs}`, minute])).values()];
      try {
        await store.write(some);
      } catch (error) {
        if (!isRefused(error)) {
          putBack(some);
          throw error;
        }
        await writeApart(some);
      }
    }
  }

  /** One of them is rejected: it is dropped and the others are written. */
  async function writeApart(some: readonly OwnMinute[]): Promise<void> {
    for (const [nth, minute] of some.entries()) {
      try {
        await store.write([minute]);
      } catch (error) {
        if (!isRefused(error)) {
          putBack(some.slice(nth));
          throw error;
        }
        const { pair, startMs } = minute;
        logger.error({ err: error, pair, startMs }, 'a minute cannot be written and is dropped');
      }
    }
  }

  return {
    add(minute) {
      waiting.push(minute);
      waiting = bounded(waiting);
    },
    async flush() {
      writing ??= writeAll()
        .catch((error: unknown) => {
          logger.warn({ err: error }, 'minutes could not be written; they will be retried');
        })
        .finally(() => (writing = null));
      await writing;
    },
  };
}

/** Whether PostgreSQL says that these values can never be written (classes 22 and 23), however often they are sent. */
function isRefused(error: unknown): boolean {
  return /^2[23]/.test(postgresFailure(error)?.code ?? '');
}
