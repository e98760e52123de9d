import type { Article, Notice } from '../content/entities.ts';
import type { Ticket } from './entities.ts';
import type { Examples } from '../core/example.ts';

const article: Article = {
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

const notice: Notice = {
  id: '14',
  kind: 'account',
  subject: null,
  title: 'Identity verified',
  summary: 'You can now use everything that needs a verified identity.',
  at: 1795359130839,
  read: true,
};

const ticket: Ticket = {
  id: '1',
  clientId: '3fc0169f505b5fb415d53b9cd7b03137',
  title: 'Deposit not credited',
  state: 'open',
  unread: false,
  at: 1795359129577,
  updatedAt: 1795359129585,
  reopensUntil: null,
};

export const ticketExamples = {
  'GET notice/noticeNum': {
    input: {},
    output: { unread: 2 },
  },
  'PUT notice/readAll': {
    input: { through: '14' },
    output: {},
  },
  'GET notice/info/{id}': {
    input: { id: '14', language: 'en' },
    output: {
      notice,
      article,
    },
  },
  'GET notice/list': {
    input: { size: '1', kind: 'account', language: 'en' },
    output: {
      list: [
        {
          notice,
          article,
        },
      ],
      next: '14',
    },
  },
  'GET worker/order/list': {
    input: { size: '2' },
    output: {
      list: [
        {
          ...ticket,
          title: 'Deposit',
        },
      ],
      next: null,
      thread: null,
    },
  },
  'POST worker/order/add': {
    input: {
      clientId: '0123456789abcdef0123456789abcdef',
      title: 'Deposit not credited',
      description: 'I paid an hour ago and see nothing yet.',
    },
    output: {
      order: {
        ...ticket,
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
  'POST worker/order/reply/add': {
    input: { order: '1', clientId: 'fedcba9876543210fedcba9876543210', text: 'It arrived, thank you.' },
    output: {
      order: ticket,
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
} satisfies Partial<Examples>;
