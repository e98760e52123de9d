import type { SpotOrder } from './order.ts';

/** A buy order of one coin at 60,000 that rests in the book. */
export const restingOrder: SpotOrder = {
  id: 1,
  owner: 1n,
  pair: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  price: 6_000_000_000_000n,
  amount: 100_000_000n,
  total: null,
  filled: 0n,
  filledTotal: 0n,
  fee: 0n,
  status: 'open',
  closeReason: null,
  createdAt: 1,
  updatedAt: 1,
};
