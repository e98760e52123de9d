import type { Order } from './entities.ts';
import type { Examples } from '../core/example.ts';

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

export const spotOrderExamples = {
  'POST currency': {
    input: { type: 'limit', pair: 'ETHUSDT', side: 'buy', price: '900', amount: '0.1' },
    output: {
      order: restingOrder,
    },
  },
  'GET currencyRecord': {
    input: { size: '2', state: 'current', pair: 'ETHUSDT' },
    output: {
      list: [
        restingOrder,
        {
          ...restingOrder,
          id: '1795359129170000',
          createdAt: 1795359129170,
          updatedAt: 1795359129170,
        },
      ],
      next: null,
    },
  },
  'POST cancelCurrency': {
    input: { id: '1795359130715000' },
    output: {
      order: {
        ...restingOrder,
        id: '1795359130715000',
        status: 'cancelled',
        closeReason: 'user',
        createdAt: 1795359130715,
        updatedAt: 1795359130725,
      },
    },
  },
} satisfies Partial<Examples>;
