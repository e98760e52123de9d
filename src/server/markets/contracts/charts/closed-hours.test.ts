import { pino } from 'pino';
import { expect, test } from 'vitest';
import { intervalNames, nextCandleStart } from '#protocol/market-data/intervals.ts';
import { createSimulatedSource } from '#server/practice/simulated-source.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { goldHours, goldIndex } from '#server/markets/candles/gold-index.ts';
import { startIndexMarket } from '#server/markets/candles/index-market.ts';
import { hasTradingTime } from '#server/markets/engine/trading-sessions.ts';
import { pairOf } from '#server/markets/pairs.ts';
import { listContracts } from '../listed-contracts.ts';
import { openContractCharts } from './contract-charts.ts';

/** Charts of contracts over a weekend, when gold is closed and coins are not, from stored trades. */

const logger = pino({ level: 'silent' });
const hours = goldHours('market');
const friday = Date.UTC(2026, 10, 20, 20, 30);
const btc = pairOf('BTCUSDT');

test.each([
  ['Saturday', Date.UTC(2026, 10, 21, 12)],
  ['Monday', Date.UTC(2026, 10, 23, 3)],
])(
  'on %s gold has no candles of closed hours, from its own trades or its index, and coins have all',
  async (_, now) => {
    const database = await testDatabase();
    for (const [contract, ticks] of [
      ['XAUPERP', 270_000],
      ['BTCPERP', 600_000],
    ] as const) {
      await database.pool.query(
        `INSERT INTO contract_trades (id, contract, taker_side, price_ticks, lots, at) VALUES ($1, $2, 'buy', $3, 1, $4)`,
        [ticks, contract, ticks, friday],
      );
    }
    const source = createSimulatedSource([btc, goldIndex], 5, null);
    const clock = () => now;
    const index = await startIndexMarket({ source, index: goldIndex, hours, lotsPerMs: () => 0.01, clock, logger });
    const followed = [btc, goldIndex];
    const contracts = listContracts(followed, hours);
    const charts = await openContractCharts({
      database,
      source,
      contracts,
      followed,
      charted: index.market,
      clock,
      logger,
    });
    for (const contract of ['XAUPERP', 'XAUMINI', 'BTCPERP']) {
      const open = contract === 'BTCPERP' ? null : hours;
      for (const interval of intervalNames) {
        const { list } = await charts.klines(contract, interval, null, 200);
        const times = list.map(([at]) => at);
        const expected: number[] = [];
        for (let at = times[0] ?? now; at <= now; at = nextCandleStart(at, interval)) {
          if (hasTradingTime(open, at, Math.min(now, nextCandleStart(at, interval)))) expected.push(at);
        }
        expect(times, `${contract} ${interval}`).toEqual(expected);
        expect(charts.candle(contract, interval), `${contract} ${interval}`).toEqual(list.at(-1));
      }
    }
    await charts.close();
    await index.close();
    await database.close();
  },
);
