import { expect, test } from 'vitest';
import type { CandleRow } from './candle-store.ts';
import { candlesMax, createCandleStore, indexAtOrAfter } from './candle-store.ts';

const row = (time: number, close = time): CandleRow => [time, '1.5', 3, '1', close, '10.25'];
const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => row(from + at));

test('a tick replaces the last candle, a later start appends, an older one is ignored', () => {
  const store = createCandleStore();
  store.replaceAll(rows(10, 3));
  expect(store.put(row(12, 99))).toBe('replaced');
  expect(store.put(row(13, 5))).toBe('appended');
  expect(store.put(row(11, 7))).toBe('ignored');
  expect([...store.closes.subarray(0, store.length)]).toEqual([10, 11, 99, 5]);
  expect(store.opens[0]).toBe(1.5);
});

test('older pages go before the first candle, without what overlaps or is out of order', () => {
  const store = createCandleStore();
  store.replaceAll(rows(100, 2));
  expect(store.prepend([row(97), row(99), row(98), row(100), row(101)])).toBe(2);
  expect([...store.times.subarray(0, store.length)]).toEqual([97, 99, 100, 101]);
  expect(store.prepend([row(100)])).toBe(0);
});

test('the store grows past its first room and keeps what it had', () => {
  const store = createCandleStore();
  for (const candle of rows(0, 3_000)) store.put(candle);
  store.prepend(rows(-3_000, 3_000));
  expect(store.length).toBe(6_000);
  expect(store.closes[0]).toBe(-3_000);
  expect(store.closes[5_999]).toBe(2_999);
});

test('past the maximum the oldest go and are counted', () => {
  const store = createCandleStore();
  store.replaceAll(rows(0, candlesMax + 5));
  expect(store.length).toBe(candlesMax);
  expect(store.times[0]).toBe(5);
  expect(store.prepend(rows(0, 5))).toBe(0);
  store.put(row(candlesMax + 5));
  expect(store.length).toBe(candlesMax - store.dropped + 1);
  expect(store.times[store.length - 1]).toBe(candlesMax + 5);
  expect(store.times[0]).toBe(5 + store.dropped);
});

test('moments are found by halving', () => {
  const times = Float64Array.from([1, 3, 5, 7]);
  expect([0, 1, 2, 7, 8].map((at) => indexAtOrAfter(times, 4, at))).toEqual([0, 0, 1, 3, 4]);
});
