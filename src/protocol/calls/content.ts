import * as v from 'valibot';
import { defineCalls } from '../call.ts';
import {
  article,
  articleSummary,
  communityLink,
  customerChannel,
  helpCategory,
  noticeKind,
  rebateRate,
} from '../entities/content.ts';
import { decimal, id, locale, nothing, page, pageQuery, timestamp } from '../fields.ts';

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
  'GET common/newsList': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'News, newest first; with `texts` the whole articles too, to be read without a network.',
    input: v.strictObject({ ...pageQuery, ...language, texts: v.optional(v.literal('true')) }),
    output: page(
      v.object({
        ...articleSummary.entries,
        /** There when `texts` was asked for. */
        article: v.optional(article),
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
  'GET common/contact': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Contact data: what the operator says about it, and where the exchange can be reached.',
    input: v.strictObject(language),
    output: v.object({
      /** Null when the operator wrote none. */
      article: v.nullable(article),
      email: v.nullable(v.string()),
      /** E.164 with spaces. */
      phone: v.nullable(v.string()),
      /** Lines of a postal address, as on an envelope. */
      post: v.array(v.string()),
      /** Where the office stands, in degrees. Not in older answers that a device kept. */
      place: v.optional(v.nullable(v.object({ latitude: v.number(), longitude: v.number() }))),
    }),
    refuses: [],
  },
  'GET common/community': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Community links, in the order of the catalogue; all begin with https.',
    input: nothing,
    output: v.object({ list: v.array(communityLink) }),
    refuses: [],
  },
  'GET common/getInviteConfig': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Invitation texts and rebate rates; rates are empty for as long as invitations are not paid for.',
    input: v.strictObject(language),
    output: v.object({
      /** Title and summary go on the poster and with the link, the blocks explain. Null when the operator wrote none. */
      article: v.nullable(article),
      /** Nobody registers without a code. */
      required: v.boolean(),
      rates: v.array(rebateRate),
    }),
    refuses: [],
  },
  'GET customer/config': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Customer-service channels, in the order of the catalogue.',
    input: nothing,
    output: v.object({ list: v.array(customerChannel) }),
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
      /** Hosts whose pages may be shown inside the app: names, or `*.name` for every host below it. Not in older answers that a device kept. */
      webViewHosts: v.optional(v.array(v.string())),
      /** Tile server of the map: its address with `{z}`, `{x}` and `{y}`, and whom the map names for it; null for none. */
      mapTiles: v.optional(v.nullable(v.object({ template: v.string(), attribution: v.string() }))),
      now: timestamp,
    }),
    refuses: [],
  },
});
