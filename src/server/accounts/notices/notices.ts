import { and, desc, eq, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Notice, NoticeSubject, Article } from '#protocol/content/entities.ts';
import type { Locale } from '#protocol/core/locales.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { countUnread, markAllRead, markRead, readState, visibleTo } from './read-state.ts';
import { type NoticeFacts, notices } from './tables.ts';
import { writeNotices } from './write-notice.ts';
import { articlesByKey } from '#server/content/read.ts';
import { withFacts } from './facts.ts';

/** A notice with its whole text. */
interface NoticeWithText {
  readonly notice: Notice;
  readonly article: Article;
}

/** A notice in one line. */
type OwnMessage = Pick<Notice, 'id' | 'kind' | 'at'> & { readonly text: string };

/** The query of a user's notices. */
interface NoticeQuery {
  readonly cursor?: string | undefined;
  readonly size: number;
  readonly kind?: Notice['kind'] | undefined;
  readonly language: Locale;
}

/** A stored notice with its read state. */
type NoticeRow = Omit<typeof notices.$inferSelect, 'owner'> & { read: boolean };

/** Notices: to everybody and to one user, read one by one or all at once (spec point 4). */
export interface Notices {
  /** Writes a notice to one user inside the transaction that caused it. @param subject what it leads to */
  send(
    tx: Transaction,
    owner: bigint,
    kind: Notice['kind'],
    articleKey: string,
    facts: NoticeFacts,
    subject?: NoticeSubject,
  ): Promise<void>;
  /** Notifies listeners that an owner's notices changed, or all with null; call it after the commit. */
  changed(owner: bigint | null): void;
  /** Calls back with every owner whose notices changed; null for all. Returns an unsubscribe function. */
  onChange(listener: (owner: bigint | null) => void): () => void;
  unread(owner: bigint): Promise<number>;
  list(owner: bigint, query: NoticeQuery): Promise<{ list: NoticeWithText[]; next: string | null }>;
  /** The notice, now marked read; null when the user has none under that id. */
  read(owner: bigint, id: bigint, language: Locale): Promise<NoticeWithText | null>;
  /** @param through the newest notice seen: later ones stay unread; null for all */
  readAll(owner: bigint, through: bigint | null): Promise<void>;
  /** The newest notices to this user alone that are unread, for the scroller. */
  newestUnread(owner: bigint, size: number, language: Locale): Promise<OwnMessage[]>;
  /** The newest notices to everybody, for the scroller. */
  announcements(size: number, language: Locale): Promise<{ key: string; text: string; at: number }[]>;
}

/** Notices over the store. */
export function createNotices(database: Database, clock: Clock): Notices {
  const listeners = new Set<(owner: bigint | null) => void>();
  const notify = (owner: bigint | null) => {
    for (const listener of listeners) listener(owner);
  };

  return {
    async send(tx, owner, kind, articleKey, facts, subject) {
      const notice = { owner, kind, articleKey, facts, at: clock() };
      await writeNotices(tx, [subject === undefined ? notice : { ...notice, subject }]);
    },
    changed: notify,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unread: (owner) => countUnread(database, owner),
    list: (owner, query) => listNotices(database, owner, query),
    async read(owner, id, language) {
      const row = await findNotice(database, owner, id);
      if (row === null) return null;
      if (!row.read) {
        await markRead(database, owner, id);
        notify(owner);
      }
      const [found] = await withTexts(database, [{ ...row, read: true }], language);
      return found ?? null;
    },
    async readAll(owner, through) {
      await markAllRead(database, owner, through);
      notify(owner);
    },
    newestUnread: (owner, size, language) => newestUnread(database, owner, size, language),
    announcements: (size, language) => announcements(database, size, language),
  };
}

/** Notices with their texts in a language; one whose text is missing is left out. */
async function withTexts(database: Database, rows: readonly NoticeRow[], language: Locale): Promise<NoticeWithText[]> {
  return (await textsOf(database, rows, language)).map(({ row, text }) => {
    const article = { ...withFacts(text, row.facts, language), at: row.at };
    const { title, summary } = article;
    const notice = {
      id: String(row.id),
      kind: row.kind as Notice['kind'],
      subject: row.subject,
      title,
      summary,
      at: row.at,
      read: row.read,
    };
    return { notice, article };
  });
}

/** The columns of a notice for its owner. */
const columnsFor = (owner: bigint) => ({
  id: notices.id,
  kind: notices.kind,
  articleKey: notices.articleKey,
  facts: notices.facts,
  subject: notices.subject,
  at: notices.at,
  read: readState(owner),
});

/** A page of the owner's notices, newest first. */
async function listNotices(
  database: Database,
  owner: bigint,
  { cursor, size, kind, language }: NoticeQuery,
): Promise<{ list: NoticeWithText[]; next: string | null }> {
  const before = /^\d{1,18}$/.test(cursor ?? '') ? lt(notices.id, BigInt(cursor ?? '0')) : undefined;
  const ofKind = kind === undefined ? undefined : eq(notices.kind, kind);
  const listed = (whose: SQL) =>
    database.drizzle
      .select(columnsFor(owner))
      .from(notices)
      .where(and(whose, before, ofKind))
      .orderBy(desc(notices.id))
      .limit(size + 1);
  // Two index ranges, each read no further than the page: with OR both would be read completely and sorted.
  const own = await listed(eq(notices.owner, owner));
  const everybodys = await listed(isNull(notices.owner));
  const rows = [...own, ...everybodys].toSorted((a, b) => Number(b.id - a.id)).slice(0, size + 1);
  const shown = rows.slice(0, size);
  return {
    list: await withTexts(database, shown, language),
    next: rows.length > size ? String(shown.at(-1)?.id) : null,
  };
}

/** One notice visible to the owner; null for any other id. */
async function findNotice(database: Database, owner: bigint, id: bigint): Promise<NoticeRow | null> {
  const [row] = await database.drizzle
    .select(columnsFor(owner))
    .from(notices)
    .where(and(visibleTo(owner), eq(notices.id, id)));
  return row ?? null;
}

/** The newest notices to this user alone that are unread. */
async function newestUnread(database: Database, owner: bigint, size: number, language: Locale): Promise<OwnMessage[]> {
  const rows = await database.drizzle
    .select(columnsFor(owner))
    .from(notices)
    .where(and(eq(notices.owner, owner), sql`not ${readState(owner)}`))
    .orderBy(desc(notices.id))
    .limit(size);
  const found = await withTexts(database, rows, language);
  return found.map(({ notice: { id, kind, at, title } }) => ({ id, kind, at, text: title }));
}

/** The newest notices to everybody. */
async function announcements(
  database: Database,
  size: number,
  language: Locale,
): Promise<{ key: string; text: string; at: number }[]> {
  const rows = await database.drizzle
    .select({ id: notices.id, articleKey: notices.articleKey, at: notices.at })
    .from(notices)
    .where(isNull(notices.owner))
    .orderBy(desc(notices.id))
    .limit(size);
  const named = await textsOf(database, rows, language);
  return named.map(({ row, text }) => ({ key: row.articleKey, text: text.title, at: row.at }));
}

/** Rows of notices beside their texts; one whose text is missing is left out. */
async function textsOf<Row extends { readonly articleKey: string }>(
  database: Database,
  rows: readonly Row[],
  language: Locale,
) {
  const texts = await articlesByKey(
    database,
    rows.map((row) => row.articleKey),
    language,
  );
  return rows.flatMap((row) => {
    const text = texts.get(row.articleKey);
    return text === undefined ? [] : [{ row, text }];
  });
}
