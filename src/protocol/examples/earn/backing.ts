import type { Examples } from '../example.ts';

export const backingExamples = {
  'GET common/backing': {
    input: {},
    output: {
      at: 1795359130263,
      list: [
        { product: 'earn', asset: 'USDT', held: '250000', promised: '1804.21' },
        { product: 'mining', asset: 'BTC', held: '4', promised: '0.3125' },
      ],
    },
  },
} satisfies Partial<Examples>;
