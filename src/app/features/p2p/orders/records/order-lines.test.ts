import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#protocol/core/durations.ts';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { p2pOrderCalls } from '#protocol/p2p/calls/orders.ts';
import { joinOrders, orderLines, totalsOf } from './order-lines.ts';

const at = Date.parse('2026-11-20T12:00:00Z');
const base: P2pOrder = p2pOrderCalls['POST tradeBuy'].example.output;
const order = (id: string, more: Partial<P2pOrder>): P2pOrder => ({ ...base, id, createdAt: at, ...more });
const done = { state: 'completed', amount: '143.8' } as const;

test('open orders come first, whenever they were made; ended ones under their day', () => {
  const lines = orderLines(
    [
      order('4', done),
      order('3', { state: 'cancelled' }),
      order('2', { createdAt: at - dayMs }),
      order('1', { ...done, createdAt: at - dayMs }),
    ],
    () => 0,
    false,
  );
  expect(lines.map(({ id }) => id)).toEqual([
    'open',
    '2',
    `day-${Math.floor(at / dayMs)}`,
    '4',
    '3',
    `day-${Math.floor(at / dayMs) - 1}`,
    '1',
  ]);
});

test('the day is the user’s own', () => {
  const late = order('1', { ...done, createdAt: at + 5 * hourMs });
  const days = (offset: number) =>
    orderLines([late, order('2', done)], () => offset, false).filter(({ is }) => is === 'day');
  expect(days(0)).toHaveLength(1);
  expect(days(8)).toHaveLength(2);
});

test('a day that may go on has no total yet', () => {
  const [, , , last] = orderLines(
    [order('2', done), order('1', { ...done, createdAt: at - dayMs })],
    () => 0,
    true,
  ).filter(({ is }) => is === 'day' || is === 'order');
  expect(last).toBeDefined();
  const days = orderLines([order('2', done), order('1', { ...done, createdAt: at - dayMs })], () => 0, true).filter(
    (line) => line.is === 'day',
  );
  expect(days.map(({ totals }) => totals)).toEqual([{ CNY: '143.8' }, null]);
});

test('only completed orders count, each currency apart', () => {
  const orders = [
    order('1', done),
    order('2', done),
    order('3', { state: 'cancelled' }),
    order('4', { ...done, currency: 'VND', amount: '2000000' }),
  ];
  expect(totalsOf(orders)).toEqual({ CNY: '287.6', VND: '2000000' });
});

test('the newer state of an order counts', () => {
  const listed = [order('1', { updatedAt: 5, state: 'paid' }), order('2', { updatedAt: 5, state: 'paid' })];
  const streamed = [order('1', { updatedAt: 6, state: 'completed' }), order('2', { updatedAt: 4 })];
  expect(joinOrders(streamed, listed).map(({ state }) => state)).toEqual(['completed', 'paid']);
});
