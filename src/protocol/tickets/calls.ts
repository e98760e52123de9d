import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { article, notice, noticeKind } from '../content/entities.ts';
import { ticket, ticketClientId, ticketThread } from './entities.ts';
import { done, fileId, id, locale, nothing, page, pageQuery } from '../core/fields.ts';
import { ticketImagesMax, ticketTextMaxLength, ticketTitleMaxLength } from '../core/limits.ts';
import { shownText } from '../core/text/shown-text.ts';

const ticketImages = v.pipe(
  v.optional(
    v.pipe(
      v.array(fileId),
      v.maxLength(ticketImagesMax),
      v.check((ids) => new Set(ids).size === ids.length, 'each once'),
    ),
    [],
  ),
  v.description('File ids of `POST api/upload/img` for the purpose `work-order`, each once.'),
);

const language = { language: v.optional(locale, 'en') };

/** Calls of area `support`. */
export const ticketCalls = defineCalls({
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
  'GET worker/order/list': {
    area: 'support',
    access: 'user',
    money: false,
    purpose: 'Own tickets, the one that moved last first; with an id, that one with all replies, which marks it read.',
    input: v.strictObject({ ...pageQuery, id: v.optional(id) }),
    output: v.object({ ...page(ticket).entries, thread: v.nullable(ticketThread) }),
    refuses: ['notFound'],
  },
  'POST worker/order/add': {
    area: 'support',
    access: 'user',
    money: false,
    purpose: 'Open a ticket. Sent again with the same client id it answers the one that is there.',
    input: v.strictObject({
      clientId: ticketClientId,
      title: shownText({ shape: 'line', most: ticketTitleMaxLength }),
      description: shownText({ shape: 'lines', most: ticketTextMaxLength }),
      images: ticketImages,
    }),
    output: ticketThread,
    refuses: ['unfinishedOrder', 'uploadPhotos', 'alreadyProcessed', 'verificationTooOften'],
  },
  'POST worker/order/reply/add': {
    area: 'support',
    access: 'user',
    money: false,
    purpose: 'Reply to a ticket, or close it; a reply opens a closed one again for a while.',
    input: v.strictObject({
      order: id,
      clientId: ticketClientId,
      text: v.optional(shownText({ shape: 'lines', most: ticketTextMaxLength, least: 0 }), ''),
      images: ticketImages,
      close: v.pipe(v.optional(v.boolean(), false), v.description('Closes the order; with a text after it.')),
    }),
    output: ticketThread,
    /** `alreadyProcessed` for a client id of another reply, and where no more replies are taken. */
    refuses: ['notFound', 'alreadyProcessed', 'unfinishedOrder', 'uploadPhotos'],
  },
});
