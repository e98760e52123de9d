import { and, desc, eq, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Article, Notice } from '../../../protocol/entities/content.ts';
import type { Locale } from '../../../protocol/locales.ts';
import type { Clock } from '../../core/clock/clock.ts';
import { articlesByKey } from '../../content/read.ts';
import type { Database, Transaction } from '../../core/store/database.ts';
import { withFacts } from './facts.ts';
import { type NoticeFacts, noticeReadMarks, noticeReads, notices } from './tables.ts';
import { writeNotices } from './write-notice.ts';

/** A notice with its whole text. */
export interface NoticeWithText {
  readonly notice: Notice;
  readonly article: Article;
}

/** A notice in one line. */
export type OwnMessage = Pick<Notice, 'id' | 'kind' | 'at'> & { readonly text: string };

/** What is asked of a user's notices. */
export interface NoticeQuery {
  readonly cursor?: string | undefined;
  readonly size: number;
  readonly kind?: Notice['kind'] | undefined;
  readonly language: Locale;
}

/** Notices: to everybody and to one user, read one by one or all at once (spec point 4). */
export interface Notices {
  /** Writes a notice to one user inside the transaction that caused it. */
  send(tx: Transaction, owner: bigint, kind: Notice['kind'], articleKey: string, facts: NoticeFacts): Promise<void>;
  /** Tells listeners that an owner's notices changed, or with null everybody's; call it after the commit. */
  changed(owner: bigint | null): void;
  /** Hears of every owner whose notices changed; null is everybody. Returns the way to stop hearing. */
  onChange(listener: (owner: bigint | null) => void): () => void;
  unread(owner: bigint): Promise<number>;
  list(owner: bigint, query: NoticeQuery): Promise<{ list: NoticeWithText[]; next: string | null }>;
  /** The notice, now marked read; null when the user has none under that id. */
  read(owner: bigint, id: bigint, language: Locale): Promise<NoticeWithText | null>;
  /** @param through the newest that was seen: what came after it stays unread; null for all */
  readAll(owner: bigint, through: bigint | null): Promise<void>;
  /** The newest notices to this user alone that are unread, for the scroller. */
  newestUnread(owner: bigint, size: number, language: Locale): Promise<OwnMessage[]>;
  /** The newest notices to everybody, for the scroller. */
  announcements(size: number, language: Locale): Promise<{ key: string; text: string; at: number }[]>;
}

/** Whether the owner has read a notice: one by one, or with all up to a mark. */
const readState = (owner: bigint) =>
  sql<boolean>`(${notices.id} <= coalesce((select ${noticeReadMarks.through} from ${noticeReadMarks} where ${noticeReadMarks.owner} = ${owner}), 0)
    or exists (select 1 from ${noticeReads} where ${noticeReads.owner} = ${owner} and ${noticeReads.notice} = ${notices.id}))`;
const visibleTo = (owner: bigint) => or(isNull(notices.owner), eq(notices.owner, owner));

/** Unread notices are counted up to this. */
const unreadCountedMax = 1_000;

type Row = Omit<typeof notices.$inferSelect, 'owner'> & { read: boolean };

async function withTexts(database: Database, rows: readonly Row[], language: Locale): Promise<NoticeWithText[]> {
  const texts = await articlesByKey(
    database,
    rows.map((row) => row.articleKey),
    language,
  );
  return rows.flatMap((row) => {
    const text = texts.get(row.articleKey);
    if (text === undefined) return [];
    const article = { ...withFacts(text, row.facts), at: row.at };
    const { title, summary } = article;
    const notice = {
      id: String(row.id),
      kind: row.kind as Notice['kind'],
      title,
      summary,
      at: row.at,
      read: row.read,
    };
    return [{ notice, article }];
  });
}

const columnsFor = (owner: bigint) => ({
  id: notices.id,
  kind: notices.kind,
  articleKey: notices.articleKey,
  facts: notices.facts,
  at: notices.at,
  read: readState(owner),
});

/** Notices over the store. */
export function createNotices(database: Database, clock: Clock): Notices {
  const listeners = new Set<(owner: bigint | null) => void>();
  const notify = (owner: bigint | null) => {
    for (const listener of listeners) listener(owner);
  };

  return {
    async send(tx, owner, kind, articleKey, facts) {
      await writeNotices(tx, [{ owner, kind, articleKey, facts, at: clock() }]);
    },
    changed: notify,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async unread(owner) {
      // Above the mark each of both lists is a piece of one index, read no further than is counted.
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
    },
    async list(owner, { cursor, size, kind, language }) {
      const before = /^\d{1,18}$/.test(cursor ?? '') ? lt(notices.id, BigInt(cursor ?? '0')) : undefined;
      const ofKind = kind === undefined ? undefined : eq(notices.kind, kind);
      const listed = (whose: SQL) =>
        database.drizzle
          .select(columnsFor(owner))
          .from(notices)
          .where(and(whose, before, ofKind))
          .orderBy(desc(notices.id))
          .limit(size + 1);
      // Two pieces of one index, each read no further than the page: with OR all of both would be read and sorted.
      const own = await listed(eq(notices.owner, owner));
      const everybodys = await listed(isNull(notices.owner));
      const rows = [...own, ...everybodys].toSorted((a, b) => Number(b.id - a.id)).slice(0, size + 1);
      const shown = rows.slice(0, size);
      return {
        list: await withTexts(database, shown, language),
        next: rows.length > size ? String(shown.at(-1)?.id) : null,
      };
    },
    async read(owner, id, language) {
      const [row] = await database.drizzle
        .select(columnsFor(owner))
        .from(notices)
        .where(and(visibleTo(owner), eq(notices.id, id)));
      if (row === undefined) return null;
      if (!row.read) {
        await database.drizzle.insert(noticeReads).values({ owner, notice: id }).onConflictDoNothing();
        notify(owner);
      }
      const [found] = await withTexts(database, [{ ...row, read: true }], language);
      return found ?? null;
    },
    async readAll(owner, through) {
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
            // What waited for a network may come after what was told later.
            set: { through: sql`greatest(${noticeReadMarks.through}, excluded.through)` },
          })
          .returning({ through: noticeReadMarks.through });
        const isCovered = lte(noticeReads.notice, mark?.through ?? 0n);
        await tx.drizzle.delete(noticeReads).where(and(eq(noticeReads.owner, owner), isCovered));
      });
      notify(owner);
    },
    async newestUnread(owner, size, language) {
      const rows = await database.drizzle
        .select(columnsFor(owner))
        .from(notices)
        .where(and(eq(notices.owner, owner), sql`not ${readState(owner)}`))
        .orderBy(desc(notices.id))
        .limit(size);
      const found = await withTexts(database, rows, language);
      return found.map(({ notice: { id, kind, at, title } }) => ({ id, kind, at, text: title }));
    },
    async announcements(size, language) {
      const rows = await database.drizzle
        .select({ id: notices.id, articleKey: notices.articleKey, at: notices.at })
        .from(notices)
        .where(isNull(notices.owner))
        .orderBy(desc(notices.id))
        .limit(size);
      const texts = await articlesByKey(
        database,
        rows.map((row) => row.articleKey),
        language,
      );
      return rows.flatMap((row) => {
        const text = texts.get(row.articleKey);
        return text === undefined ? [] : [{ key: row.articleKey, text: text.title, at: row.at }];
      });
    },
  };
}
