import { expect, test, vi } from 'vitest';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import { storedCandlesMax, type StoredCandles } from './stored-candles.ts';
import type { CandlePage, CandleSource, FeedState } from './candle-feed.ts';
import { startCandleFeed } from './candle-feed.ts';

const candle = (at: number, close = '1'): Candle => [at, '1', '2', '0.5', close, '3'];
const page = (...starts: number[]): CandlePage => ({ list: starts.map((at) => candle(at)), more: true });

/** A source whose answers the test gives by hand. */
function handSource(stored: StoredCandles | null = null) {
  const waiting: { before: number | null; answer: (page: CandlePage) => void; refuse: (error: Error) => void }[] = [];
  let heard: (candle: Candle) => void = () => undefined;
  let again: () => void = () => undefined;
  const stopped = vi.fn();
  const store = vi.fn();
  const source: CandleSource = {
    stored: () => Promise.resolve(stored),
    store,
    page: (before) => new Promise((answer, refuse) => waiting.push({ before, answer, refuse })),
    listen(listener) {
      heard = listener;
      return stopped;
    },
    onReconnect(listener) {
      again = listener;
      return stopped;
    },
  };
  return {
    source,
    stopped,
    store,
    waiting,
    tick: (candle: Candle) => heard(candle),
    reconnect: () => again(),
    async answer(page: CandlePage) {
      waiting.shift()?.answer(page);
      await Promise.resolve();
      await Promise.resolve();
    },
    async refuse() {
      waiting.shift()?.refuse(new Error('unreachable'));
      for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
    },
  };
}

function feed(hand: ReturnType<typeof handSource>) {
  const chart = { setData: vi.fn(), prepend: vi.fn(), tick: vi.fn() };
  const states: FeedState['is'][] = [];
  const ages: (number | null)[] = [];
  const made = startCandleFeed(chart, hand.source, (state) => {
    states.push(state.is);
    if (state.is === 'ready') ages.push(state.asOfMs);
  });
  return { chart, states, ages, made };
}

test('a tick that comes before the history waits for it', async () => {
  const hand = handSource();
  const { chart, states } = feed(hand);
  hand.tick(candle(3, '9'));
  expect(chart.tick).not.toHaveBeenCalled();
  await hand.answer(page(1, 2, 3));
  expect(chart.setData).toHaveBeenCalledWith(page(1, 2, 3).list, { more: true, missing: [], keepView: false });
  expect(chart.tick).toHaveBeenCalledExactlyOnceWith(candle(3, '9'));
  expect(states).toEqual(['loading', 'ready']);
});

test('after a lost connection the gap is closed without moving the view', async () => {
  const hand = handSource();
  const { chart } = feed(hand);
  await hand.answer(page(1, 2, 3));
  hand.reconnect();
  await hand.answer(page(2, 3, 4, 5));
  expect(chart.setData).toHaveBeenCalledOnce();
  expect(chart.tick.mock.calls.map(([row]) => row[0])).toEqual([3, 4, 5]);
});

test('a gap longer than a page replaces the candles', async () => {
  const hand = handSource();
  const { chart } = feed(hand);
  await hand.answer(page(1, 2));
  hand.reconnect();
  await hand.answer(page(50, 51));
  expect(chart.setData).toHaveBeenLastCalledWith(page(50, 51).list, { more: true, missing: [], keepView: true });
});

test('a failure is shown while there is nothing to show, and can be tried again', async () => {
  const hand = handSource();
  const { states, made } = feed(hand);
  await hand.refuse();
  expect(states).toEqual(['loading', 'failed']);
  void made.refill();
  await hand.answer(page());
  expect(states).toEqual(['loading', 'failed', 'empty']);
});

test('without an answer the candles that were last seen are shown with their age, until there is one', async () => {
  const hand = handSource({ atMs: 77, list: page(1, 2).list });
  const { chart, states, ages } = feed(hand);
  await hand.refuse();
  expect(chart.setData).toHaveBeenCalledExactlyOnceWith(page(1, 2).list, { more: false, keepView: false });
  expect([states, ages]).toEqual([['loading', 'ready'], [77]]);
  hand.reconnect();
  await hand.refuse();
  expect(ages).toEqual([77]);
  hand.reconnect();
  await hand.answer(page(2, 3));
  expect(chart.setData).toHaveBeenLastCalledWith(page(2, 3).list, { more: true, missing: [], keepView: false });
  expect(ages).toEqual([77, null]);
});

test('an answer that is late is waited for with what was last seen', async () => {
  vi.useFakeTimers();
  const hand = handSource({ atMs: 77, list: page(1).list });
  const { ages } = feed(hand);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ages).toEqual([77]);
  await hand.answer(page(1, 2));
  expect(ages).toEqual([77, null]);
  vi.useRealTimers();
});

test('the newest candles are kept, without a gap, and no more than are wanted', async () => {
  const hand = handSource();
  const { made } = feed(hand);
  await hand.answer(page(1, 2, 3));
  hand.tick(candle(3, '8'));
  hand.tick(candle(4));
  made.keep();
  expect(hand.store).toHaveBeenLastCalledWith([candle(1), candle(2), candle(3, '8'), candle(4)]);
  hand.reconnect();
  await hand.answer(page(50, 51));
  expect(hand.store).toHaveBeenLastCalledWith([candle(50), candle(51)]);
  for (let at = 52; at < 52 + 3 * storedCandlesMax; at += 1) hand.tick(candle(at));
  made.stop();
  expect(hand.store.mock.lastCall?.[0]).toHaveLength(storedCandlesMax);
});

test('a failed refill leaves the candles', async () => {
  const hand = handSource();
  const { states } = feed(hand);
  await hand.answer(page(1));
  hand.reconnect();
  await hand.refuse();
  expect(states).toEqual(['loading', 'ready']);
});

test('older pages go before the first candle; after the end nothing reaches the chart', async () => {
  const hand = handSource();
  const { chart, made } = feed(hand);
  await hand.answer(page(10));
  const older = made.older(10);
  expect(hand.waiting[0]?.before).toBe(10);
  await hand.answer({ ...page(8, 9), more: false });
  await older;
  expect(chart.prepend).toHaveBeenCalledWith(page(8, 9).list, { more: false, missing: [] });
  const late = made.older(8);
  made.stop();
  await hand.answer(page(7));
  await late;
  expect(chart.prepend).toHaveBeenCalledOnce();
  expect(hand.stopped).toHaveBeenCalledTimes(2);
});
