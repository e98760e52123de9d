import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atDepth } from '../../../../../tests/depth.ts';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import { candleStart } from '#protocol/market-data/intervals.ts';
import { createSimulatedSource } from '#server/practice/simulated-source.ts';
import { quoteAt } from '../requests/testing-requests.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { contextFor } from '#server/http/testing.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { goldIndex } from '#server/markets/candles/gold-index.ts';
import { chartedMarkets } from '#server/markets/candles/index-market.ts';
import { asCandle, stepsOf } from '#server/markets/candles/market-trade.ts';
import { naiveFold, naiveMinutes } from '#server/markets/candles/naive-candles.ts';
import { pairOf, pairs } from '#server/markets/pairs.ts';
import { klineTopic } from '#server/markets/candles/topics/kline-topic.ts';
import { fundContractMakers } from '../makers/makers.ts';
import { chartedContract } from './contract-trade-log.ts';
import { listContracts } from '../listed-contracts.ts';
import { type ContractsBench, openContractsBench } from '../testing.ts';

/** Candles of BTC's contract on a real store, from trades of its real book; the test controls the clock. */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const id = 'BTCPERP';
const followed = pairOf('BTCUSDT');
const source = createSimulatedSource([followed], 11, null);
const [maker, taker] = [houseOwners.makerA, houseOwners.makerB];
const [listed] = listContracts([followed]);
if (listed === undefined) throw new Error('no contract on BTC');
const charted = chartedContract(listed, followed);
const { pair } = charted;

let bench: ContractsBench;
/** Minutes in which the contract was followed, recorded by the test. */
const ups: { from: number; to: number }[] = [];

beforeAll(async () => {
  bench = await openContractsBench(0n, source);
  await fundContractMakers({ database: bench.database, ledger: createLedger() }, bench.now(), 'contract');
});
afterAll(() => bench.close());

function charts() {
  if (bench.charts === null) throw new Error('no charts');
  return bench.charts;
}

/** Both makers trade some lots at a price. */
async function trade(ticks: number, lots: number): Promise<void> {
  await Promise.all([
    quoteAt(bench.contracts, id, [[], [[ticks, lots]]], maker),
    quoteAt(bench.contracts, id, [[[ticks, lots]], []], taker),
  ]);
  const up = ups.at(-1) ?? { from: bench.now(), to: 0 };
  if (ups.length === 0) ups.push(up);
  up.to = bench.now();
}

async function storedTrades() {
  const { rows } = await bench.database.pool.query<Record<'id' | 'price_ticks' | 'at', string> & { lots: number }>(
    'SELECT id, price_ticks, lots, at FROM contract_trades WHERE contract = $1 ORDER BY id',
    [id],
  );
  return rows.map((row) => ({
    ticks: Number(row.price_ticks),
    lots: row.lots,
    at: Number(row.at),
    id: Number(row.id),
  }));
}

/** The stored trades, folded naively. */
async function plainMinutes(fromMs: number, toMs: number): Promise<Candle[]> {
  const traded = (await storedTrades()).map(({ ticks, ...trade_ }) =>
    asCandle(stepsOf(pair), charted.asFill({ ...trade_, takerSide: 'buy', priceTicks: ticks })),
  );
  const published = await source.history(followed.id, '1m', fromMs, toMs);
  const isUp = (minute: number) => ups.some(({ from, to }) => minute >= candleStart(from, '1m') && minute <= to);
  return naiveMinutes(pair, { fromMs, toMs }, traded, published, isUp);
}

async function expectAsPlain(): Promise<void> {
  const fromMs = candleStart(bench.now() - 6 * hourMs, '4h');
  const last = ups.at(-1);
  if (last !== undefined) last.to = bench.now();
  const minutes = await plainMinutes(fromMs - hourMs, candleStart(bench.now(), '1m') + minuteMs);
  for (const interval of ['1m', '15m', '1h', '4h'] as const) {
    const plain = naiveFold(
      pair,
      minutes.filter(([at]) => at >= fromMs),
      interval,
    );
    const { list } = await charts().klines(id, interval, null, 1_000);
    expect(list.filter(([at]) => at >= fromMs)).toEqual(plain);
    expect(charts().candle(id, interval)).toEqual(plain.at(-1));
  }
}

describe('a contract without trades', () => {
  it('shows the candles of its underlying pair', async () => {
    const { list } = await charts().klines(id, '15m', null, 300);
    expect(list).toHaveLength(300);
    expect(charts().ticker(id)).toMatchObject({ pair: id });
    expect(charts().candle(id, '15m')).toEqual(list.at(-1));
  });

  it('is found by its id beside pairs, which have different ids', () => {
    expect(charts().has(id)).toBe(true);
    expect(charts().has(followed.id)).toBe(false);
    const all = listContracts([...pairs, goldIndex]);
    const names = [...pairs, goldIndex, ...all].map((one) => one.id);
    expect(new Set(names).size).toBe(names.length);
    for (const one of all) {
      const of = [...pairs, goldIndex].find((candidate) => candidate.id === one.pair);
      expect(of && chartedContract(one, of).pair.id).toBe(one.id);
    }
  });
});

describe('with the first trade', () => {
  it('its candles are those of its own book, and the past is that of the source', async () => {
    bench.pass(90_000);
    await trade(654_321, 7);
    await expect.poll(() => charts().candle(id, '1m')[4]).toBe('65432.1');
    expect(charts().candle(id, '1m').slice(1)).toEqual(['65432.1', '65432.1', '65432.1', '65432.1', '0.00700']);
    expect(charts().ticker(id)).toMatchObject({ pair: id, last: '65432.1' });
    await expectAsPlain();
  });

  it('the running candle is published with each trade, and also without one so that it does not look stale', async () => {
    const clock = () => bench.now();
    let due = 0;
    const feed = klineTopic({ market: chartedMarkets([charts()]), clock }).open(`kline:${id}:1m`, () => (due += 1));
    await trade(655_000, 3);
    expect(due).toBeGreaterThan(0);
    expect(feed.take()?.slice(2)).toEqual(['65500.0', '65432.1', '65500.0', '0.01000']);
    bench.pass(5_000);
    due = 0;
    await bench.markTo(655_000);
    expect(due).toBeGreaterThan(0);
    expect(feed.take()?.[4]).toBe('65500.0');
    feed.close();
    await bench.markTo(null);
  });
});

describe('trades, quiet minutes, restarts and downtime', () => {
  const step = fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        ticks: fc.integer({ min: 640_000, max: 660_000 }),
        lots: fc.integer({ min: 1, max: 300 }),
      }),
    },
    { weight: 5, arbitrary: fc.integer({ min: 100, max: 150_000 }) },
    { weight: 1, arbitrary: fc.constantFrom('restart' as const, 'down' as const, 'crash' as const) },
  );

  it('make the same candles as a naive fold of the stored trades', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        for (const one of steps) {
          if (typeof one === 'number') bench.pass(one);
          else if (typeof one === 'object') await trade(one.ticks, one.lots);
          else await again(one);
        }
        // Well inside a minute, because a minute closes shortly after its end.
        bench.pass(minuteMs + 10_000 - (bench.now() % minuteMs));
        await trade(650_000, 1);
        await expectAsPlain();
        await again('restart');
        await expectAsPlain();
      }),
      { numRuns: atDepth(8) },
    );
  });

  async function again(how: 'restart' | 'down' | 'crash'): Promise<void> {
    const up = ups.at(-1);
    if (up !== undefined) up.to = bench.now();
    if (how === 'crash') {
      // What was not written at its end is recounted from the trades.
      const restarted = await bench.restart();
      await bench.database.pool.query('DELETE FROM market_minutes WHERE pair = $1 AND start_at > $2', [
        id,
        bench.now() - 10 * minuteMs,
      ]);
      bench = restarted;
    }
    if (how === 'down') {
      bench = await bench.restart(3 * hourMs + 17 * minuteMs);
      ups.push({ from: bench.now(), to: bench.now() });
      return;
    }
    bench = await bench.restart();
  }
});

describe('a close against opposing positions', () => {
  it('is not a market trade and moves no candle, unlike one through the book', async () => {
    const [owner = 0n] = await bench.users([10_000n * 100_000_000n]);
    await bench.markTo(650_000);
    await bench.quote([[649_950, 1_000]], [[650_050, 1_000]]);
    await bench.calls['POST contract'](
      { type: 'market', contract: id, side: 'long', lots: 100, leverage: 100, takeProfit: '120000', stopLoss: '64700' },
      contextFor(owner),
    );
    expect(charts().candle(id, '1h')[4]).toBe('65005.0');
    const before = await storedTrades();
    const candle = charts().candle(id, '1h');
    await bench.quote([], []);
    await bench.markTo(600_000);
    expect(bench.contracts.own(owner).positions).toEqual([]);
    expect(await storedTrades()).toEqual(before);
    expect(charts().candle(id, '1h')).toEqual(candle);
  });
});
