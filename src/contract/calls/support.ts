import * as v from 'valibot';
import { defineCalls } from '../call.ts';
import { article, notice, noticeKind } from '../entities/content.ts';
import { done, id, locale, nothing, page, pageQuery } from '../fields.ts';

const language = { language: v.optional(locale, 'en') };

/** Calls of area `support`. */
export const supportCalls = defineCalls({
  'GET notice/noticeNum': {
    area: 'support',
    access: 'user',
    money: false,
    purpose: 'How many notices are unread.',
    input: nothing,
    output: v.object({ unread: v.number() }),
    refuses: [],
  },
  'PUT notice/readAll': {
    area: 'support',
    access: 'user',
    money: false,
    purpose: 'Mark all notices read, or all up to the newest one that was seen.',
    input: v.strictObject({ through: v.optional(id) }),
    output: done,
    refuses: [],
  },
  'GET notice/info/{id}': {
    area: 'support',
    access: 'user',
    money: false,
    purpose: 'One notice; reading marks it read.',
    input: v.strictObject({ id, ...language }),
    output: v.object({ notice, article }),
    refuses: ['notFound'],
  },
  'GET notice/list': {
    area: 'support',
    access: 'user',
    money: false,
    purpose: 'Notices, newest first, with their texts so that they can be read without a network.',
    input: v.strictObject({ ...pageQuery, kind: v.optional(noticeKind), ...language }),
    output: page(v.object({ notice, article })),
    refuses: [],
  },
});
