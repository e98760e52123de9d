import type { Examples } from '../core/example.ts';

export const launchExamples = {
  'GET web/config': {
    input: {},
    output: {
      pcUrl: null,
      webViewHosts: [],
      mapTiles: null,
      mode: 'practice',
      features: ['spot', 'options', 'gold', 'deposits', 'withdrawals', 'content', 'support', 'chat'],
      switchedOff: { contracts: 'country' },
      offer: '41',
      now: 1795359130366,
    },
  },
  'GET common/sysTime': {
    input: {},
    output: { now: 1795359130415 },
  },
  'POST common/version': {
    input: { type: 'ANDROID' },
    output: { version: '1.0.5', build: '3f9c2a71', url: null },
  },
  'GET common/platformRate': {
    input: {},
    output: {
      list: [
        { currency: 'USD', symbol: '$', rate: '1', at: 1793577600000 },
        { currency: 'CNY', symbol: '¥', rate: '7.12', at: 1795359000000 },
      ],
      at: 1793577600000,
    },
  },
} satisfies Partial<Examples>;
