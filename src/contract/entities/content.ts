import * as v from 'valibot';
import { id, timestamp } from '../fields.ts';

/** Kinds of notices (spec point 9): the badge and colour a notice is shown with. */
export const noticeKind = v.picklist(['account', 'trading', 'system']);

/** A notice in the list. Title and summary are in the language asked for. */
export const notice = v.object({
  id,
  kind: noticeKind,
  title: v.string(),
  summary: v.string(),
  at: timestamp,
  read: v.boolean(),
});
export type Notice = v.InferOutput<typeof notice>;

/** A block of an article's text. Articles are structured, never HTML, so that nothing in them can run. */
export const block = v.variant('type', [
  v.object({ type: v.literal('heading'), text: v.string() }),
  v.object({ type: v.literal('paragraph'), text: v.string() }),
  v.object({ type: v.literal('list'), items: v.array(v.string()) }),
  v.object({ type: v.literal('facts'), rows: v.array(v.tuple([v.string(), v.string()])) }),
]);
export type Block = v.InferOutput<typeof block>;

/** An article: news, a notice's text, a coin introduction, the agreement. */
export const article = v.object({
  key: v.string(),
  tag: v.nullable(v.string()),
  title: v.string(),
  summary: v.string(),
  blocks: v.array(block),
  /** Minutes of reading, at least 1. */
  readingMinutes: v.number(),
  at: timestamp,
});
export type Article = v.InferOutput<typeof article>;

/** An article in the news list. */
export const articleSummary = v.object({
  key: v.string(),
  tag: v.nullable(v.string()),
  title: v.string(),
  summary: v.string(),
  at: timestamp,
});
export type ArticleSummary = v.InferOutput<typeof articleSummary>;
