import { describe, expect, it } from 'vitest';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Miner } from '#protocol/mining/entities.ts';
import { liveMiner, netOf, paybackOf, sumsOf } from './live-miner.ts';

const start = Date.UTC(2026, 0, 5);
const stint: Miner = {
  id: '1',
  model: '1',
  number: 98,
  name: 'Stint 40',
  asset: 'USDT',
  price: '104',
  power: 40,
  yield: '0.02',
  capacity: 20,
  burn: 4,
  fuelPrice: '0.05',
  days: 180,
  dayMs: minuteMs,
  daily: '0.8',
  state: 'running',
  run: { startedAt: start, asOf: start, ran: 0, tank: 20 * minuteMs, stoppedAt: null, endedAt: null },
  collected: '0.8',
  toCollect: '0',
  boughtAt: start,
};

describe('a miner at a later moment', () => {
  it('has burnt fuel, earned whole days, and knows when it stops', () => {
    expect(liveMiner(stint, start + 2.5 * minuteMs)).toMatchObject({
      state: 'running',
      toCollect: '0.8',
      day: 3,
      fuel: 10,
      share: 0.5,
      stopsAt: start + 5 * minuteMs,
      nextIncomeAt: start + 3 * minuteMs,
      isFuelled: false,
      fillable: 10,
      fillPrice: '0.5',
    });
  });

  it('stands without fuel from the moment it was burnt', () => {
    expect(liveMiner(stint, start + 60 * minuteMs)).toMatchObject({
      state: 'stopped',
      run: { stoppedAt: start + 5 * minuteMs },
      toCollect: '3.2',
      fuel: 0,
      nextIncomeAt: null,
    });
  });

  it('sums by coin, and leaves out what has nothing', () => {
    const idle = liveMiner({ ...stint, asset: 'BTC', collected: '0' }, start);
    expect(sumsOf([liveMiner(stint, start + 3 * minuteMs), idle])).toEqual([{ asset: 'USDT', amount: '1.6' }]);
  });
});

describe('a model', () => {
  it('pays itself back on the day that its net income has reached its price, or never', () => {
    expect([netOf(stint), paybackOf(stint)]).toEqual(['0.6', 174]);
    expect(paybackOf({ ...stint, price: '108.01' })).toBeNull();
    expect(paybackOf({ ...stint, fuelPrice: '0.2' })).toBeNull();
  });
});
