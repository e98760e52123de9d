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

/** Who acts, why, and when. */
interface Signature {
  readonly by: string;
  readonly reason: string;
  readonly at: number;
  /** Keys that the reason is encrypted with, see `accounts/evidence/`; null or absent for one that names nobody. */
  readonly sealedWith?: readonly bigint[] | null;
}

/** Lines per listing. */
export const listedAtOnce = 100;
/** The advisory lock of whoever writes lines: the letters DUNO. */
export const operatorLogLock = 0x44554e4f;
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
  { by, reason, at, sealedWith = null }: Signature,
): Promise<bigint> {
  await tx.client.query('SELECT pg_advisory_xact_lock($1)', [operatorLogLock]);
  const [line] = await tx.drizzle
    .insert(operatorLog)
    .values({ ...act, sessions: [...act.sessions], who: by, reason, sealedWith: sealedWith && [...sealedWith], at })
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
