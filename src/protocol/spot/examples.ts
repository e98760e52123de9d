import type { Order } from './entities.ts';

/** An order that rests in the book. */
export const restingOrder: Order = {
  id: '1795359130676000',
  pair: 'ETHUSDT',
  side: 'buy',
  type: 'limit',
  price: '900',
  amount: '0.1',
  total: null,
  filled: '0',
  filledTotal: '0',
  averagePrice: null,
  fee: '0',
  status: 'open',
  closeReason: null,
  createdAt: 1795359130675,
  updatedAt: 1795359130675,
};
