import { expect, test } from 'vitest';
import { booksOf, dayCsv } from './day-book.ts';

const side = (orders: number, quantity: string, amount: string) => ({ orders, quantity, amount });
const rows = [
  {
    asset: 'USDT',
    currency: 'USD' as const,
    sold: side(1, '10', '10.1'),
    bought: side(0, '0', '0'),
    total: side(1, '10', '10.1'),
  },
  {
    asset: 'USDT',
    currency: 'CNY' as const,
    sold: side(2, '120', '864'),
    bought: side(1, '30', '213'),
    total: side(3, '150', '1077'),
  },
  {
    asset: 'BTC',
    currency: 'CNY' as const,
    sold: side(1, '0.01', '4861.69'),
    bought: side(0, '0', '0'),
    total: side(1, '0.01', '4861.69'),
  },
];

test('coins of one currency add up, currencies never do', () => {
  expect(booksOf({ rows })).toEqual([
    {
      currency: 'CNY',
      sold: { orders: 3, amount: '5725.69' },
      bought: { orders: 1, amount: '213' },
      total: { orders: 4, amount: '5938.69' },
    },
    {
      currency: 'USD',
      sold: { orders: 1, amount: '10.1' },
      bought: { orders: 0, amount: '0' },
      total: { orders: 1, amount: '10.1' },
    },
  ]);
  expect(booksOf({ rows: [] })).toEqual([]);
});

test('the table has a line for each coin and currency, and the day of UTC+8', () => {
  const [, first] = dayCsv({ since: Date.parse('2026-11-22T16:00:00Z'), rows }).split('\r\n');
  expect(first).toBe('2026-11-23,USDT,USD,1,10,10.1,0,0,0');
});
