import type { Examples } from '#protocol/core/example.ts';

export const articleExamples = {
  'GET common/newsList': {
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
  'GET common/problem': {
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
  'GET common/whiteBook': {
    input: { language: 'en' },
    output: {
      key: 'page/white-paper',
      tag: null,
      title: 'White paper',
      summary: 'How Dunlin is built, which rules it follows, and how you can check them.',
      blocks: [
        { text: '1. The idea', type: 'heading' },
        { text: "An exchange holds other people's money and decides at which price they trade. …", type: 'paragraph' },
      ],
      readingMinutes: 4,
      at: 1795154400000,
    },
  },
  'GET common/article': {
    input: { key: 'help/address-book', language: 'en' },
    output: {
      key: 'help/address-book',
      tag: 'money',
      title: 'The address book',
      summary: 'Keep the addresses you send to, and let new ones wait.',
      blocks: [
        { text: 'Add an address with a name under Assets, Withdraw, Address book. It is checked …', type: 'paragraph' },
        { text: 'A wait for new addresses', type: 'heading' },
      ],
      readingMinutes: 1,
      at: 1795154400000,
    },
  },
  'GET common/carousel': {
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
  'GET common/getMsg': {
    input: { language: 'en' },
    output: {
      list: [
        { key: 'notice/open', text: 'Spot trading is open', at: 1795140000000 },
        { key: 'notice/no-calls', text: 'We never ask for your password or codes', at: 1794967200000 },
      ],
    },
  },
  'GET getMsg': {
    input: { language: 'en' },
    output: {
      list: [
        { id: '11', kind: 'account', at: 1795359130277, text: 'Withdrawal address added' },
        { id: '10', kind: 'account', at: 1795359130241, text: 'Your transaction password was changed' },
      ],
    },
  },
} satisfies Partial<Examples>;
