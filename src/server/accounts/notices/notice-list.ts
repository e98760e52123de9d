import { and, desc, eq, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Article, Notice } from '#protocol/content/entities.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { articlesByKey } from '#server/content/read.ts';
import type { Database } from '#server/core/store/database.ts';
import { withFacts } from './facts.ts';
import { readState, visibleTo } from './read-state.ts';
import { notices } from './tables.ts';

/** A notice with its whole text. */
export interface NoticeWithText {
  readonly notice: Notice;
  readonly article: Article;
}

/** A notice in one line. */
export type OwnMessage = Pick<Notice, 'id' | 'kind' | 'at'> & { readonly text: string };

/** The query of a user's notices. */
export interface NoticeQuery {
  readonly cursor?: string | undefined;
  readonly size: number;
  readonly kind?: Notice['kind'] | undefined;
  readonly language: Locale;
}

/** A stored notice with its read state. */
type NoticeRow = Omit<typeof notices.$inferSelect, 'owner'> & { read: boolean };

/** Notices with their texts in a language; one whose text is missing is left out. */
export async function withTexts(
  database: Database,
  rows: readonly NoticeRow[],
  language: Locale,
): Promise<NoticeWithText[]> {
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
export async function listNotices(
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
export async function findNotice(database: Database, owner: bigint, id: bigint): Promise<NoticeRow | null> {
  const [row] = await database.drizzle
    .select(columnsFor(owner))
    .from(notices)
    .where(and(visibleTo(owner), eq(notices.id, id)));
  return row ?? null;
}

/** The newest notices to this user alone that are unread. */
export async function newestUnread(
  database: Database,
  owner: bigint,
  size: number,
  language: Locale,
): Promise<OwnMessage[]> {
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
export async function announcements(
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
