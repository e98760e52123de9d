import { minuteMs } from '../../../protocol/durations.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Closers } from '../../core/jobs/closers.ts';
import type { Config } from '../../core/config/config.ts';
import type { Logger } from '../../core/log/log.ts';
import { repeat } from '../../core/jobs/repeating.ts';
import type { Database } from '../../core/store/database.ts';
import { noTroubles, type Troubles } from '../../core/jobs/troubles.ts';
import { createFiles } from './files.ts';
import { createFileHandlers } from './calls.ts';
import { checkStores, openObjectStores, watchedStores } from './object-stores.ts';

const sweepEveryMs = 10 * minuteMs;
const checkEveryMs = 20_000;

/**
 * The files of a running exchange: its call, the sweep of what nothing uses, and a look after where they lie. A store
 * that is away keeps no start waiting for longer than one look, and is in trouble until it is back.
 */
export async function openFiles(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly config: Pick<Config, 'fileStore' | 's3'>;
  readonly troubles?: Troubles;
}) {
  const { database, clock, logger, closers, config, troubles = noTroubles } = deps;
  const stores = watchedStores(openObjectStores(config, clock), troubles, (error, place) => {
    logger.error({ err: error, place }, 'files are away: their pictures can neither be uploaded nor seen');
  });
  const files = createFiles(database, clock, stores);
  await checkStores(database, stores).catch((error: unknown) => {
    if (!(error instanceof AggregateError)) throw error;
  });
  const repeated = [
    repeat(logger, 'sweep files', sweepEveryMs, (isClosed) => files.sweep(isClosed), troubles),
    repeat(logger, 'look after the files', checkEveryMs, () => checkStores(database, stores)),
  ];
  closers.add('files', async () => {
    await Promise.all(repeated.map((one) => one.close()));
  });
  return { files, handlers: createFileHandlers({ database, clock, files }) };
}
