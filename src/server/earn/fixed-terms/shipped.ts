import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { FixedCycle } from '#protocol/fixed-terms/entities.ts';
import type { Decimal } from '#protocol/core/decimal.ts';

/** A product as it ships: first content of the store, which operators change from then on. */
export interface ShippedProduct {
  readonly asset: string;
  readonly cycle: FixedCycle;
  readonly days: number;
  readonly dayMs: number;
  readonly ratePpm: number;
  readonly exitPpm: number;
  readonly minimum: Decimal;
  readonly maximum: Decimal;
  readonly quota: Decimal;
}

const cycles: readonly (readonly [cycle: FixedCycle, days: number])[] = [
  ['weekly', 7],
  ['monthly', 30],
  ['quarterly', 90],
  ['yearly', 365],
];

/** Leaving early costs half of the interest so far. */
const exitPpm = 500_000;

/** Of each coin: minimum, maximum and quota, and the rates of the four cycles in millionths. */
const coins: readonly (readonly [string, Decimal, Decimal, Decimal, readonly [number, number, number, number]])[] = [
  ['USDT', '10', '20000', '2000000', [1_000, 4_800, 16_000, 72_000]],
  ['BTC', '0.001', '2', '40', [200, 1_000, 3_500, 16_000]],
  ['ETH', '0.01', '10', '600', [300, 1_600, 5_500, 25_000]],
  ['SOL', '0.1', '200', '10000', [500, 2_400, 8_200, 38_000]],
];

/** Products with real cycles. */
const lasting: readonly ShippedProduct[] = coins.flatMap(([asset, minimum, maximum, quota, rates]) =>
  cycles.flatMap(([cycle, days], nth) => {
    const ratePpm = rates[nth];
    return ratePpm === undefined ? [] : [{ asset, cycle, days, dayMs, ratePpm, exitPpm, minimum, maximum, quota }];
  }),
);

/** Cycles whose day is a minute, so that somebody new sees a whole life of one within the hour. */
const short: readonly ShippedProduct[] = [
  {
    asset: 'USDT',
    cycle: 'weekly',
    days: 7,
    dayMs: minuteMs,
    ratePpm: 1_000,
    exitPpm,
    minimum: '1',
    maximum: '500',
    quota: '400000',
  },
  {
    asset: 'USDT',
    cycle: 'monthly',
    days: 30,
    dayMs: minuteMs,
    ratePpm: 4_800,
    exitPpm,
    minimum: '1',
    maximum: '500',
    quota: '400000',
  },
  {
    asset: 'BTC',
    cycle: 'weekly',
    days: 7,
    dayMs: minuteMs,
    ratePpm: 200,
    exitPpm,
    minimum: '0.0001',
    maximum: '0.05',
    quota: '20',
  },
];

/** What an empty store begins with. */
export function shippedProducts(mode: 'practice' | 'live'): readonly ShippedProduct[] {
  return mode === 'practice' ? [...short, ...lasting] : lasting;
}

/** What the house account holds in practice mode, topped up when half of it is promised. */
export const practiceCover: readonly (readonly [asset: string, amount: Decimal])[] = [
  ['USDT', '105000'],
  ['BTC', '1'],
  ['ETH', '12'],
  ['SOL', '400'],
];
