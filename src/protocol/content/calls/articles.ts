import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { article, articleSummary, helpCategory, noticeKind } from '../entities.ts';
import { id, locale, page, timestamp, pageQuery } from '#protocol/core/fields.ts';

const language = { language: v.optional(locale, 'en') };

/** News, help, pages and what belongs to them. */
export const articleCalls = defineCalls({
  'GET common/newsList': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'News, newest first; with `texts` the whole articles too, to be read without a network.',
    input: v.strictObject({ ...pageQuery, ...language, texts: v.optional(v.literal('true')) }),
    output: page(
      v.object({
        ...articleSummary.entries,
        article: v.pipe(v.optional(article), v.description('There when `texts` was asked for.')),
      }),
    ),
    refuses: [],
  },
  'GET common/problem': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Frequent questions: help articles with their whole texts, in the order of the catalogue.',
    input: v.strictObject({ ...pageQuery, category: v.optional(helpCategory), ...language }),
    output: page(v.object({ category: helpCategory, article })),
    refuses: [],
  },
  'GET common/whiteBook': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'White paper.',
    input: v.strictObject(language),
    output: article,
    refuses: ['notFound'],
  },
  'GET common/article': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'One article or static page by key and language.',
    input: v.strictObject({ key: v.pipe(v.string(), v.regex(/^[\w./-]{1,64}$/)), ...language }),
    output: article,
    refuses: ['notFound'],
  },
  'GET common/carousel': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Home carousel.',
    input: v.strictObject(language),
    output: v.object({
      list: v.array(
        v.object({
          key: v.string(),
          title: v.string(),
          text: v.string(),
          to: v.pipe(v.string(), v.description('Route of the app the slide leads to.')),
          art: v.pipe(
            v.picklist(['practice', 'market', 'offline', 'safety']),
            v.description('The drawing shown beside the words; the app has one of each name.'),
          ),
        }),
      ),
    }),
    refuses: [],
  },
  'GET common/getMsg': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Public scrolling messages: the newest notices for everybody.',
    input: v.strictObject(language),
    output: v.object({ list: v.array(v.object({ key: v.string(), text: v.string(), at: timestamp })) }),
    refuses: [],
  },
  'GET getMsg': {
    area: 'content',
    access: 'user',
    money: false,
    purpose: 'Own messages for the scroller: the newest own notices that are unread.',
    input: v.strictObject(language),
    output: v.object({
      list: v.array(v.object({ id, kind: noticeKind, text: v.string(), at: timestamp })),
    }),
    refuses: [],
  },
});
