import * as v from 'valibot';
import { decimal, id, timestamp } from '../fields.ts';

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

/** What an article is for. Words of notices are articles too; they are read as notices only. */
export const articleKind = v.picklist(['news', 'help', 'page', 'coin', 'notice', 'slide']);
export type ArticleKind = v.InferOutput<typeof articleKind>;

/** Where a help article stands; the app has the words for each, and shows them in this order. */
export const helpCategory = v.picklist([
  'start',
  'account',
  'money',
  'trading',
  'contracts',
  'options',
  'safety',
  'offline',
]);
export type HelpCategory = v.InferOutput<typeof helpCategory>;

/** A picture of an article, below the file base: `content/` and a name made of its own bytes, so it never changes. */
export const contentImagePath = v.pipe(v.string(), v.regex(/^content\/[\w-]{43}\.(?:jpg|png)$/));

/**
 * A block of an article's text. Articles are structured, never HTML, and every text is plain, so that nothing in them
 * can run or load from elsewhere.
 */
export const block = v.variant('type', [
  v.object({ type: v.literal('heading'), text: v.string() }),
  v.object({ type: v.literal('paragraph'), text: v.string() }),
  v.object({ type: v.literal('list'), items: v.array(v.string()) }),
  /** What is done one after the other, numbered. */
  v.object({ type: v.literal('steps'), items: v.array(v.string()) }),
  v.object({ type: v.literal('facts'), rows: v.array(v.tuple([v.string(), v.string()])) }),
  v.object({
    type: v.literal('image'),
    src: contentImagePath,
    /** What it shows, in words. */
    alt: v.string(),
    /** Pixels of the file, so that its room is there before it is. */
    width: v.number(),
    height: v.number(),
  }),
]);
export type Block = v.InferOutput<typeof block>;

/** An article: news, help, a notice's text, a coin introduction, the agreement. */
export const article = v.object({
  key: v.string(),
  /** Of news its subject, of help its category, else null. */
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

/** An address outside that the operator wrote: https only, without user information. */
export const outsideLink = v.pipe(
  v.string(),
  v.maxLength(300),
  v.regex(
    /^https:\/\/[\w.-]+(?::\d{1,5})?(?:[/?#][\w./?#&=%~:@!$'()*+,;-]*)?$/,
    'an address that begins with https://',
  ),
);

/** A place outside where users meet; `kind` chooses its drawing. */
export const communityLink = v.object({
  kind: v.picklist([
    'x',
    'telegram',
    'discord',
    'youtube',
    'facebook',
    'instagram',
    'reddit',
    'github',
    'line',
    'weibo',
    'website',
  ]),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(60)),
  url: outsideLink,
});
export type CommunityLink = v.InferOutput<typeof communityLink>;

/**
 * A way to reach customer service. `help`, `workOrder` and `chat` are screens of the app and carry no value; the others
 * carry an address, a number or a link.
 */
export const customerChannel = v.variant('kind', [
  v.object({ kind: v.picklist(['help', 'workOrder', 'chat']), value: v.null() }),
  v.object({ kind: v.literal('email'), value: v.pipe(v.string(), v.email(), v.maxLength(254)) }),
  v.object({ kind: v.literal('phone'), value: v.pipe(v.string(), v.regex(/^\+[\d ]{6,24}$/)) }),
  v.object({ kind: v.literal('link'), value: outsideLink }),
]);
export type CustomerChannel = v.InferOutput<typeof customerChannel>;

/** What somebody who invited others is paid of their fees, by level: 1 for those invited, 2 for whom they invited. */
export const rebateRate = v.object({ level: v.number(), rate: decimal });
