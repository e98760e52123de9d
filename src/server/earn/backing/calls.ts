import type { CoreDeps } from '../../core/areas/core-deps.ts';
import type { Handlers } from '../../core/handler.ts';
import type { Backing } from '../../../protocol/entities/backing.ts';
import { readEntries } from './entries.ts';
import { readBacking } from './store.ts';

/** The accounts are read again after this. */
const readAgainMs = 1_000;

export type BackingDeps = Pick<CoreDeps, 'database' | 'clock'>;

export type BackingHandlers = Pick<Handlers, 'GET common/backing' | 'GET common/backingEntries'>;

/** The handlers: one reading of the accounts answers everybody for a second. */
export function createBackingHandlers({ database, clock }: BackingDeps): BackingHandlers {
  let last: Promise<Backing> | null = null;
  let lastAt = 0;

  async function read(at: number): Promise<Backing> {
    try {
      return { at, list: await readBacking(database.pool) };
    } catch (error) {
      last = null;
      throw error;
    }
  }

  return {
    'GET common/backing': () => {
      const now = clock();
      if (last === null || Math.abs(now - lastAt) >= readAgainMs) {
        lastAt = now;
        last = read(now);
      }
      return last;
    },

    'GET common/backingEntries': (query) => readEntries(database.pool, query),
  };
}
