import { backedProductFormerly, backedProductNow } from '#protocol/backing/former-names.ts';
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
  const reading = sharedReading(clock, readAgainMs, async (at) => {
    const accounts = await readBacking(database.pool);
    return { at, accounts, list: accounts.map((one) => ({ ...one, product: backedProductFormerly(one.product) })) };
  });
  return {
    'GET common/backing': reading,
    'GET common/backingEntries': ({ product, ...query }) =>
      readEntries(database.pool, { ...query, product: backedProductNow(product) }),
  };
}
