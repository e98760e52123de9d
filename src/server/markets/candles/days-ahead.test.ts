import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import { candleStart, type Interval, intervalNames } from '#protocol/market-data/intervals.ts';
import { createSimulatedSource } from '#server/practice/simulated-source.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { pairOf } from '../pairs.ts';
import { createCandleHistory } from './candle-history.ts';
import { withDays } from './days-ahead.ts';
import { stepsOf } from './market-trade.ts';
import { nullCheckStore } from './minute-checks.ts';
import { startMarket } from './start-market.ts';
import { loadPairMarket } from './pair-loading.ts';
import { createMinuteStore, upSpans } from './store.ts';
import { createTradeLog } from './trade-log.ts';

/** A start reads the days of running weeks and months for all pairs at once. */

const pairs = [pairOf('ETHUSDT'), pairOf('BTCUSDT')];
const source = createSimulatedSource(pairs, 5, null);
/** A Friday, in the second half of a month. */
const now = Date.UTC(2026, 10, 20, 10, 37, 12);
let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase();
  await database.pool.query('INSERT INTO market_runs (started_at, seen_at) VALUES ($1, $2)', [now - 40 * dayMs, now]);
});
afterEach(() => database.close());

async function trade(id: number, nth: number, at: number, ticks: number, lots: number): Promise<void> {
  const pair = pairs[nth] ?? pairOf('ETHUSDT');
  const steps = stepsOf(pair);
  await database.pool.query(
    `INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee, at)
     VALUES ($1, $2, 'buy', $3, $4, 0, 1, 2, 11, 12, 0, 0, $5)`,
    [id, pair.id, BigInt(ticks) * steps.unitsPerTick, BigInt(lots) * steps.unitsPerLot, at],
  );
}

/** Running candles of each pair, as a start has them and as a pair that is loaded alone has them. */
async function runningCandles() {
  const market = await startMarket({ database, source, pairs, clock: () => now, logger: pino({ level: 'silent' }) });
  const started = pairs.map(({ id }) => intervalNames.map((interval) => market.candle(id, interval)));
  await market.close();
  const store = createMinuteStore(database);
  const history = createCandleHistory(store, source, await upSpans(store, () => now));
  const deps = {
    store,
    checks: nullCheckStore,
    trades: createTradeLog(database),
    history,
    source,
    hoursOf: () => null,
  };
  const alone = await Promise.all(pairs.map((pair) => loadPairMarket(deps, pair, now)));
  return { started, alone: alone.map((pair) => intervalNames.map((interval) => pair.candle(interval))) };
}

const volumeOf = (candles: readonly (readonly Candle[])[], nth: number, interval: Interval) =>
  Number(candles[nth]?.[intervalNames.indexOf(interval)]?.[5]);

/** Trades of both pairs in each day, minutes apart. */
async function tradeDays(days: readonly number[], written: () => Promise<unknown>): Promise<void> {
  for (const [nth, day] of days.entries()) {
    for (const of of [0, 1]) {
      const at = now + day * dayMs - hourMs;
      await trade(4 * nth + 2 * of + 1, of, at, 300_000 + 7 * nth, 5 + nth);
      await trade(4 * nth + 2 * of + 2, of, at + 3 * minuteMs, 299_000 + 11 * nth, 1 + of);
    }
    // Minutes of all days but the last three are written; what follows is what a crash left.
    if (nth === 2) await written();
  }
}

test('running candles are those of pairs that are loaded one by one', async () => {
  await tradeDays([-18, -4, -3, -2, -1, 0], runningCandles);
  const { started, alone } = await runningCandles();
  expect(started).toEqual(alone);
  for (const of of [0, 1]) {
    const { lotSize } = pairs[of] ?? pairOf('ETHUSDT');
    expect(volumeOf(started, of, '1M')).toBeCloseTo((45 + 6 * (1 + of)) * Number(lotSize), 9);
    expect(volumeOf(started, of, '1w')).toBeCloseTo((40 + 5 * (1 + of)) * Number(lotSize), 9);
  }
});

test('days that were read ahead are those of the store, whatever span is asked for', async () => {
  await tradeDays([-18, -4, -3, -2, -1, 0], () => Promise.resolve());
  await runningCandles();
  const store = createMinuteStore(database);
  const ahead = await withDays(store, pairs, now);
  const midnight = candleStart(now, '1d');
  for (const { id } of pairs) {
    for (const from of [-40, -18, -17, -3, -1, 0]) {
      for (const to of [midnight - 2 * dayMs, midnight - dayMs, midnight - 14 * hourMs, now]) {
        const span = [id, dayMs, midnight + from * dayMs, to] as const;
        expect(await ahead.candles(...span)).toEqual(await store.candles(...span));
      }
    }
  }
  // Already read: the store is asked no more.
  await database.pool.query('DELETE FROM market_minutes');
  const days = await ahead.candles(pairs[0]?.id ?? '', dayMs, candleStart(now, '1M'), midnight - dayMs);
  expect(days.map(({ startMs }) => (startMs - midnight) / dayMs)).toEqual([-18, -4, -3, -2]);
});
