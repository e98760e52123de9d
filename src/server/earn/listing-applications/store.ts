import { and, asc, desc, eq, isNotNull, lt, lte, not } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { CheckedInput } from '#protocol/calls.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { ApplicationRow } from './rules.ts';
import { coinApplications } from './tables.ts';

interface Reading {
  readonly drizzle: NodePgDatabase;
}

/** Own applications, newest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function listApplications(
  { drizzle }: Reading,
  owner: bigint,
  { cursor, size }: CheckedInput<'GET addCoinApply'>,
): Promise<{ readonly rows: readonly ApplicationRow[]; readonly next: string | null }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  const before = cursor === undefined ? undefined : lt(coinApplications.id, BigInt(cursor));
  const rows = await drizzle
    .select()
    .from(coinApplications)
    .where(and(eq(coinApplications.owner, owner), before))
    .orderBy(desc(coinApplications.id))
    .limit(size + 1);
  const list = rows.slice(0, size);
  return { rows: list, next: rows.length > size ? (list.at(-1)?.id.toString() ?? null) : null };
}

/** An application, locked for the rest of the transaction; null when there is none. */
export async function lockApplication({ drizzle }: Reading, id: bigint): Promise<ApplicationRow | null> {
  const [row] = await drizzle.select().from(coinApplications).where(eq(coinApplications.id, id)).for('no key update');
  return row ?? null;
}

/** One application; null when there is none. */
export async function readApplication({ drizzle }: Reading, id: bigint): Promise<ApplicationRow | null> {
  const [row] = await drizzle.select().from(coinApplications).where(eq(coinApplications.id, id));
  return row ?? null;
}

/** The newest applications of anybody, for the console. */
export async function newestApplications({ drizzle }: Reading, most: number): Promise<ApplicationRow[]> {
  return drizzle.select().from(coinApplications).orderBy(desc(coinApplications.id)).limit(most);
}

/** Writes parts of a locked application. */
export async function writeApplication(
  { drizzle }: Reading,
  id: bigint,
  parts: Partial<Omit<ApplicationRow, 'id' | 'owner'>>,
): Promise<ApplicationRow> {
  const [row] = await drizzle.update(coinApplications).set(parts).where(eq(coinApplications.id, id)).returning();
  if (row === undefined) throw new Error(`application ${id} is not there`);
  return row;
}

/** Applications with a question that their owner has not heard of. */
export async function unheardApplications({ drizzle }: Reading, most: number): Promise<{ readonly id: bigint }[]> {
  return drizzle
    .select({ id: coinApplications.id })
    .from(coinApplications)
    .where(not(coinApplications.isHeard))
    .orderBy(asc(coinApplications.id))
    .limit(most);
}

/** Applications whose promised day has passed. */
export async function lateApplications(
  { drizzle }: Reading,
  now: number,
  most: number,
): Promise<{ readonly id: bigint }[]> {
  return drizzle
    .select({ id: coinApplications.id })
    .from(coinApplications)
    .where(and(isNotNull(coinApplications.answerBy), lte(coinApplications.answerBy, now)))
    .orderBy(asc(coinApplications.answerBy))
    .limit(most);
}
