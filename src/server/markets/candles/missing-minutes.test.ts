import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import type { MinuteWeek } from '#protocol/robots/entities/minute-week.ts';
import { candleStart } from '#protocol/market-data/intervals.ts';
import { readMinutes, weekMinutes } from '#protocol/robots/maths/back-test/minute-texts.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { edgeForTest, handlersForTest } from '#server/http/testing.ts';
import { createSimulatedSource } from '#server/practice/simulated-source.ts';
import { pairOf } from '../pairs.ts';
import { createPastWeeks } from '../robots/past-weeks.ts';
import type { PriceSource } from '../prices/price-source.ts';
import { createMarketHandlers } from './calls.ts';
import type { Market } from './market.ts';
import { startMarket } from './start-market.ts';
import { stepsOf } from './market-trade.ts';

/** Minutes that lack a row: of trades that are stored, of an exchange that was away, and of one where nobody traded. */

const pair = pairOf('ETHUSDT');
const { unitsPerTick, unitsPerLot } = stepsOf(pair);
/** A Wednesday, and the Monday a week before. */
const now = Date.UTC(2026, 10, 18, 10, 37, 12);
const week = candleStart(now - 7 * 86_400_000, '1w');
const at = (minute: number) => week + minute * minuteMs;
/** Minutes of the week: runs from 0 to 999 and from 1,200 on; no source knows of the time between but for ten minutes. */
const [downFrom, downTo] = [1_000, 1_200];
const answered = { from: 1_050, to: 1_060 };

let database: TestDatabase;
let market: Market;
let edge: FastifyInstance;

const simulated = createSimulatedSource([pair], 5, null);
/** Answers a part of the downtime alone, as an exchange that was away as well. */
const source: PriceSource = {
  ...simulated,
  history: async (id, interval, fromMs, toMs) => {
    const candles = await simulated.history(id, interval, fromMs, toMs);
    return candles.filter(
      ({ startMs }) => startMs < at(0) || (startMs >= at(answered.from) && startMs < at(answered.to)),
    );
  },
};

const clock = () => now;

async function start(): Promise<void> {
  market = await startMarket({ database, source, pairs: [pair], clock, logger: pino({ level: 'silent' }) });
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
}

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query('INSERT INTO market_runs (started_at, seen_at) VALUES ($1, $2), ($3, $4)', [
    at(0),
    at(downFrom) - 1,
    at(downTo),
    now,
  ]);
  // Trades each other minute: three of them, so that sums and order matter.
  const traded = Array.from({ length: 3_000 }, (_, nth) => nth).filter(
    (nth) => nth % 2 === 0 && (nth < downFrom || nth >= downTo),
  );
  const rows = traded.flatMap((minute) => [0, 1, 2].map((part) => ({ minute, part })));
  await database.pool.query(
    `INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee, at)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $6::bigint[],
                          $6::bigint[], $6::bigint[], $6::bigint[], $6::bigint[], $6::bigint[], $7::bigint[])`,
    [
      rows.map((_, nth) => nth + 1),
      rows.map(() => pair.id),
      rows.map(() => 'buy'),
      rows.map(({ minute, part }) =>
        String(BigInt(250_000 + (minute % 50) + part * (part === 1 ? 9 : -4)) * unitsPerTick),
      ),
      rows.map(({ part }) => String(BigInt(part + 1) * unitsPerLot)),
      rows.map(() => 0),
      rows.map(({ minute, part }) => at(minute) + part * 10_000),
    ],
  );
  await start();
});

afterAll(async () => {
  await edge.close();
  await market.close();
  await database.close();
});

async function rowsOf(): Promise<unknown[]> {
  const { rows } = await database.pool.query<Record<string, string>>(
    'SELECT * FROM market_minutes WHERE pair = $1 ORDER BY start_at',
    [pair.id],
  );
  return rows;
}

async function kline(interval: string, before: number, size: number) {
  const answer = await edge.inject({
    method: 'GET',
    url: `/api/common/kline?pair=${pair.id}&interval=${interval}&size=${size}&before=${before}`,
  });
  return answer.json<{ data: { list: Candle[]; more: boolean; missing?: [number, number][] } }>().data;
}

test('minutes that have trades and no row are counted from the trades, with the same sums as live ones', async () => {
  const whole = await rowsOf();
  expect(whole).toHaveLength(1_400);
  await database.pool.query('DELETE FROM market_minutes WHERE start_at >= $1 AND start_at < $2', [at(300), at(700)]);
  await database.pool.query('DELETE FROM market_minutes WHERE start_at = ANY($1)', [[at(0), at(2_400)]]);
  expect(market.comparedFrom(pair.id)).toBeGreaterThan(0);
  for (let pages = 0; pages < 8 && market.comparedFrom(pair.id) > 0; pages += 1) await market.tick();
  expect(market.comparedFrom(pair.id)).toBe(0);
  expect(await rowsOf()).toEqual(whole);
  // Once: whatever is lost behind it is not found by a second start, and costs it nothing.
  const { rows } = await database.pool.query<{ done: boolean }>('SELECT done FROM market_minute_checks');
  expect(rows).toEqual([{ done: true }]);
});

test('charts leave out minutes that nobody answered and name them, and show quiet ones as flat', async () => {
  const { list, missing } = await kline('1m', at(1_300), 400);
  const starts = new Set(list.map(([start]) => (start - week) / minuteMs));
  expect(missing).toEqual([
    [at(downFrom), at(answered.from)],
    [at(answered.to), at(downTo)],
  ]);
  for (let minute = 950; minute < 1_300; minute += 1) {
    const isKnown = minute < downFrom || minute >= downTo || (minute >= answered.from && minute < answered.to);
    expect([minute, starts.has(minute)]).toEqual([minute, isKnown]);
  }
  const quiet = list.find(([start]) => start === at(951));
  expect(quiet?.slice(1)).toEqual([
    ...Array.from({ length: 4 }, () => list.find(([start]) => start === at(950))?.[4]),
    '0.0000',
  ]);
});

test('a page that ends at the missing time names it, and so does no other', async () => {
  expect((await kline('1m', at(downTo), 10)).missing).toEqual([[at(answered.to), at(downTo)]]);
  expect((await kline('1m', at(downFrom), 20)).missing).toBeUndefined();
  // Of whole hours the source is asked for hours, and it has none here.
  expect((await kline('1h', at(downTo), 20)).missing).toEqual([[at(1_020), at(1_200)]]);
  expect((await kline('1d', week + 86_400_000, 1)).missing).toBeUndefined();
});

test('a back-test hears which minutes are missing', async () => {
  const answer = await edge.inject({ method: 'GET', url: `/api/quant/candles?pair=${pair.id}&week=${week}` });
  const { data } = answer.json<{ data: MinuteWeek }>();
  const { close, length } = readMinutes(data, weekMinutes);
  expect(length).toBe(weekMinutes);
  const lost = Array.from({ length }, (_, minute) => minute).filter((minute) => close[minute] === 0);
  expect(lost).toHaveLength(downTo - downFrom - 10);
  expect(lost.at(0)).toBe(downFrom);
  expect(data.final).toBe(false);
});
