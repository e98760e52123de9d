import type { Article, Notice } from '../content/entities.ts';
import type { Ticket } from './entities.ts';

export const article: Article = {
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

export const notice: Notice = {
  id: '14',
  kind: 'account',
  subject: null,
  title: 'Identity verified',
  summary: 'You can now use everything that needs a verified identity.',
  at: 1795359130839,
  read: true,
};

export const ticket: Ticket = {
  id: '1',
  clientId: '3fc0169f505b5fb415d53b9cd7b03137',
  title: 'Deposit not credited',
  state: 'open',
  unread: false,
  at: 1795359129577,
  updatedAt: 1795359129585,
  reopensUntil: null,
};
