import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import type { MinuteWeek } from '#protocol/robots/entities/minute-week.ts';
import { weekMinutes, weekMs, readMinutes } from '#protocol/robots/maths/back-test/minute-texts.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { edgeForTest, handlersForTest } from '#server/http/testing.ts';
import { createSimulatedSource } from '#server/practice/simulated-source.ts';
import { createMarketHandlers } from '../candles/calls.ts';
import type { Market } from '../candles/market.ts';
import { startMarket } from '../candles/start-market.ts';
import { pairOf } from '../pairs.ts';
import { createPastWeeks } from './past-weeks.ts';

const [pair, young] = [pairOf('ETHUSDT'), { ...pairOf('SEIUSDT'), listedAt: Date.UTC(2026, 10, 10, 13, 7) }];
const source = createSimulatedSource([pair, young], 5, null);
/** A Wednesday. */
const now = Date.UTC(2026, 10, 18, 10, 37, 12);
const monday = Date.UTC(2026, 10, 16);
/** When the exchange was up again. */
const downTo = monday - 4.5 * dayMs;
let database: TestDatabase;
let market: Market;
let edge: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  await seed();
  const clock = () => now;
  market = await startMarket({ database, source, pairs: [pair, young], clock, logger: pino({ level: 'silent' }) });
  // Trades are compared with minutes first, a page of a pair at a time.
  for (let pages = 0; pages < 4; pages += 1) await market.tick();
  const weeks = createPastWeeks({ market, clock });
  const handlers = createMarketHandlers({
    market,
    charted: market,
    indices: [],
    contracts: () => [],
    clock,
    isOpen: () => true,
  });
  edge = edgeForTest({
    handlers: handlersForTest({ ...handlers, 'GET quant/candles': (asked) => weeks.of(asked.pair, asked.week) }),
  });
});

afterAll(async () => {
  await edge.close();
  await market.close();
  await database.close();
});

/** Two runs with a day between them: trades now and then, none on the first Monday, and none for an hour each day. */
async function seed(): Promise<void> {
  const from = monday - 2 * weekMs;
  const down = { from: downTo - dayMs, to: downTo };
  await database.pool.query('INSERT INTO market_runs (started_at, seen_at) VALUES ($1, $2), ($3, $4)', [
    from - dayMs,
    down.from,
    down.to,
    now - minuteMs,
  ]);
  const traded = Array.from({ length: (now - from) / minuteMs - 2 }, (_, nth) => from + nth * minuteMs).filter(
    (at, nth) =>
      (at < down.from || at >= down.to) && at > from + dayMs && nth % 5 !== 2 && Math.floor(nth / 60) % 24 !== 5,
  );
  const ticks = traded.map((_, nth) => 250_000 + Math.round(4_000 * Math.sin(nth / 90)));
  await database.pool.query(
    `INSERT INTO market_minutes (pair, start_at, open, high, low, close, volume, turnover)
     SELECT $1, at, ticks, ticks + 40, ticks - 25, ticks + 11, 5, 5 * ticks FROM unnest($2::bigint[], $3::bigint[]) AS m (at, ticks)`,
    [pair.id, traded, ticks],
  );
  await database.pool.query(
    `INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee, at)
     VALUES (1, $1, 'buy', 1, 1, 0, 1, 2, 11, 12, 0, 0, $2)`,
    [pair.id, from],
  );
  // The minute before the first week, from which its flat ones follow.
  await database.pool.query('INSERT INTO market_minutes VALUES ($1, $2, 240000, 240000, 240000, 240000, 1, 240000)', [
    pair.id,
    from - minuteMs,
  ]);
}

async function ask<Data>(url: string) {
  const answer = await edge.inject({ method: 'GET', url: `/api/${url}` });
  return { headers: answer.headers, ...answer.json<{ code: number; data: Data }>() };
}

/** Minutes of a week as `common/kline` gives them, page by page. */
async function klines(id: string, fromMs: number, toMs: number): Promise<Candle[]> {
  const list: Candle[] = [];
  for (let before = toMs; before > fromMs;) {
    const { data } = await ask<{ list: Candle[]; more: boolean }>(
      `common/kline?pair=${id}&interval=1m&size=1000&before=${before}`,
    );
    list.unshift(...data.list);
    before = data.list[0]?.[0] ?? 0;
    if (!data.more) break;
  }
  return list.filter(([at]) => at >= fromMs);
}

const weekOf = (id: string, week: number) => ask<MinuteWeek>(`quant/candles?pair=${id}&week=${week}`);

test.each([
  ['with a Monday without trades', pair, monday - 2 * weekMs, weekMinutes, 8_000],
  ['with a day without the exchange', pair, monday - weekMs, weekMinutes, 10_000],
  ['that runs', pair, monday, (2 * 24 + 10) * 60 + 37, 3_400],
  ['in which a pair was listed', young, monday - weekMs, weekMinutes, 1_000],
])('a week %s has the minutes of the K-line', async (_, { id, tickSize, priceDecimals }, week, count, least) => {
  const { data } = await weekOf(id, week);
  const { open, high, low, close, length } = readMinutes(data, weekMinutes);
  expect(length).toBe(count);
  const ticks = (price: string) => Number(toUnits(price, priceDecimals) / toUnits(tickSize, priceDecimals));
  // Asked for from a minute on that has one, as the K-line takes an empty page for the end of its history.
  const to = id === young.id ? downTo : Math.min(week + weekMs, now - (now % minuteMs));
  const lines = await klines(id, week, to);
  expect(lines.length).toBeGreaterThan(least);
  // What the K-line leaves out is flat, or from before the pair was listed.
  const known = new Set<number>();
  for (const [at, ...prices] of lines) {
    const nth = (at - week) / minuteMs;
    known.add(nth);
    expect([nth, open[nth], high[nth], low[nth], close[nth]]).toEqual([nth, ...prices.slice(0, 4).map(ticks)]);
  }
  for (let nth = 0; nth < length; nth += 1) {
    if (known.has(nth)) continue;
    const isListed = week + nth * minuteMs >= data.since;
    expect([nth, high[nth], low[nth], close[nth]]).toEqual(
      isListed ? [nth, open[nth], open[nth], open[nth]] : [nth, 0, 0, 0],
    );
  }
});

test('a week that is over may be kept by caches, one that runs may not', async () => {
  const over = await weekOf(pair.id, monday - weekMs);
  expect(over.data.final).toBe(true);
  expect(over.headers['cache-control']).toBe('public, max-age=86400, immutable');
  const running = await weekOf(pair.id, monday);
  expect(running.data.final).toBe(false);
  expect(running.headers['cache-control']).toBe('public, no-cache');
  expect((await weekOf(pair.id, monday - weekMs)).data).toEqual(over.data);
});

test('weeks before a pair was listed and those to come are empty', async () => {
  expect((await weekOf(young.id, monday - 2 * weekMs)).data).toMatchObject({ runs: `${weekMinutes} 0 0`, final: true });
  expect((await weekOf(pair.id, monday + weekMs)).data).toMatchObject({ runs: '', final: false });
});

test.each(['pair=NOPEUSDT&week=1794787200000'])('what is not there is not found: %s', async (query) => {
  expect((await ask(`quant/candles?${query}`)).code).toBe(404);
});

test.each(['pair=ETHUSDT', 'pair=ETHUSDT&week=1794787200001', 'pair=ETHUSDT&week=-1', 'pair=ETHUSDT&week=1&size=9'])(
  'what cannot be asked is refused: %s',
  async (query) => expect((await ask(`quant/candles?${query}`)).code).toBe(100),
);
