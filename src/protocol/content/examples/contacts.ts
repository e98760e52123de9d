import type { Examples } from '#protocol/core/example.ts';

export const contactExamples = {
  'GET common/contact': {
    input: { language: 'en' },
    output: {
      article: null,
      email: 'help@dunlin.example',
      phone: '+81 3 1234 5678',
      post: ['Dunlin', '1-1 Marunouchi', 'Tokyo 100-0005'],
      place: { latitude: 35.68, longitude: 139.76 },
    },
  },
  'GET common/community': {
    input: {},
    output: { list: [{ kind: 'telegram', name: 'Dunlin on Telegram', url: 'https://t.me/dunlin_example' }] },
  },
  'GET customer/config': {
    input: {},
    output: {
      list: [
        { kind: 'workOrder', value: null },
        { kind: 'email', value: 'help@dunlin.example' },
      ],
    },
  },
  'GET common/getInviteConfig': {
    input: { language: 'en' },
    output: { article: null, required: false, rates: [] },
  },
} satisfies Partial<Examples>;
