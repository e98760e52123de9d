import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { article, articleSummary, helpCategory, noticeKind } from '../entities.ts';
import { id, locale, page, timestamp, pageQuery } from '#protocol/core/fields.ts';

const language = { language: v.optional(locale, 'en') };

/** News, help, pages and what belongs to them. */
export const articleCalls = defineCalls({
  'GET common/newsList': {
    area: 'content',
    tag: 'Content',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'News, newest first; with `texts` the whole articles too, to be read without a network.',
    input: v.strictObject({ ...pageQuery, ...language, texts: v.optional(v.literal('true')) }),
    output: page(
      v.object({
        ...articleSummary.entries,
        article: v.pipe(v.optional(article), v.description('There when `texts` was asked for.')),
      }),
    ),
    refuses: [],
    example: {
      input: { size: '2', language: 'en' },
      output: {
        list: [
          {
            key: 'news/offline',
            tag: 'product',
            title: 'Read Dunlin without a network',
            summary: 'The app opens without a connection, and keeps what you may want to read.',
            at: 1795140000000,
          },
          {
            key: 'news/account-safety',
            tag: 'safety',
            title: 'How your account is protected',
            summary: 'What we do, what you can do, and what we will never ask for.',
            at: 1795053600000,
          },
        ],
        next: '1795053600000-5',
      },
    },
  },
  'GET common/problem': {
    area: 'content',
    tag: 'Content',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Frequent questions: help articles with their whole texts, in the order of the catalogue.',
    input: v.strictObject({ ...pageQuery, category: v.optional(helpCategory), ...language }),
    output: page(v.object({ category: helpCategory, article })),
    refuses: [],
    example: {
      input: { size: '1', category: 'start', language: 'en' },
      output: {
        list: [
          {
            category: 'start',
            article: {
              key: 'help/first-steps',
              tag: 'start',
              title: 'Your first ten minutes',
              summary: 'From a new account to a first trade, step by step, with nothing at risk in practice mode.',
              blocks: [
                {
                  text: 'Choose "Try with a practice account" on the log-in screen, or register with a …',
                  type: 'paragraph',
                },
                { text: 'A first trade', type: 'heading' },
              ],
              readingMinutes: 1,
              at: 1795154400000,
            },
          },
        ],
        next: '6',
      },
    },
  },
  'GET common/whiteBook': {
    area: 'content',
    tag: 'Content',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'White paper.',
    input: v.strictObject(language),
    output: article,
    refuses: ['notFound'],
    example: {
      input: { language: 'en' },
      output: {
        key: 'page/white-paper',
        tag: null,
        title: 'White paper',
        summary: 'How Dunlin is built, which rules it follows, and how you can check them.',
        blocks: [
          { text: '1. The idea', type: 'heading' },
          {
            text: "An exchange holds other people's money and decides at which price they trade. …",
            type: 'paragraph',
          },
        ],
        readingMinutes: 4,
        at: 1795154400000,
      },
    },
  },
  'GET common/article': {
    area: 'content',
    tag: 'Content',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'One article or static page by key and language.',
    input: v.strictObject({ key: v.pipe(v.string(), v.regex(/^[\w./-]{1,64}$/)), ...language }),
    output: article,
    refuses: ['notFound'],
    example: {
      input: { key: 'help/address-book', language: 'en' },
      output: {
        key: 'help/address-book',
        tag: 'money',
        title: 'The address book',
        summary: 'Keep the addresses you send to, and let new ones wait.',
        blocks: [
          {
            text: 'Add an address with a name under Assets, Withdraw, Address book. It is checked …',
            type: 'paragraph',
          },
          { text: 'A wait for new addresses', type: 'heading' },
        ],
        readingMinutes: 1,
        at: 1795154400000,
      },
    },
  },
  'GET common/carousel': {
    area: 'content',
    tag: 'Content',
    access: 'public',
    money: false,
    cost: 'memory',
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
    example: {
      input: { language: 'en' },
      output: {
        list: [
          {
            key: 'slide/practice',
            title: 'Practise first',
            text: 'Trade with practice coins at real prices.',
            to: '/market',
            art: 'practice',
          },
        ],
      },
    },
  },
  'GET common/getMsg': {
    area: 'content',
    tag: 'Content',
    access: 'public',
    money: false,
    cost: 'read',
    purpose: 'Public scrolling messages: the newest notices for everybody.',
    input: v.strictObject(language),
    output: v.object({ list: v.array(v.object({ key: v.string(), text: v.string(), at: timestamp })) }),
    refuses: [],
    example: {
      input: { language: 'en' },
      output: {
        list: [
          { key: 'notice/open', text: 'Spot trading is open', at: 1795140000000 },
          { key: 'notice/no-calls', text: 'We never ask for your password or codes', at: 1794967200000 },
        ],
      },
    },
  },
  'GET getMsg': {
    area: 'content',
    tag: 'Content',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own messages for the scroller: the newest own notices that are unread.',
    input: v.strictObject(language),
    output: v.object({
      list: v.array(v.object({ id, kind: noticeKind, text: v.string(), at: timestamp })),
    }),
    refuses: [],
    example: {
      input: { language: 'en' },
      output: {
        list: [
          { id: '11', kind: 'account', at: 1795359130277, text: 'Withdrawal address added' },
          { id: '10', kind: 'account', at: 1795359130241, text: 'Your transaction password was changed' },
        ],
      },
    },
  },
});
