import type { Deposit } from './entities.ts';
import { chains } from '../chains/examples.ts';
import type { Examples } from '../core/example.ts';

const deposit: Deposit = {
  id: '1',
  asset: 'USDT',
  chain: 'TRON',
  amount: '50',
  state: 'under-review',
  hash: '3b1f7c0d9e5a48268f2d6b94c7e0a1538d4f6b2c9e7a1053f8d2b6c4e9a70f15',
  address: null,
  confirmations: 0,
  creditConfirmations: 0,
  freeConfirmations: 0,
  reason: null,
  at: 1795359128688,
  updatedAt: 1795359128688,
};

export const depositExamples = {
  'GET platformAddress': {
    input: { asset: 'USDT', chain: 'TEST' },
    output: {
      chains,
      address: { asset: 'USDT', chain: 'TEST', address: 'dt1jaj4k7sefldek6usas98fngxxpqmsdmy3fajrt' },
    },
  },
  'POST recharge': {
    input: {
      chain: 'TRON',
      asset: 'USDT',
      amount: '50',
      hash: '3b1f7c0d9e5a48268f2d6b94c7e0a1538d4f6b2c9e7a1053f8d2b6c4e9a70f15',
      voucher: 'aB3dE5fG7hJ9kL1mN3pQ5r',
    },
    output: {
      asset: 'USDT',
      amount: '50',
      nextAt: null,
      deposit,
      hash: null,
    },
  },
  'GET recharge/list': {
    input: { size: '2', asset: 'USDT' },
    output: {
      list: [deposit],
      next: null,
    },
  },
} satisfies Partial<Examples>;
