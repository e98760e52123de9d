import type { Examples } from '../core/example.ts';

export const chatExamples = {
  'POST checkChatPwd': {
    input: { rules: 1 },
    output: {
      me: { handle: 'eBQwqmdYGEk', admitted: true, rulesAccepted: 1, passwordNeeded: false, banned: false },
      group: null,
    },
  },
  'GET getChatList': {
    input: { what: 'messages', group: '1', size: '2' },
    output: {
      me: { handle: 'eBQwqmdYGEk', admitted: true, rulesAccepted: 1, passwordNeeded: false, banned: false },
      groups: [],
      messages: [
        {
          group: '1',
          number: 42,
          key: 'c2f1a9d07b3e4f58',
          author: { handle: 'eBQwqmdYGEk', nickname: 'Mei Lin', maskedId: '10••05', avatar: null },
          house: null,
          text: 'Good morning',
          image: null,
          reply: null,
          mentions: [],
          at: 1795359121805,
          removed: null,
        },
      ],
      members: [],
      next: null,
    },
  },
  'GET common/getChatConfigs': {
    input: {},
    output: {
      open: true,
      password: false,
      rulesVersion: 1,
      rules: null,
      groups: [{ id: '1', key: 'lounge', name: 'Lounge', kind: 'open', members: 5 }],
      limits: { textMaxLength: 1000, sends: 5, windowMs: 10000, kept: 5000 },
    },
  },
} satisfies Partial<Examples>;
