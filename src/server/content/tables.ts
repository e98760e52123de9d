import { sql } from 'drizzle-orm';
import { bigint, bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Block } from '#protocol/content/entities.ts';
import { bytea, epochMs } from '../core/store/columns.ts';
import type { ContentData } from './catalogue.ts';

/** Articles of every kind: news, help, coin introductions, the agreement, notice texts. */
export const articles = pgTable('articles', {
  id: bigserial({ mode: 'bigint' }).notNull().unique(),
  key: text().primaryKey(),
  kind: text().notNull(),
  /** The subject of news, the category of help. */
  tag: text(),
  publishedAt: bigint('published_at', { mode: 'number' }).notNull(),
  /** Its position in the catalogue, which orders help. */
  position: integer().notNull().default(0),
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

/** Public pictures of articles, re-encoded by the exchange. */
export const contentImages = pgTable('content_images', {
  /** Hash of the source picture with extension: its path below `content/`. */
  name: text().primaryKey(),
  bytes: bytea().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  at: epochMs().notNull(),
});

/** The only row of `content_state`. */
export const stateRow = 1;

/** One row: the served set of content, and its non-article parts. */
export const contentState = pgTable('content_state', {
  id: integer().primaryKey(),
  /** Changes when anything in the set does. */
  digest: text().notNull(),
  /** Digest of the set shipped with the last started version, so that an unchanged one costs nothing. */
  bundled: text().notNull().default(''),
  /** The origin of the set. An operator's is never overwritten by a shipped one. */
  source: text({ enum: ['bundled', 'operator'] })
    .notNull()
    .default('bundled'),
  data: jsonb()
    .$type<ContentData>()
    .notNull()
    .default(sql`'{}'`),
  pushedAt: epochMs('pushed_at').notNull().default(0),
});
