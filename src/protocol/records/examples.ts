import type { Examples } from '../core/example.ts';

export const recordExamples = {
  'GET common/recordHeads': {
    input: { days: '2' },
    output: {
      list: [
        {
          date: '2026-11-22',
          hash: '8f0e2a1c4f7d3b8e6a95c1d2e3f40516273849abcdef0123456789abcdef0123',
          links: 412,
        },
        {
          date: '2026-11-21',
          hash: '3c5a9d0b7e6f1428394a5b6c7d8e9f00112233445566778899aabbccddeeff00',
          links: 388,
        },
      ],
    },
  },
} satisfies Partial<Examples>;
