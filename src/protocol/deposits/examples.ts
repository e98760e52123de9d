import type { Deposit } from './entities.ts';

export const deposit: Deposit = {
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
