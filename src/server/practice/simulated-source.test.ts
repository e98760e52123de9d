import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRuns } from '../../../tests/depth.ts';
import { type Interval, intervalNames, nextCandleStart, candleStart } from '#protocol/market-data/intervals.ts';
import { pairs } from '../markets/pairs.ts';
import type { SourceCandle } from '../markets/prices/price-source.ts';
import { createSimulatedSource } from './simulated-source.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 20, 9, 41, 17);
const source = createSimulatedSource(pairs, 7, null);
const pairIds = pairs.map((pair) => pair.id);
const anyPair = fc.constantFrom(...pairIds);
/** A moment after every pair was listed. */
const anyMoment = fc.integer({ min: Date.UTC(2026, 10, 14), max: Date.UTC(2027, 5, 1) });

/** Naive folding: each minute into its candle. */
function naive(minutes: readonly SourceCandle[], interval: Interval): SourceCandle[] {
  const candles = new Map<number, SourceCandle>();
  for (const minute of minutes) {
    const startMs = candleStart(minute.startMs, interval);
    const known = candles.get(startMs);
    candles.set(startMs, {
      startMs,
      open: known?.open ?? minute.open,
      high: Math.max(known?.high ?? 0, minute.high),
      low: Math.min(known?.low ?? Infinity, minute.low),
      close: minute.close,
      volume: (known?.volume ?? 0n) + minute.volume,
      turnover: (known?.turnover ?? 0n) + minute.turnover,
    });
  }
  return [...candles.values()];
}

test('the same seed gives the same market, another seed another one', async () => {
  const twin = createSimulatedSource(pairs, 7, null);
  const other = createSimulatedSource(pairs, 8, null);
  for (const pair of pairIds) {
    const span = [pair, '1m', now - 100 * minuteMs, now] as const;
    expect(await twin.history(...span)).toEqual(await source.history(...span));
  }
  expect(other.indexPrice('BTCUSDT', now)).not.toEqual(source.indexPrice('BTCUSDT', now));
});

test('a minute is the same in any requested range', async () => {
  await fc.assert(
    fc.asyncProperty(anyPair, anyMoment, fc.integer({ min: 1, max: 400 }), async (pair, atMs, back) => {
      const startMs = candleStart(atMs, '1m');
      const alone = await source.history(pair, '1m', startMs, startMs + minuteMs);
      const among = await source.history(pair, '1m', startMs - back * minuteMs, startMs + 3 * minuteMs);
      expect(alone).toHaveLength(1);
      expect(among.find((candle) => candle.startMs === startMs)).toEqual(alone[0]);
      expect(alone[0]?.open).toBe(source.indexPrice(pair, startMs)?.ticks);
      expect(alone[0]?.close).toBe(source.indexPrice(pair, startMs + minuteMs)?.ticks);
    }),
    { numRuns: allRuns(60) },
  );
});

test('candles are consistent and contiguous without gaps or jumps', async () => {
  await fc.assert(
    fc.asyncProperty(anyPair, anyMoment, fc.constantFrom(...intervalNames), async (pair, atMs, interval) => {
      const candles = await source.history(pair, interval, atMs - 400 * minuteMs, atMs);
      let last: SourceCandle | undefined;
      for (const candle of candles) {
        expect(candle.low).toBeGreaterThanOrEqual(1);
        expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
        expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
        expect(candle.volume).toBeGreaterThanOrEqual(1n);
        if (last !== undefined) {
          expect(candle.startMs).toBe(nextCandleStart(last.startMs, interval));
          expect(candle.open).toBe(last.close);
        }
        last = candle;
      }
    }),
    { numRuns: allRuns(60) },
  );
});

test.each(['3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const)(
  '%s is what its minutes make',
  async (interval) => {
    for (const pair of ['BTCUSDT', 'PEPEUSDT', 'USDCUSDT']) {
      const fromMs = candleStart(now, '1d') - 7 * dayMs;
      const minutes = await source.history(pair, '1m', fromMs, fromMs + 2 * dayMs);
      expect(await source.history(pair, interval, fromMs, fromMs + 2 * dayMs)).toEqual(naive(minutes, interval));
    }
  },
);

test.each(['3d', '1w', '1M'] as const)('%s is what its days make', async (interval) => {
  const fromMs = candleStart(now - 70 * dayMs, interval);
  const toMs = candleStart(now, interval);
  const days = await source.history('ETHUSDT', '1d', fromMs, toMs);
  expect(await source.history('ETHUSDT', interval, fromMs, toMs)).toEqual(naive(days, interval));
});

test('there are years of days and more than a week of minutes', async () => {
  const days = await source.history('BTCUSDT', '1d', 0, now);
  expect(days.length).toBeGreaterThan(5 * 365);
  expect(await source.history('BTCUSDT', '1m', now - 8 * dayMs, now)).toHaveLength(8 * 1_440);
  expect(days[0]?.startMs).toBe(source.historyStart('BTCUSDT'));
});

test('coins move as much as their model says, within what chance allows', async () => {
  for (const [pair, least, most] of [
    ['BTCUSDT', 0.012, 0.035],
    ['DOGEUSDT', 0.022, 0.06],
    ['USDCUSDT', 0, 0.001],
  ] as const) {
    const days = await source.history(pair, '1d', now - 400 * dayMs, now);
    const changes = days.map((day) => Math.log(day.close / day.open));
    const deviation = Math.sqrt(changes.reduce((sum, change) => sum + change ** 2, 0) / changes.length);
    expect(deviation).toBeGreaterThan(least);
    expect(deviation).toBeLessThan(most);
  }
});

test('the first week and month of a pair begin with its listing', async () => {
  const startMs = source.historyStart('SEIUSDT');
  const [month] = await source.history('SEIUSDT', '1M', 0, now);
  const days = await source.history('SEIUSDT', '1d', startMs, now + dayMs);
  expect(month?.startMs).toBe(candleStart(startMs, '1M'));
  expect(month?.open).toBe(days[0]?.open);
});

test('a candle is the same alone as in a batch, across days and hours', async () => {
  const source = createSimulatedSource(pairs.slice(0, 2), 5, null);
  const { id } = pairs[0] ?? { id: '' };
  const fromMs = Date.UTC(2026, 9, 30, 22, 45);
  for (const [interval, minutes] of [
    ['1m', 1],
    ['15m', 15],
    ['4h', 240],
  ] as const) {
    const first = Math.ceil(fromMs / (minutes * 60_000)) * minutes * 60_000;
    const many = await source.history(id, interval, first, first + 300 * minutes * 60_000);
    expect(many).toHaveLength(300);
    expect(many).toEqual(many.map(({ startMs }) => source.path(id).candle(startMs, minutes)));
  }
});
