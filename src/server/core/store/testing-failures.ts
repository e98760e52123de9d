import { Refusal } from '../failures/refusal.ts';
import type { Database } from './database.ts';

/** A failure that was made on purpose. */
export class MadeFailure extends Error {}

/** Which of the next writes fail, and how: undone at their commit, or done with their answer lost. */
export interface NextFailures {
  /** Writes that still succeed. */
  after: number;
  /** Writes that fail then, one after the other; none by 0. */
  times: number;
  how: 'undone' | 'unheard';
}

/** Nothing fails until a test says so. */
export const noFailures = (): NextFailures => ({ after: 0, times: 0, how: 'undone' });

const writing = /^\s*(?:INSERT|UPDATE|DELETE|WITH\b[\s\S]*\b(?:INSERT INTO|UPDATE|DELETE FROM))\b/i;

function isWriting(query: unknown): boolean {
  const text = typeof query === 'string' ? query : (query as { readonly text?: unknown } | null)?.text;
  return typeof text === 'string' && writing.test(text);
}

/** The store, with failures that a test asks for: of transactions, and of single statements that write. */
export function failingDatabase<Store extends Database>(database: Store, next: NextFailures): Store {
  /** How the write that begins now fails; null when it succeeds. */
  function failureNow(): NextFailures['how'] | null {
    if (next.times === 0) return null;
    if (next.after > 0) {
      next.after -= 1;
      return null;
    }
    next.times -= 1;
    return next.how;
  }

  const run = database.pool.query.bind(database.pool) as (...given: unknown[]) => Promise<unknown>;
  const query = async (...given: unknown[]): Promise<unknown> => {
    const failure = isWriting(given[0]) ? failureNow() : null;
    if (failure === 'undone') throw new MadeFailure('nothing was written');
    const result = await run(...given);
    if (failure === 'unheard') throw new MadeFailure('the answer is lost');
    return result;
  };
  const pool = new Proxy(database.pool, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    ...database,
    pool,
    async transaction(work, isolation) {
      const failure = failureNow();
      if (failure === null) return database.transaction(work, isolation);
      if (failure === 'unheard') {
        await database.transaction(work, isolation);
        throw new MadeFailure('the answer is lost');
      }
      return database.transaction(async (tx) => {
        await work(tx);
        throw new MadeFailure('nothing was written');
      }, isolation);
    },
  };
}

/** Does something, with writes that fail. @returns what came of it, `lost`, or the code it was refused with */
export type Trying = <Answer>(
  work: () => Promise<Answer>,
  fails?: Partial<NextFailures>,
) => Promise<{ answer: Answer } | string>;

/** Tries things on a store of `failingDatabase`. @param next the failures of that store: none are left after each attempt */
export function tryingOn(next: NextFailures): Trying {
  return async (work, fails = {}) => {
    Object.assign(next, noFailures(), fails);
    try {
      return { answer: await work() };
    } catch (error) {
      if (error instanceof MadeFailure) return 'lost';
      if (error instanceof Refusal) return error.codeName;
      throw error;
    } finally {
      Object.assign(next, noFailures());
    }
  };
}
