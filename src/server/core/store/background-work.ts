import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from './database.ts';
import { isOnStandby } from './standby/routing.ts';

const background = new AsyncLocalStorage<true>();

/** Runs work in the background: its store access uses the background connections. */
export function inBackground<Result>(work: () => Result): Result {
  return background.run(true, work);
}

/**
 * The store for areas, which serve calls and run jobs: uses the connections of user calls, the background ones for
 * background work, and those of the standby for histories.
 */
export function routedDatabase(users: Database, jobs: Database, standby: Database | null): Database {
  const chosen = () => {
    if (standby !== null && isOnStandby()) return standby;
    return background.getStore() === true ? jobs : users;
  };
  return {
    get pool() {
      return chosen().pool;
    },
    get drizzle() {
      return chosen().drizzle;
    },
    transaction: (work, isolation) => chosen().transaction(work, isolation),
    close: async () => {
      await Promise.all([users.close(), jobs.close()]);
    },
  };
}
