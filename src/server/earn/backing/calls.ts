import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Handlers } from '#server/core/handler.ts';
import { sharedReading } from '#server/core/pacing/shared-reading.ts';
import { readEntries } from './entries.ts';
import { readBacking } from './store.ts';

/** The accounts are read again after this. */
const readAgainMs = 1_000;

export type BackingDeps = Pick<CoreDeps, 'database' | 'clock'>;

export type BackingHandlers = Pick<Handlers, 'GET common/backing' | 'GET common/backingEntries'>;

/** The handlers: one reading of the accounts answers everybody for a second. */
export function createBackingHandlers({ database, clock }: BackingDeps): BackingHandlers {
  const reading = sharedReading(clock, readAgainMs, async (at) => ({ at, list: await readBacking(database.pool) }));
  return {
    'GET common/backing': reading,
    'GET common/backingEntries': (query) => readEntries(database.pool, query),
  };
}
