import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRuns } from '../../../../../tests/depth.ts';
import type { Candle, Level, Ticker, Trade } from '#protocol/market-data/entities/market.ts';
import { tradeListSizeMax } from '#protocol/core/limits.ts';
import type { MarketUpdate } from '../market.ts';
import type { Indication, SpotEvent } from '#server/markets/spot/spot.ts';
import { tickerAt } from '#server/stream/testing-feeds.ts';
import { depthTopic } from '#server/markets/spot/depth-topic.ts';
import { klineTopic } from './kline-topic.ts';
import { repeatAfterMs } from '#server/core/topics/pair-topic.ts';
import { tickerTopic, tickersTopic } from './ticker-topics.ts';
import { tradesTopic } from './trades-topic.ts';

/** A market and a book controlled by tests, and how often a feed reported being due. */
function world() {
  const updates = new Set<(update: MarketUpdate) => void>();
  const events = new Set<(event: SpotEvent) => void>();
  const state = {
    nowMs: 1_000_000,
    tickers: new Map<string, Ticker>([
      ['BTCUSDT', tickerAt('BTCUSDT', '1')],
      ['ETHUSDT', tickerAt('ETHUSDT', '1')],
    ]),
    trades: [] as Trade[],
    candle: [0, '1', '1', '1', '1', '0'] as Candle,
    book: { bids: [] as Level[], asks: [] as Level[] },
    indication: null as Indication | null,
    due: 0,
  };
  const deps = {
    clock: () => state.nowMs,
    market: {
      has: (pair: string) => state.tickers.has(pair),
      ticker: (pair: string) => state.tickers.get(pair) as Ticker,
      tickers: () => [...state.tickers.values()],
      latestTrades: (_pair: string, size: number) => state.trades.slice(0, size),
      candle: () => state.candle,
      onUpdate: (listener: (update: MarketUpdate) => void) => {
        updates.add(listener);
        return () => updates.delete(listener);
      },
    },
    spot: {
      depth: () => state.book,
      indication: () => state.indication,
      onEvents: (listener: (event: SpotEvent) => void) => {
        events.add(listener);
        return () => events.delete(listener);
      },
    },
  };
  return {
    state,
    deps,
    due: () => (state.due += 1),
    update: (pair: string, trades: readonly Trade[] = []) => {
      state.trades = [...trades.toReversed(), ...state.trades];
      for (const listener of updates) listener({ pair, trades });
    },
    bookChanged: () => {
      for (const listener of events) listener({ pair: 'BTCUSDT', at: state.nowMs, trades: [], orders: [] });
    },
    listeners: () => updates.size + events.size,
  };
}

const tradeOf = (id: number): Trade => ({ id: `${id}`, price: '1', amount: '1', side: 'buy', at: id });

test('a ticker is published when it changes, and again periodically so that it does not look stale', () => {
  const { state, deps, due, update, listeners } = world();
  const feed = tickerTopic(deps).open('ticker:BTCUSDT', due);
  update('ETHUSDT');
  expect(state.due).toBe(0);
  state.tickers.set('BTCUSDT', { ...tickerAt('BTCUSDT', '1'), at: 99 });
  update('BTCUSDT');
  expect([state.due, feed.take()]).toEqual([1, null]);
  state.tickers.set('BTCUSDT', tickerAt('BTCUSDT', '2'));
  expect([feed.snapshot()?.last, feed.take()?.last, feed.snapshot()?.last]).toEqual(['1', '2', '2']);
  state.nowMs += repeatAfterMs;
  expect(feed.take()?.last).toBe('2');
  feed.close();
  expect(listeners()).toBe(0);
});

test('only changed tickers are published', () => {
  const { state, deps, due, update } = world();
  const feed = tickersTopic(deps).open('tickers', due);
  state.tickers.set('ETHUSDT', tickerAt('ETHUSDT', '5'));
  update('BTCUSDT');
  update('ETHUSDT');
  expect(feed.take()).toEqual([tickerAt('ETHUSDT', '5')]);
  expect(feed.take()).toBe(null);
  expect(feed.snapshot()).toHaveLength(2);
});

test('no trade is repeated or lost between a snapshot and its deltas', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('trade', 'burst', 'take'), { maxLength: 60 }), (steps) => {
      const { deps, due, update } = world();
      let id = 0;
      const trade = (count: number) =>
        update(
          'BTCUSDT',
          Array.from({ length: count }, () => tradeOf((id += 1))),
        );
      trade(3);
      const feed = tradesTopic(deps).open('trades:BTCUSDT', due);
      let seen: readonly Trade[] = feed.snapshot() ?? [];
      const take = () => {
        seen = [...(feed.take() ?? []).toReversed(), ...seen].slice(0, tradeListSizeMax);
        expect(feed.snapshot()).toEqual(seen);
      };
      for (const step of steps) {
        if (step === 'take') take();
        else trade(step === 'burst' ? 70 : 1);
      }
      take();
      expect(seen.map((published) => Number(published.id))).toEqual(
        Array.from({ length: Math.min(id, tradeListSizeMax) }, (_, back) => id - back),
      );
    }),
    { numRuns: allRuns(50) },
  );
});

test('a candle that ended is published in its final state before the next one', () => {
  const { state, deps, due, update } = world();
  const feed = klineTopic(deps).open('kline:BTCUSDT:1m', due);
  const move = (candle: Candle) => {
    state.candle = candle;
    update('BTCUSDT');
  };
  move([0, '1', '2', '1', '2', '5']);
  move([60_000, '2', '2', '2', '2', '0']);
  move([60_000, '2', '3', '2', '3', '1']);
  state.due = 0;
  expect(feed.take()).toEqual([0, '1', '2', '1', '2', '5']);
  expect(state.due).toBe(1);
  expect(feed.take()).toEqual([60_000, '2', '3', '2', '3', '1']);
  expect([state.due, feed.take()]).toEqual([1, null]);
});

test('market topics exist only for listed pairs and intervals', () => {
  const { deps } = world();
  expect(klineTopic(deps).has('kline:BTCUSDT:1m')).toBe(true);
  expect(klineTopic(deps).has('kline:BTCUSDT:2m' as 'kline:BTCUSDT:1m')).toBe(false);
  expect(depthTopic(deps).has('depth:NOPEUSDT')).toBe(false);
});

test('what an auction would come to is in every frame of its book, and in none after it', () => {
  const { state, deps, due, bookChanged, update } = world();
  state.indication = { price: null, amount: '0' };
  const feed = depthTopic(deps).open('depth:BTCUSDT', due);
  expect(feed.snapshot()).toEqual({ bids: [], asks: [], auction: { price: null, amount: '0' } });
  bookChanged();
  expect(feed.take()).toBeNull();
  // By levels below the published ones, too.
  state.indication = { price: '1', amount: '5' };
  bookChanged();
  expect(feed.take()).toEqual({ bids: [], asks: [], auction: { price: '1', amount: '5' } });
  state.indication = null;
  update('BTCUSDT');
  expect(feed.take()).toEqual({ bids: [], asks: [] });
  expect(feed.take()).toBeNull();
});

test('a snapshot of the book plus its deltas always equals the book', () => {
  const side = fc.uniqueArray(fc.tuple(fc.nat(9).map(String), fc.integer({ min: 1, max: 3 }).map(String)), {
    selector: ([price]) => price,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(fc.record({ bids: side, asks: side, late: fc.boolean() }), { maxLength: 15 }), (books) => {
      const { state, deps, due, bookChanged } = world();
      const feed = depthTopic(deps).open('depth:BTCUSDT', due);
      const held = { bids: new Map<string, string>(), asks: new Map<string, string>() };
      for (const { bids, asks, late } of books) {
        state.book = { bids, asks };
        bookChanged();
        if (late) continue;
        const delta = feed.take();
        for (const name of ['bids', 'asks'] as const) {
          for (const [price, amount] of delta?.[name] ?? []) {
            if (amount === '0') held[name].delete(price);
            else held[name].set(price, amount);
          }
          expect(held[name]).toEqual(new Map(state.book[name]));
          expect(new Map(feed.snapshot()?.[name])).toEqual(held[name]);
        }
      }
      expect(feed.take() === null || books.at(-1)?.late === true).toBe(true);
    }),
  );
});
