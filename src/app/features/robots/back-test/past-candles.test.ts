import { expect, test } from 'vitest';
import type { Candle } from '../../../../protocol/entities/market.ts';
import { pastCandles } from './past-candles.ts';

const candle = (at: number, close = '1'): Candle => [at, '1', '1', '1', close, '1'];
const exchange = Array.from({ length: 100 }, (_, nth) => candle(nth + 1, '2'));

/** Ten a page. */
function pages() {
  const asked: (number | null)[] = [];
  const fetchPage = (before: number | null) => {
    asked.push(before);
    const older = exchange.filter(([at]) => before === null || at < before);
    return Promise.resolve({ list: older.slice(-10), more: older.length > 10 });
  };
  return { asked, fetchPage };
}

const timesOf = (list: readonly Candle[]) => list.map(([at]) => at);
const silent = () => undefined;

test('fetches back to a moment, page by page', async () => {
  const { asked, fetchPage } = pages();
  const list = await pastCandles([], 75, fetchPage, silent);
  expect(timesOf(list)).toEqual(timesOf(exchange.slice(70)));
  expect(asked).toEqual([null, 91, 81]);
});

test('fetches only what is newer than what is kept, and the newest kept one again', async () => {
  const { asked, fetchPage } = pages();
  const kept = exchange.slice(60, 95).map(([at]) => candle(at));
  const list = await pastCandles(kept, 61, fetchPage, silent);
  expect(asked).toEqual([null]);
  expect(timesOf(list)).toEqual(timesOf(exchange.slice(60)));
  expect(list.find(([at]) => at === 95)?.[4]).toBe('2');
});

test('goes on before what is kept when more days are asked for', async () => {
  const { asked, fetchPage } = pages();
  const list = await pastCandles(exchange.slice(70, 95), 51, fetchPage, silent);
  expect(asked).toEqual([null, 71, 61]);
  expect(timesOf(list)).toEqual(timesOf(exchange.slice(50)));
});

test('ends with the history of the exchange, and joins nothing across a gap', async () => {
  const { fetchPage } = pages();
  expect(await pastCandles([candle(-500)], -1_000, fetchPage, silent)).toHaveLength(100);
});
