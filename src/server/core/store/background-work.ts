import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from './database.ts';

const background = new AsyncLocalStorage<true>();

/** Runs work for which nobody waits: what it asks of the store goes over the background's own connections. */
export function inBackground<Result>(work: () => Result): Result {
  return background.run(true, work);
}

/**
 * The store as areas are given it, which serve users and have jobs alike: over the connections of users's calls, but
 * for work that runs in the background over those of the background.
 */
export function routedDatabase(users: Database, jobs: Database): Database {
  const chosen = () => (background.getStore() === true ? jobs : users);
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
