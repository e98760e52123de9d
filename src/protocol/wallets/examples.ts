import type { Examples } from '../core/example.ts';

export const walletExamples = {
  'GET wallet': {
    input: { history: '7' },
    output: {
      total: '35887.10',
      wallets: [
        { wallet: 'spot', total: '33775.37' },
        { wallet: 'contract', total: '2011.72' },
      ],
      balances: [
        { wallet: 'spot', asset: 'BTC', available: '0.20015996', frozen: '0', locked: '0', valuation: '12499.54' },
        { wallet: 'spot', asset: 'ETH', available: '1', frozen: '0', locked: '0', valuation: '3400.33' },
      ],
      history: [{ at: 1795359130461, total: '35887.10', flows: '0.00' }],
      totalYesterday: null,
      flowsToday: null,
      at: 1795359130461,
    },
  },
  'GET wallet/costs': {
    input: {},
    output: {
      list: [{ asset: 'BTC', amount: '0.20015996', cost: '12250.03671200' }],
      complete: true,
      at: 1795359130461,
    },
  },
  'GET cashflow': {
    input: { size: '2', wallet: 'spot', asset: 'USDT' },
    output: {
      list: [
        {
          id: '360',
          kind: 'transfer',
          state: null,
          changes: [
            { wallet: 'spot', asset: 'USDT', amount: '-500' },
            { wallet: 'option', asset: 'USDT', amount: '500' },
          ],
          entries: [
            {
              id: '364',
              wallet: 'option',
              asset: 'USDT',
              part: 'available',
              kind: 'transfer',
              amount: '500',
              reference: null,
              at: 1795359129203,
            },
            {
              id: '360',
              wallet: 'spot',
              asset: 'USDT',
              part: 'available',
              kind: 'transfer',
              amount: '-500',
              reference: null,
              at: 1795359129203,
            },
          ],
          at: 1795359129203,
        },
      ],
      next: '90',
    },
  },
} satisfies Partial<Examples>;
