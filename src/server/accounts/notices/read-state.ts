import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '#server/core/store/database.ts';
import { noticeReadMarks, noticeReads, notices } from './tables.ts';

/** Whether the owner has read a notice: one by one, or with all up to a mark. */
export const readState = (owner: bigint) =>
  sql<boolean>`(${notices.id} <= coalesce((select ${noticeReadMarks.through} from ${noticeReadMarks} where ${noticeReadMarks.owner} = ${owner}), 0)
    or exists (select 1 from ${noticeReads} where ${noticeReads.owner} = ${owner} and ${noticeReads.notice} = ${notices.id}))`;

/** Notices to the owner, and to everybody. */
export const visibleTo = (owner: bigint) => or(isNull(notices.owner), eq(notices.owner, owner));

/** Unread notices are counted up to this. */
const unreadCountedMax = 1_000;

/** The owner's number of unread notices, up to `unreadCountedMax`. */
export async function countUnread(database: Pick<Database, 'pool'>, owner: bigint): Promise<number> {
  // Above the mark both lists are index ranges, read no further than counted.
  const { rows } = await database.pool.query<{ count: number }>(
    `WITH mark AS (
       SELECT coalesce((SELECT through FROM notice_read_marks WHERE owner = $1), 0) AS through
     )
     SELECT count(*)::int AS count FROM (
       SELECT FROM (
         (SELECT id FROM notices WHERE owner = $1 AND id > (SELECT through FROM mark) ORDER BY id DESC LIMIT $2)
         UNION ALL
         (SELECT id FROM notices WHERE owner IS NULL AND id > (SELECT through FROM mark) ORDER BY id DESC LIMIT $2)
       ) AS newer
        WHERE NOT EXISTS (SELECT FROM notice_reads WHERE owner = $1 AND notice = newer.id) LIMIT $2
     ) AS unread`,
    [owner, unreadCountedMax],
  );
  return rows[0]?.count ?? 0;
}

/** Marks one notice read. */
export async function markRead(database: Database, owner: bigint, id: bigint): Promise<void> {
  await database.drizzle.insert(noticeReads).values({ owner, notice: id }).onConflictDoNothing();
}

/** @param through the newest notice seen: later ones stay unread; null for all */
export async function markAllRead(database: Database, owner: bigint, through: bigint | null): Promise<void> {
  const newest = database.drizzle
    .select({ id: sql`coalesce(max(${notices.id}), 0)` })
    .from(notices)
    .where(and(visibleTo(owner), through === null ? undefined : lte(notices.id, through)));
  await database.transaction(async (tx) => {
    const [mark] = await tx.drizzle
      .insert(noticeReadMarks)
      .values({ owner, through: sql`(${newest})` })
      .onConflictDoUpdate({
        target: noticeReadMarks.owner,
        // A queued offline mark may arrive after a later one.
        set: { through: sql`greatest(${noticeReadMarks.through}, excluded.through)` },
      })
      .returning({ through: noticeReadMarks.through });
    const isCovered = lte(noticeReads.notice, mark?.through ?? 0n);
    await tx.drizzle.delete(noticeReads).where(and(eq(noticeReads.owner, owner), isCovered));
  });
}
