import type { Database, Transaction } from '#server/core/store/database.ts';
import type { chatLog } from './tables.ts';

/** An operator action and its target. */
type Action = Pick<typeof chatLog.$inferInsert, 'what'> &
  Partial<Pick<typeof chatLog.$inferInsert, 'group' | 'number' | 'user' | 'words'>>;

/** Held by every action until its commit, so that the log is in the order in which actions take effect. */
const logLock = 7_243_101;

/** Runs an operator action and logs it, in one transaction. @returns the result of the work */
export type RunAction = <Result>(
  work: (tx: Transaction) => Promise<{ action: Action; result: Result }>,
) => Promise<Result>;

/** @param who the operator's name, for the log */
export function actionLog(database: Database, clock: () => number, who: string): RunAction {
  return async (work) =>
    database.transaction(async (tx) => {
      await tx.client.query('SELECT pg_advisory_xact_lock($1)', [logLock]);
      const { action: done, result } = await work(tx);
      await tx.client.query(
        `INSERT INTO chat_log (at, who, what, group_id, number, person, words) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [clock(), who, done.what, done.group ?? null, done.number ?? null, done.user ?? null, done.words ?? ''],
      );
      return result;
    });
}
