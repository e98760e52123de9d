import { expect, test, vi } from 'vitest';
import type { Candle } from '../../../protocol/entities/market.ts';
import type { CandlePage, CandleSource, FeedState } from './candle-feed.ts';
import { startCandleFeed } from './candle-feed.ts';

const candle = (at: number, close = '1'): Candle => [at, '1', '2', '0.5', close, '3'];
const page = (...starts: number[]): CandlePage => ({ list: starts.map((at) => candle(at)), more: true });

/** A source whose answers the test gives by hand. */
function handSource() {
  const waiting: { before: number | null; answer: (page: CandlePage) => void; refuse: (error: Error) => void }[] = [];
  let heard: (candle: Candle) => void = () => undefined;
  let again: () => void = () => undefined;
  const stopped = vi.fn();
  const source: CandleSource = {
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
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

function feed(hand: ReturnType<typeof handSource>) {
  const chart = { setData: vi.fn(), prepend: vi.fn(), tick: vi.fn() };
  const states: FeedState['is'][] = [];
  const made = startCandleFeed(chart, hand.source, ({ is }) => states.push(is));
  return { chart, states, made };
}

test('a tick that comes before the history waits for it', async () => {
  const hand = handSource();
  const { chart, states } = feed(hand);
  hand.tick(candle(3, '9'));
  expect(chart.tick).not.toHaveBeenCalled();
  await hand.answer(page(1, 2, 3));
  expect(chart.setData).toHaveBeenCalledWith(page(1, 2, 3).list, { more: true, keepView: false });
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
  expect(chart.setData).toHaveBeenLastCalledWith(page(50, 51).list, { more: true, keepView: true });
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
  expect(chart.prepend).toHaveBeenCalledWith(page(8, 9).list, { more: false });
  const late = made.older(8);
  made.stop();
  await hand.answer(page(7));
  await late;
  expect(chart.prepend).toHaveBeenCalledOnce();
  expect(hand.stopped).toHaveBeenCalledTimes(2);
});
