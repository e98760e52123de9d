import { sql } from 'drizzle-orm';
import { bigint, bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Block } from '../../protocol/entities/content.ts';
import { bytea, epochMs } from '../core/store/columns.ts';
import type { ContentData } from './catalogue.ts';

/** Articles of every kind: news, help, coin introductions, the agreement, the texts behind notices. */
export const articles = pgTable('articles', {
  id: bigserial({ mode: 'bigint' }).notNull().unique(),
  key: text().primaryKey(),
  kind: text().notNull(),
  /** Of news its subject, of help its category. */
  tag: text(),
  publishedAt: bigint('published_at', { mode: 'number' }).notNull(),
  /** Its place in the catalogue: help is read in this order. */
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

/** Pictures of articles, as the exchange wrote them again; anybody may see them. */
export const contentImages = pgTable('content_images', {
  /** Hash of the picture as it was given, and the ending: what stands behind `content/` in its address. */
  name: text().primaryKey(),
  bytes: bytea().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  at: epochMs().notNull(),
});

/** The only row of `content_state`. */
export const stateRow = 1;

/** One row: which set of content is served, and what of it is no article. */
export const contentState = pgTable('content_state', {
  id: integer().primaryKey(),
  /** Changes when anything in the set does. */
  digest: text().notNull(),
  /** Digest of the set that shipped with the version that started last, so that an unchanged one costs nothing. */
  bundled: text().notNull().default(''),
  /** Whose set it is. That of an operator is never written over by one that ships. */
  source: text({ enum: ['bundled', 'operator'] })
    .notNull()
    .default('bundled'),
  data: jsonb()
    .$type<ContentData>()
    .notNull()
    .default(sql`'{}'`),
  pushedAt: epochMs('pushed_at').notNull().default(0),
});
