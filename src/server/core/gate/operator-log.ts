import { desc } from 'drizzle-orm';
import type { Database, Transaction } from '../store/database.ts';
import { operatorLog } from './tables.ts';

/** One line of the log. */
export type OperatorLogLine = typeof operatorLog.$inferSelect;

/** What an operator did, beside who, why and when. */
export type OperatorAct = Pick<OperatorLogLine, 'what' | 'scope' | 'subject'> & {
  /** Sessions that ended with it. */
  readonly sessions: readonly bigint[];
};

/** Lines that one listing shows. */
export const listedAtOnce = 100;
/** Longest name and reason, in characters. */
export const operatorTextMax = 500;

/**
 * Writes a line of the log in the transaction of what it tells. Lines become visible in the order of their ids, because
 * one transaction writes them at a time: whoever reads on from the last id misses none.
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

/** Whether a running exchange has taken a line up. */
export async function isTakenUp({ pool }: Pick<Database, 'pool'>, line: bigint): Promise<boolean> {
  const { rows } = await pool.query<{ taken: boolean }>('SELECT line >= $1 AS taken FROM operator_log_taken', [line]);
  return rows[0]?.taken === true;
}
