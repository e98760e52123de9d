import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { article, notice, noticeKind, type Article, type Notice } from '../content/entities.ts';
import { ticket, ticketClientId, ticketThread, type Ticket } from './entities.ts';
import { done, fileId, id, locale, nothing, page, pageQuery } from '../core/fields.ts';
import { ticketImagesMax, ticketTextMaxLength, ticketTitleMaxLength } from '../core/limits.ts';
import { shownText } from '../core/text/shown-text.ts';

const sampleArticle: Article = {
  key: 'notice/real-name-verified',
  tag: null,
  title: 'Identity verified',
  summary: 'You can now use everything that needs a verified identity.',
  blocks: [
    { text: 'Your real-name authentication is complete. The higher daily withdrawal limit …', type: 'paragraph' },
  ],
  readingMinutes: 1,
  at: 1795359130839,
};

const sampleNotice: Notice = {
  id: '14',
  kind: 'account',
  subject: null,
  title: 'Identity verified',
  summary: 'You can now use everything that needs a verified identity.',
  at: 1795359130839,
  read: true,
};

const sampleTicket: Ticket = {
  id: '1',
  clientId: '3fc0169f505b5fb415d53b9cd7b03137',
  title: 'Deposit not credited',
  state: 'open',
  unread: false,
  at: 1795359129577,
  updatedAt: 1795359129585,
  reopensUntil: null,
};

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
    tag: 'Tickets',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'How many notices are unread.',
    input: nothing,
    output: v.object({ unread: v.number() }),
    refuses: [],
    example: {
      input: {},
      output: { unread: 2 },
    },
  },
  'PUT notice/readAll': {
    area: 'support',
    tag: 'Tickets',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Mark all notices read, or all up to the newest one that was seen.',
    input: v.strictObject({ through: v.optional(id) }),
    output: done,
    refuses: [],
    example: {
      input: { through: '14' },
      output: {},
    },
  },
  'GET notice/info/{id}': {
    area: 'support',
    tag: 'Tickets',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'One notice; reading marks it read.',
    input: v.strictObject({ id, ...language }),
    output: v.object({ notice, article }),
    refuses: ['notFound'],
    example: {
      input: { id: '14', language: 'en' },
      output: {
        notice: sampleNotice,
        article: sampleArticle,
      },
    },
  },
  'GET notice/list': {
    area: 'support',
    tag: 'Tickets',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Notices, newest first, with their texts so that they can be read without a network.',
    input: v.strictObject({ ...pageQuery, kind: v.optional(noticeKind), ...language }),
    output: page(v.object({ notice, article })),
    refuses: [],
    example: {
      input: { size: '1', kind: 'account', language: 'en' },
      output: {
        list: [
          {
            notice: sampleNotice,
            article: sampleArticle,
          },
        ],
        next: '14',
      },
    },
  },
  'GET worker/order/list': {
    area: 'support',
    tag: 'Tickets',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own tickets, the one that moved last first; with an id, that one with all replies, which marks it read.',
    input: v.strictObject({ ...pageQuery, id: v.optional(id) }),
    output: v.object({ ...page(ticket).entries, thread: v.nullable(ticketThread) }),
    refuses: ['notFound'],
    example: {
      input: { size: '2' },
      output: {
        list: [
          {
            ...sampleTicket,
            title: 'Deposit',
          },
        ],
        next: null,
        thread: null,
      },
    },
  },
  'POST worker/order/add': {
    area: 'support',
    tag: 'Tickets',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Open a ticket. Sent again with the same client id it answers the one that is there.',
    input: v.strictObject({
      clientId: ticketClientId,
      title: shownText({ shape: 'line', most: ticketTitleMaxLength }),
      description: shownText({ shape: 'lines', most: ticketTextMaxLength }),
      images: ticketImages,
    }),
    output: ticketThread,
    refuses: ['unfinishedOrder', 'uploadPhotos', 'alreadyProcessed', 'verificationTooOften'],
    example: {
      input: {
        clientId: '0123456789abcdef0123456789abcdef',
        title: 'Deposit not credited',
        description: 'I paid an hour ago and see nothing yet.',
      },
      output: {
        order: {
          ...sampleTicket,
          id: '2',
          clientId: '0123456789abcdef0123456789abcdef',
          at: 1795359130849,
          updatedAt: 1795359130849,
        },
        description: 'I paid an hour ago and see nothing yet.',
        images: [],
        replies: [],
      },
    },
  },
  'POST worker/order/reply/add': {
    area: 'support',
    tag: 'Tickets',
    access: 'user',
    money: false,
    cost: 'write',
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
    example: {
      input: { order: '1', clientId: 'fedcba9876543210fedcba9876543210', text: 'It arrived, thank you.' },
      output: {
        order: sampleTicket,
        description: 'I paid an hour ago and see nothing yet.',
        images: [],
        replies: [
          {
            id: '1',
            clientId: 'fedcba9876543210fedcba9876543210',
            from: 'person',
            kind: 'text',
            text: 'It arrived, thank you.',
            images: [],
            at: 1795359129585,
          },
        ],
      },
    },
  },
});
