import { bigint, bigserial, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { NoticeSubject } from '#protocol/content/entities.ts';
import { articles } from '#server/content/tables.ts';

/** Placeholder values of a notice's text, as in `{amount}`. */
export type NoticeFacts = Readonly<Record<string, string>>;

/** Notices: to all users when `owner` is null, else to one user. The text is that of the article. */
export const notices = pgTable(
  'notices',
  {
    id: bigserial({ mode: 'bigint' }).primaryKey(),
    owner: bigint({ mode: 'bigint' }),
    kind: text().notNull(),
    articleKey: text('article_key')
      .notNull()
      .references(() => articles.key),
    facts: jsonb().$type<NoticeFacts>().notNull(),
    /** What it is about; null for what has no screen of its own. */
    subject: jsonb().$type<NoticeSubject>(),
    at: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    index('notices_by_owner').on(table.owner, table.id),
    index('notices_by_kind').on(table.owner, table.kind, table.id),
  ],
);

/** Notices read individually. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    owner: bigint({ mode: 'bigint' }).notNull(),
    notice: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
  },
  // Read marks are purged with their notice.
  (table) => [primaryKey({ columns: [table.owner, table.notice] }), index('notice_reads_notice').on(table.notice)],
);

/** "Mark all read": everything up to this notice is read. */
export const noticeReadMarks = pgTable('notice_read_marks', {
  owner: bigint({ mode: 'bigint' }).primaryKey(),
  through: bigint({ mode: 'bigint' }).notNull(),
});

/** Notification outbox: notices not published yet, written in the transaction of the notice. */
export const noticeOutbox = pgTable('notice_outbox', {
  notice: bigint({ mode: 'bigint' })
    .primaryKey()
    .references(() => notices.id, { onDelete: 'cascade' }),
});
