import type { Examples } from '../core/example.ts';

export const backingExamples = {
  'GET common/backing': {
    input: {},
    output: {
      at: 1795359130263,
      list: [
        { product: 'earn', asset: 'USDT', held: '250000', promised: '1804.21', lent: '0' },
        { product: 'mining', asset: 'BTC', held: '4', promised: '0.3125', lent: '0' },
      ],
    },
  },
  'GET common/backingEntries': {
    input: { product: 'earn', asset: 'USDT', size: '2' },
    output: {
      list: [
        {
          id: '184220',
          at: 1795359120113,
          kind: 'earn-buy',
          free: '-4.8',
          aside: '4.8',
          freeAfter: '248195.79',
          asideAfter: '1804.21',
        },
        {
          id: '184002',
          at: 1795359060871,
          kind: 'earn-interest',
          free: '0.02',
          aside: '-9.6',
          freeAfter: '248200.59',
          asideAfter: '1799.41',
        },
      ],
      next: '184002-24820057000000-180901000000',
    },
  },
} satisfies Partial<Examples>;
