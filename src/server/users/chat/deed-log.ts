import type { Database, Transaction } from '../../core/store/database.ts';
import type { chatLog } from './tables.ts';

/** What the operator does, and to what. */
type Deed = Pick<typeof chatLog.$inferInsert, 'what'> &
  Partial<Pick<typeof chatLog.$inferInsert, 'group' | 'number' | 'user' | 'words'>>;

/** Kept by every deed until its commit, so that the log is in the order in which deeds take effect. */
const logLock = 7_243_101;

/** Does what an operator asks for and writes it down, in one transaction. @returns the result of the work */
export type DoDeed = <Result>(work: (tx: Transaction) => Promise<{ deed: Deed; result: Result }>) => Promise<Result>;

/** @param who the operator's name, for the log */
export function deedLog(database: Database, clock: () => number, who: string): DoDeed {
  return async (work) =>
    database.transaction(async (tx) => {
      await tx.client.query('SELECT pg_advisory_xact_lock($1)', [logLock]);
      const { deed: done, result } = await work(tx);
      await tx.client.query(
        `INSERT INTO chat_log (at, who, what, group_id, number, person, words) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [clock(), who, done.what, done.group ?? null, done.number ?? null, done.user ?? null, done.words ?? ''],
      );
      return result;
    });
}
