import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atDepth } from '../../../../tests/depth.ts';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import { candleStart, type Interval, intervalNames, nextCandleStart } from '#protocol/market-data/intervals.ts';
import { staleAfterMs } from '#protocol/core/limits.ts';
import { repeatAfterMs } from '#server/core/topics/pair-topic.ts';
import { createSimulatedSource } from '#server/practice/simulated-source.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { asWireCandle } from './kline-series.ts';
import type { Market } from './market.ts';
import { startMarket } from './start-market.ts';
import { asCandle, type Fill, stepsOf } from './market-trade.ts';
import { naiveFold, naiveMinutes } from './naive-candles.ts';
import { pairOf } from '../pairs.ts';
import { startWatch } from '../../../../tests/pace.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
const pair = pairOf('ETHUSDT');
const steps = stepsOf(pair);
const source = createSimulatedSource([pair], 5, null);
/** Twelve seconds into a minute, in the middle of an hour, a day, a week and a month. */
const firstStart = Date.UTC(2026, 10, 18, 10, 37, 12);
let database: TestDatabase;
let market: Market;
let now = firstStart;
let nextId = 1;
const fills: Fill[] = [];

async function open(): Promise<void> {
  market = await startMarket({
    database,
    source,
    pairs: [pair],
    clock: () => now,
    logger: pino({ level: 'silent' }),
  });
}

/** Trades as spot trading does: the row is committed, then the market is notified. */
async function trade(at: number, ticks: number, lots: number): Promise<void> {
  market.record(pair.id, [await tradeUnheard(at, ticks, lots)]);
}

/** A trade whose commit was never acknowledged: it is durable but was never reported. */
async function tradeUnheard(at: number, ticks: number, lots: number): Promise<Fill> {
  now = Math.max(now, at);
  const fill: Fill = {
    id: nextId++,
    pair: pair.id,
    side: ticks % 2 === 0 ? 'buy' : 'sell',
    price: BigInt(ticks) * steps.unitsPerTick,
    amount: BigInt(lots) * steps.unitsPerLot,
    at,
  };
  fills.push(fill);
  await database.pool.query(
    `INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee, at)
     VALUES ($1, $2, $3, $4, $5, 0, 1, 2, 11, 12, 0, 0, $6)`,
    [fill.id, fill.pair, fill.side, fill.price, fill.amount, fill.at],
  );
  return fill;
}

/** Uptime of the exchange in whole minutes, recorded by the test itself. */
const ups: [number, number][] = [];
const isUp = (minute: number) => ups.some(([from, to]) => minute >= from && minute <= to);

/** Every single minute, from trades, source or the previous price. */
async function plainMinutes(fromMs: number, toMs: number): Promise<Candle[]> {
  const published = await source.history(pair.id, '1m', fromMs, toMs);
  const traded = fills.map((fill) => asCandle(steps, fill));
  return naiveMinutes(pair, { fromMs, toMs }, traded, published, isUp);
}

async function everyCandle(interval: Interval, fromMs: number): Promise<Candle[]> {
  const { list } = await market.klines(pair.id, interval, null, 1_000);
  return list.filter((candle) => candle[0] >= fromMs);
}

/** All intervals against the naive computation, over the last day and a half. */
async function expectAsPlain(): Promise<void> {
  const startOf = (interval: Interval) => candleStart(now - 14 * hourMs, interval);
  const minutes = await plainMinutes(startOf('12h') - hourMs, candleStart(now, '1m') + minuteMs);
  for (const interval of ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h'] as const) {
    const fromMs = startOf(interval === '6h' || interval === '12h' ? interval : '4h');
    const plain = naiveFold(
      pair,
      minutes.filter((minute) => minute[0] >= fromMs),
      interval,
    );
    expect(await everyCandle(interval, fromMs)).toEqual(plain);
  }
}

beforeAll(async () => {
  database = await testDatabase();
  await open();
});

afterAll(async () => {
  await market.close();
  await database.close();
});

test('before the first trade history comes from the source', async () => {
  const { list, more } = await market.klines(pair.id, '1m', candleStart(now, '1m'), 100);
  const published = await source.history(
    pair.id,
    '1m',
    candleStart(now, '1m') - 100 * minuteMs,
    candleStart(now, '1m'),
  );
  expect(list).toEqual(published.map((candle) => asWireCandle(pair, candle)));
  expect(more).toBe(true);
  const ticker = market.ticker(pair.id);
  expect(Number(ticker.high)).toBeGreaterThanOrEqual(Number(ticker.last));
  expect(Number(ticker.volume)).toBeGreaterThan(0);
  expect(market.hourlyLine(pair.id)).toHaveLength(25);
});

test('trades, quiet minutes, a restart and hours of downtime: candles match the naive computation', async () => {
  const upFrom = candleStart(now, '1m');
  let price = source.indexPrice(pair.id, now)?.ticks ?? 0;
  for (let index = 0; index < 60; index += 1) {
    price += (index % 7) - 3;
    await trade(now + 700 + (index % 5) * 9_000 + (index % 11 === 0 ? 200_000 : 0), price, 5 + index);
    if (index % 6 === 0) await market.tick();
  }
  ups.push([upFrom, candleStart(now, '1m')]);
  await expectAsPlain();
  now += 20_000;
  await market.close();
  ups.push([upFrom, candleStart(now, '1m')]);
  now += 3 * hourMs + 17 * minuteMs;
  const again = candleStart(now, '1m');
  await open();
  for (let index = 0; index < 40; index += 1) {
    price += (index % 5) - 2;
    await trade(now + 400 + index * 2_000, price, 1 + index);
  }
  ups.push([again, candleStart(now, '1m')]);
  await expectAsPlain();
});

test('after a crash unwritten minutes are recounted from the trades', async () => {
  const upFrom = candleStart(now, '1m');
  for (let index = 0; index < 10; index += 1) await trade(now + 13_000, 350_000 + index, 3);
  await database.pool.query('DELETE FROM market_minutes WHERE start_at > $1', [now - 90_000]);
  // No close: memory is lost.
  now += 30_000;
  ups.push([upFrom, candleStart(now, '1m')]);
  await open();
  await expectAsPlain();
  expect(market.latestTrades(pair.id, 3).map((one) => one.id)).toEqual(
    fills
      .slice(-3)
      .map((fill) => String(fill.id))
      .toReversed(),
  );
});

test('a trade reported after its minute closed still counts', async () => {
  now += 3 * minuteMs;
  ups.push([candleStart(now - 4 * minuteMs, '1m'), candleStart(now, '1m')]);
  await market.tick();
  const late = now - 2 * minuteMs;
  await trade(late, 349_000, 77);
  await expect.poll(async () => (await everyCandle('1m', candleStart(late, '1m')))[0]?.[5]).toBe('0.0077');
  await expectAsPlain();
});

test('unreported trades are found in the store, also in minutes that were written without them', async () => {
  await trade(now + 10, 351_000, 3);
  const unconfirmed = await tradeUnheard(now + 20, 352_000, 50);
  const [before] = await everyCandle('1m', candleStart(unconfirmed.at, '1m'));
  now += 2 * minuteMs;
  ups.push([candleStart(now - 3 * minuteMs, '1m'), candleStart(now, '1m')]);
  await trade(now, 350_500, 2);
  await market.tick();
  market.doubt(false);
  await trade(now + 5, 350_600, 1);
  await market.tick();
  const [after] = await everyCandle('1m', candleStart(unconfirmed.at, '1m'));
  expect(Number(after?.[5]) - Number(before?.[5])).toBeCloseTo(0.005, 8);
  expect(market.latestTrades(pair.id, 4).map((one) => one.id)).toContain(String(unconfirmed.id));
  await expectAsPlain();
});

test('without another trade they are found once the outcome is resolved, and complete minutes are left alone', async () => {
  const heard: number[] = [];
  const stop = market.onUpdate((update) => heard.push(update.trades.length));
  market.doubt(true);
  await market.tick();
  expect(heard).toEqual([]);
  stop();
  const unconfirmed = await tradeUnheard(now + 10, 353_000, 5);
  market.doubt(false);
  await market.tick();
  expect(market.latestTrades(pair.id, 1)[0]?.id).not.toBe(String(unconfirmed.id));
  now += 15_000;
  await market.tick();
  expect(market.latestTrades(pair.id, 1)[0]?.id).toBe(String(unconfirmed.id));
  await expectAsPlain();
});

test('a pair without trades is heard of again before it looks stale', async () => {
  await market.tick();
  const heard: string[] = [];
  const stop = market.onUpdate((update) => heard.push(update.pair));
  // With a tick a second it comes well before.
  expect(Math.min(staleAfterMs, 2 * repeatAfterMs)).toBe(2 * repeatAfterMs);
  now += repeatAfterMs - 1_000;
  await market.tick();
  expect(heard).toEqual([]);
  now += 1_000;
  await market.tick();
  await market.tick();
  expect(heard.filter((one) => one === pair.id)).toHaveLength(1);
  stop();
});

test('the running candle and the ticker move with each trade', async () => {
  const { list } = await market.klines(pair.id, '1h', null, 3);
  expect(list.at(-1)).toEqual(market.candle(pair.id, '1h'));
  const heard: number[] = [];
  const stop = market.onUpdate((update) => heard.push(update.trades.length));
  await trade(now + 10, 990_000, 4);
  stop();
  expect(heard).toEqual([1]);
  expect(market.ticker(pair.id).last).toBe('9900.00');
  expect(market.ticker(pair.id).high).toBe('9900.00');
  expect(market.candle(pair.id, '1M')[2]).toBe('9900.00');
  expect(market.lastPrice('ETH')).toBe('9900.00');
  expect(market.lastPrice('USDT')).toBe('1');
  expect(market.lastPrice('NOPE')).toBeNull();
});

test('the rolling day drops what is older than 24 hours', async () => {
  now += dayMs + 3 * minuteMs;
  ups.push([candleStart(now - dayMs - hourMs, '1m'), candleStart(now, '1m')]);
  await market.tick();
  const before = market.ticker(pair.id);
  expect(before.volume).toBe('0');
  expect(before.high).toBe(before.last);
  await trade(now, 980_000, 20_000);
  const ticker = market.ticker(pair.id);
  expect(ticker).toMatchObject({ last: '9800.00', volume: '2', turnover: '19600', open: '9900.00', change: '-1.01' });
});

test('pages of any size join without gaps or duplicates, back to the listing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...intervalNames),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 }),
      async (interval, sizes) => {
        let before: number | null = null;
        let last: number | null = null;
        for (const size of sizes) {
          const { list, more } = await market.klines(pair.id, interval, before, size);
          expect(list.length).toBeLessThanOrEqual(size);
          if (more) expect(list).toHaveLength(size);
          for (const candle of list.toReversed()) {
            if (last !== null) expect(nextCandleStart(candle[0], interval)).toBe(last);
            last = candle[0];
          }
          before = last;
          if (more) continue;
          expect(last).toBe(candleStart(source.historyStart(pair.id), interval));
          break;
        }
      },
    ),
    { numRuns: atDepth(25) },
  );
});

test('a before between two candles, before the listing and in the future', async () => {
  const start = candleStart(now - 5 * hourMs, '1h');
  const { list } = await market.klines(pair.id, '1h', start + 1, 2);
  expect(list.map((candle) => candle[0])).toEqual([start - hourMs, start]);
  expect(await market.klines(pair.id, '1d', source.historyStart(pair.id), 10)).toEqual({ list: [], more: false });
  const future = await market.klines(pair.id, '1m', now + dayMs, 2);
  expect(future.list.at(-1)?.[0]).toBe(candleStart(now, '1m'));
});

test('a thousand warm candles come within 10 ms', async () => {
  for (const interval of intervalNames) await market.klines(pair.id, interval, null, 1_000);
  const times: number[] = [];
  const watch = startWatch();
  for (let index = 0; index < 20; index += 1) {
    const from = performance.now();
    await market.klines(pair.id, '1m', null, 1_000);
    times.push(performance.now() - from);
  }
  expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(watch.stop().allowedMs(10));
});

test.each(['3d', '1w'] as const)('%s match the source before the exchange started', async (interval) => {
  const toMs = candleStart(firstStart, interval);
  const { list } = await market.klines(pair.id, interval, toMs, 50);
  const published = await source.history(pair.id, interval, list[0]?.[0] ?? 0, toMs);
  expect(list).toHaveLength(50);
  expect(list).toEqual(published.map((candle) => asWireCandle(pair, candle)));
});
