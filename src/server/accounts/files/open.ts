import { minuteMs } from '#protocol/core/durations.ts';
import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Config } from '#server/core/config/config.ts';
import { noTroubles } from '#server/core/jobs/troubles.ts';
import { createFileHandlers } from './calls.ts';
import { createFiles, type Files } from './files.ts';
import { checkStores, openObjectStores, watchedStores } from './object-stores.ts';

const sweepEveryMs = 10 * minuteMs;
const checkEveryMs = 20_000;

export interface FilesDeps
  extends Pick<CoreDeps, 'database' | 'clock' | 'logger'>, Partial<Pick<CoreDeps, 'troubles'>> {
  readonly config: Pick<Config, 'fileStore' | 's3'>;
}

/** The files of a running exchange. */
export interface OpenedFiles extends Area<ReturnType<typeof createFileHandlers>> {
  readonly files: Files;
}

/**
 * Opens the files: their call, the sweep of unused ones, and a check of their stores. An unavailable store delays the
 * start by no more than one check, and is in trouble until it is back.
 */
export async function openFiles(deps: FilesDeps): Promise<OpenedFiles> {
  const { database, clock, logger, config, troubles = noTroubles } = deps;
  const stores = watchedStores(openObjectStores(config, clock), troubles, (error, place) => {
    logger.error({ err: error, place }, 'file store unavailable: pictures can neither be uploaded nor shown');
  });
  const files = createFiles(database, clock, stores);
  const check = () => checkStores(database, stores);
  await check().catch((error: unknown) => {
    if (!(error instanceof AggregateError)) throw error;
  });
  return {
    files,
    calls: createFileHandlers({ database, clock, files }),
    jobs: [
      { name: 'sweep files', everyMs: sweepEveryMs, run: (isClosed) => files.sweep(isClosed) },
      { name: 'look after the files', everyMs: checkEveryMs, run: check, isLoggedOnly: true },
    ],
  };
}
