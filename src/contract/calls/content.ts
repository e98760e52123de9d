import * as v from 'valibot';
import { defineCalls } from '../call.ts';
import { article, articleSummary } from '../entities/content.ts';
import { decimal, locale, nothing, page, pageQuery, timestamp } from '../fields.ts';

const language = { language: v.optional(locale, 'en') };

/** Calls of area `content`. */
export const contentCalls = defineCalls({
  'GET common/sysTime': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Server time, for countdowns.',
    input: nothing,
    output: v.object({ now: timestamp }),
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
  'GET common/newsList': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'News, newest first.',
    input: v.strictObject({ ...pageQuery, ...language }),
    output: page(articleSummary),
    refuses: [],
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
          /** Route of the app the slide leads to. */
          to: v.string(),
          /** The drawing shown beside the words; the app has one of each name. */
          art: v.picklist(['practice', 'market', 'offline', 'safety']),
        }),
      ),
    }),
    refuses: [],
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
  'POST common/version': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Newest version; by type ANDROID or IOS, the download address.',
    input: v.strictObject({ type: v.optional(v.picklist(['ANDROID', 'IOS'])) }),
    output: v.object({
      version: v.string(),
      /** Identifies the build that is being served. */
      build: v.string(),
      url: v.nullable(v.string()),
    }),
    refuses: [],
  },
  'GET common/platformRate': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Fiat rates for display: units of the currency for one USDT.',
    input: nothing,
    output: v.object({
      list: v.array(v.object({ currency: v.string(), symbol: v.string(), rate: decimal })),
      at: timestamp,
    }),
    refuses: [],
  },
  'GET web/config': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Launch configuration: pcUrl, mode and feature switches.',
    input: nothing,
    output: v.object({
      /** Where desktop browsers are sent; null when they stay. */
      pcUrl: v.nullable(v.string()),
      mode: v.picklist(['practice', 'live']),
      /** Product areas that are switched on. */
      features: v.array(v.string()),
      now: timestamp,
    }),
    refuses: [],
  },
});
