import { bigint, bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Block } from '../../contract/entities/content.ts';

/** Articles of every kind: news, coin introductions, the agreement, the texts behind notices. */
export const articles = pgTable('articles', {
  id: bigserial({ mode: 'bigint' }).notNull().unique(),
  key: text().primaryKey(),
  kind: text().notNull(),
  tag: text(),
  publishedAt: bigint('published_at', { mode: 'number' }).notNull(),
});

/** The text of an article in one language. */
export const articleTexts = pgTable(
  'article_texts',
  {
    key: text()
      .notNull()
      .references(() => articles.key, { onDelete: 'cascade' }),
    locale: text().notNull(),
    title: text().notNull(),
    summary: text().notNull(),
    blocks: jsonb().$type<readonly Block[]>().notNull(),
    readingMinutes: integer('reading_minutes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.locale] })],
);

/** One row: the digest of the content that was pushed last, so that an unchanged set costs nothing at start. */
export const contentState = pgTable('content_state', {
  id: integer().primaryKey(),
  digest: text().notNull(),
});
