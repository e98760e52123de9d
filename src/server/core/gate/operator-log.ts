import { desc } from 'drizzle-orm';
import type { Database, Transaction } from '../store/database.ts';
import { operatorLog } from './tables.ts';

/** One line of the log. */
export type OperatorLogLine = typeof operatorLog.$inferSelect;

/** What an operator did, apart from who, why and when. */
export type OperatorAct = Pick<OperatorLogLine, 'what' | 'scope' | 'subject'> & {
  /** Sessions it ended. */
  readonly sessions: readonly bigint[];
};

/** Lines per listing. */
export const listedAtOnce = 100;
/** Longest name and reason, in characters. */
export const operatorTextMax = 500;

/**
 * Writes a log line in the transaction of the action. Lines become visible in id order, because one transaction writes
 * them at a time: a reader that continues from the last id misses none.
 *
 * @returns the id of the line
 */
export async function writeOperatorLog(
  tx: Transaction,
  act: OperatorAct,
  { by, reason, at }: { readonly by: string; readonly reason: string; readonly at: number },
): Promise<bigint> {
  await tx.client.query('LOCK TABLE operator_log IN SHARE ROW EXCLUSIVE MODE');
  const [line] = await tx.drizzle
    .insert(operatorLog)
    .values({ ...act, sessions: [...act.sessions], who: by, reason, at })
    .returning({ id: operatorLog.id });
  if (line === undefined) throw new Error('a line of the log was not written');
  return line.id;
}

/** The newest lines of the log, newest first. */
export async function readOperatorLog({ drizzle }: Pick<Database, 'drizzle'>): Promise<OperatorLogLine[]> {
  return drizzle.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(listedAtOnce);
}

/** Whether a running exchange has applied a line. */
export async function isTakenUp({ pool }: Pick<Database, 'pool'>, line: bigint): Promise<boolean> {
  const { rows } = await pool.query<{ taken: boolean }>('SELECT line >= $1 AS taken FROM operator_log_taken', [line]);
  return rows[0]?.taken === true;
}
