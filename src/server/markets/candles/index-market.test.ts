import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type Interval, intervalNames, intervals, nextCandleStart } from '#protocol/market-data/intervals.ts';
import { hasTradingTime, isTradingTime } from '../engine/trading-sessions.ts';
import type { PriceSource } from '../prices/price-source.ts';
import { createSimulatedSource } from '#server/practice/simulated-source.ts';
import { foldCandles } from '../prices/candle-fold.ts';
import { goldHours, goldIndex } from './gold-index.ts';
import { chartedMarkets, startIndexMarket } from './index-market.ts';
import { sessionSource } from './session-source.ts';
import { klineTopic } from './topics/kline-topic.ts';

const hours = goldHours('market');
const hourMs = 3_600_000;
const id = goldIndex.id;
const source = createSimulatedSource([goldIndex], 3, null);
const logger = pino({ level: 'silent' });
/** Friday, twenty minutes before gold closes for the weekend. */
const lateFriday = Date.UTC(2026, 10, 20, 20, 40);

async function started(atMs: number) {
  const time = { now: atMs, ticks: null as number | null };
  const handed: PriceSource = {
    ...source,
    indexPrice: (pair, now) => (time.ticks === null ? source.indexPrice(pair, now) : { ticks: time.ticks, at: now }),
  };
  const gold = await startIndexMarket({
    source: handed,
    index: goldIndex,
    hours,
    lotsPerMs: () => 0.01,
    clock: () => time.now,
    logger,
  });
  return { ...gold, time };
}

test('the index drives the running candle and the rolling day', async () => {
  const { market, look, time, close } = await started(lateFriday);
  time.now += 60_000;
  for (const ticks of [300_000, 310_000, 290_000, 305_000]) {
    time.ticks = ticks;
    time.now += 1_000;
    look();
  }
  const candle = market.candle(id, '1m');
  expect(candle.slice(1, 5)).toEqual(['3000.00', '3100.00', '2900.00', '3050.00']);
  expect(Number(candle[5])).toBeGreaterThan(0);
  expect(market.ticker(id)).toMatchObject({ last: '3050.00', high: '3100.00' });
  const { list } = await market.klines(id, '1m', null, 5);
  expect(list.at(-1)).toEqual(candle);
  await close();
});

test('closed hours have no candles, whatever the source says, and listeners still get heartbeats', async () => {
  const { market, look, time, close } = await started(Date.UTC(2026, 10, 21, 12));
  let heartbeats = 0;
  const stop = market.onUpdate(() => (heartbeats += 1));
  time.ticks = 999_999;
  time.now += 1_000;
  look();
  expect(heartbeats).toBe(1);
  stop();
  const { list } = await market.klines(id, '1h', null, 20);
  expect(list.at(-1)?.[0]).toBe(Date.UTC(2026, 10, 20, 20));
  expect(market.candle(id, '1h')).toEqual(list.at(-1));
  await close();
});

test('every interval has as many candles as asked for, all with trading time, also when paged over a weekend', async () => {
  const now = Date.UTC(2026, 10, 23, 1, 51);
  const { market, close } = await started(now);
  for (const interval of intervalNames) {
    const newest = await market.klines(id, interval, null, 100);
    const older = await market.klines(id, interval, newest.list[0]?.[0] ?? 0, 100);
    const times = [...older.list, ...newest.list].map(([at]) => at);
    if (intervals[interval] <= intervals['1d']) expect(times, interval).toHaveLength(200);
    expect(times, interval).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    const first = times[0] ?? now;
    const expected: number[] = [];
    for (let at = first; at <= now; at = nextCandleStart(at, interval)) {
      if (hasTradingTime(hours, at, nextCandleStart(at, interval))) expected.push(at);
    }
    expect(times, interval).toEqual(expected);
  }
  await close();
});

test('the last candle of a session stays until the next session, whose first candle follows it in the stream', async () => {
  const { market, look, time, close } = await started(lateFriday);
  const feed = klineTopic({ market, clock: () => time.now }).open(`kline:${id}:1m`, () => undefined);
  const times = new Set<number>();
  const step = async (ms: number) => {
    time.now += ms;
    look();
    await market.tick();
    for (let taken = feed.take(); taken !== null; taken = feed.take()) times.add(taken[0]);
  };
  while (time.now < Date.UTC(2026, 10, 20, 21, 30)) await step(20_000);
  const last = Date.UTC(2026, 10, 20, 20, 59);
  expect(Math.max(...times)).toBe(last);
  time.now = Date.UTC(2026, 10, 22, 21, 58);
  while (time.now < Date.UTC(2026, 10, 22, 22, 2, 30)) await step(20_000);
  const opening = Date.UTC(2026, 10, 22, 22);
  expect([...times].filter((at) => at > last)).toEqual([0, 1, 2].map((minute) => opening + minute * 60_000));
  const { list } = await market.klines(id, '1m', null, 6);
  expect(list.map(([at]) => at)).toEqual([
    last - 120_000,
    last - 60_000,
    last,
    ...[0, 1, 2].map((m) => opening + m * 60_000),
  ]);
  feed.close();
  await close();
});

test('in closed hours prices stay those of the last session, also after a restart', async () => {
  const now = Date.UTC(2026, 10, 22, 1, 51);
  const [closing] = await source.history(id, '1m', Date.UTC(2026, 10, 20, 20, 59), Date.UTC(2026, 10, 20, 21));
  const { market, close } = await started(now);
  const price = market.ticker(id).last;
  expect(price).toBe(((closing?.close ?? 0) / 100).toFixed(2));
  expect(market.hourlyLine(id).length).toBeGreaterThan(20);
  for (const interval of ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies readonly Interval[]) {
    const { list, more } = await market.klines(id, interval, null, 300);
    expect(list, interval).toHaveLength(300);
    expect(more).toBe(true);
    expect(list.at(-1)?.[4], interval).toBe(price);
    expect(list.filter(([, open, high, low]) => open === high && open === low).length, interval).toBeLessThan(30);
  }
  await close();
});

test('candles of every interval are built from the minutes within a session', async () => {
  const seen = sessionSource(source, hours);
  const toMs = Date.UTC(2026, 10, 22);
  const fromMs = toMs - 6 * 24 * hourMs;
  const minutes = (await source.history(id, '1m', fromMs, toMs)).filter(({ startMs }) => isTradingTime(hours, startMs));
  for (const interval of ['1m', '15m', '1h', '4h', '1d'] as const satisfies readonly Interval[]) {
    const published = await seen.history(id, interval, fromMs, toMs);
    expect(published).toEqual(foldCandles(minutes, interval));
    expect(published.length).toBeLessThan((toMs - fromMs) / intervals[interval]);
  }
  expect(sessionSource(source, null)).toBe(source);
});

test('gold has years of daily candles and moves about a percent a day', async () => {
  const { market, close } = await started(lateFriday);
  const { list } = await market.klines(id, '1d', null, 1_000);
  expect(list).toHaveLength(1_000);
  const changes = list
    .slice(1)
    .map(([, , , , last], at) => Math.log(Number(last) / Number(list[at]?.[4])))
    .filter((change) => change !== 0);
  const deviation = Math.sqrt(changes.reduce((sum, change) => sum + change * change, 0) / changes.length);
  expect(deviation).toBeGreaterThan(0.005);
  expect(deviation).toBeLessThan(0.02);
  await close();
});

test('several markets answer as one', async () => {
  const { market, close } = await started(lateFriday);
  const all = chartedMarkets([market]);
  expect(all.has(id)).toBe(true);
  expect(all.has('BTCUSDT')).toBe(false);
  expect(all.candle(id, '1d')).toEqual(market.candle(id, '1d'));
  expect(all.hourlyLine(id)).toEqual(market.hourlyLine(id));
  expect(() => all.ticker('BTCUSDT')).toThrow('no market');
  await close();
});
