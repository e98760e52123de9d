import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../../../tests/depth.ts';
import type { ParametersOf } from '#protocol/robots/entities/parameters.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import { market } from '#protocol/robots/maths/testing-book.ts';
import { backTest } from '../back-test.ts';
import { type CandleColumns, emptyColumns } from '../candle-columns.ts';
import { tunedParameters } from '../tuning.ts';
import { alignedColumns } from './aligned-columns.ts';
import { basketTest } from './basket-test.ts';
import { naiveBasket } from './testing-naive-basket.ts';

const amount = 100_000_000_000n;
const start = 1_000_000;
/** Coins of other steps and fees than the first. */
const coarse = { ...market, lotUnits: 1_000_000n, unitsPerTickLot: 10_000n, takerFeePpm: 2_000n };
const basket: ParametersOf<'rebalance'> = {
  strategy: 'rebalance',
  minutes: 5,
  share: 40,
  drift: '2',
  others: [
    { pair: 'BUSDT', share: 30 },
    { pair: 'CUSDT', share: 20 },
  ],
};

/** Candles at minutes after the start. */
function columnsOf(bars: readonly (readonly [minute: number, close: number])[]): CandleColumns {
  const columns = emptyColumns(1, bars.length);
  for (const [nth, [minute, close]] of bars.entries()) {
    const open = bars[nth - 1]?.[1] ?? close;
    columns.minute[nth] = start + minute;
    columns.open[nth] = open;
    columns.high[nth] = Math.max(open, close) + 3;
    columns.low[nth] = Math.min(open, close) - 3;
    columns.close[nth] = close;
  }
  return columns;
}

const flat = (ticks: number, count: number) => Array.from({ length: count }, (_, nth) => [nth, ticks] as const);

/** A walk, of which some minutes are missing. */
const walk = (first: number, length: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: -200, max: 200 }), fc.constantFrom(true, true, true, false)), {
      minLength: length,
      maxLength: length,
    })
    .map((steps) => {
      let close = first;
      const bars = steps.map(([move, isThere], minute) => {
        close = Math.max(1_000, close + move);
        return { bar: [minute, close] as const, isThere: isThere || minute === 0 };
      });
      return columnsOf(bars.filter(({ isThere }) => isThere).map(({ bar }) => bar));
    });

const runOf = ({ value, trades, pairs, fees }: ReturnType<typeof basketTest>) => ({ value, trades, pairs, fees });

describe('a back-test of a basket', () => {
  it('comes to the same as a run that looks everything up in every minute', () => {
    let trades = 0;
    let sales = 0;
    const shares = fc.record({
      share: fc.integer({ min: 10, max: 35 }),
      second: fc.integer({ min: 10, max: 30 }),
      third: fc.integer({ min: 10, max: 30 }),
      drift: fc.constantFrom('0.8', '1.5', '3'),
    });
    const paths = fc.tuple(walk(15_000, 90), walk(4_000, 90), walk(30_000, 90));
    fc.assert(
      fc.property(shares, paths, ({ share, second, third, drift }, [first, b, c]) => {
        const others = [second, third].map((own, nth) => ({ pair: `${nth}USDT`, share: own }));
        const parameters = { ...basket, share, drift, others };
        const input = {
          parameters,
          market,
          amount,
          candles: first,
          others: [
            { market: coarse, candles: b },
            { market, candles: c },
          ],
        };
        const result = backTest(input);
        expect(runOf(result)).toEqual(naiveBasket(input));
        trades += result.trades;
        sales += result.pairs;
      }),
      { numRuns: allRuns(150) },
    );
    expect(trades).toBeGreaterThan(450);
    expect(sales).toBeGreaterThan(100);
  });

  it('is that of one coin where there is one', () => {
    let trades = 0;
    fc.assert(
      fc.property(walk(15_000, 120), fc.integer({ min: 20, max: 80 }), (candles, share) => {
        const parameters = { ...basket, share, drift: '1', others: [] };
        const input = { parameters, market, amount, candles };
        const { holding: _holding, holdingDrawdown: _drawdown, curve, ...alone } = backTest(input);
        const together = basketTest(input);
        const near = Object.fromEntries(
          (['change', 'tuned', 'unseen', 'drawdown'] as const).map((name) => [name, expect.closeTo(alone[name], 9)]),
        );
        expect(together).toMatchObject({ ...alone, ...near });
        for (const [nth, value] of curve.robot.entries()) expect(together.curve.robot[nth]).toBeCloseTo(value, 9);
        trades += alone.trades;
      }),
      { numRuns: allRuns(100) },
    );
    expect(trades).toBeGreaterThan(200);
  });

  it('sells what rose and buys what fell with it, at the same opening, half a spread worse', () => {
    const rose = flat(15_000, 12).map(([minute, close]) => [minute, minute < 5 ? close : 22_500] as const);
    const others = [flat(10_000, 12), flat(20_000, 12)].map((path) => ({ market, candles: columnsOf(path) }));
    const input = { parameters: basket, market, amount, candles: columnsOf(rose), others };
    const result = backTest(input);
    // Three purchases, and after the candle that rose a sale and two purchases.
    expect(result).toMatchObject({ trades: 6, pairs: 1 });
    // Each coin bought at the second open, which is 15,003, 10,002 and 20,004 with half a spread, a tenth in quote.
    const held = (0.4 * 22_500) / 15_003 + (0.3 * 10_000) / 10_002 + (0.2 * 20_000) / 20_004;
    expect(result.holding).toBeCloseTo(held * 0.999 + 0.1 - 1, 9);
  });

  it('puts candles at the same minutes: what lacks stands at its last price', () => {
    const [first, second] = alignedColumns([
      columnsOf([
        [0, 100],
        [1, 110],
        [4, 120],
      ]),
      columnsOf([
        [1, 50],
        [3, 60],
      ]),
    ]);
    expect([...(first?.minute ?? [])]).toEqual([start + 1, start + 3, start + 4]);
    expect([...(first?.close ?? [])]).toEqual([110, 110, 120]);
    expect([...(second?.close ?? [])]).toEqual([50, 60, 60]);
    expect([...(second?.high ?? [])]).toEqual([53, 63, 60]);
  });

  it('is tuned on the first two thirds alone, and keeps its shares', () => {
    const waves = (ticks: number, pace: number) =>
      columnsOf(
        flat(ticks, 600).map(([minute]) => [minute, Math.round(ticks * (1 + Math.sin(minute / pace) / 9))] as const),
      );
    const input = (late: number) => {
      const second = waves(4_000, 31);
      second.close.fill(late, 400);
      const others = [
        { market, candles: second },
        { market, candles: waves(20_000, 17) },
      ];
      return { parameters: basket, market, amount, candles: waves(15_000, 23), others };
    };
    const tuned = tunedParameters(input(4_100), 15_000);
    expect(tuned).toMatchObject({ share: 40, others: basket.others });
    expect(tunedParameters(input(3_900), 15_000)).toEqual(tuned);
  });

  it('says which coin is too small a part of it', () => {
    const priced = [
      { market: coarse, ticks: 10_000 },
      { market: { ...market, minTotalUnits: amount }, ticks: 10_000 },
    ];
    const strategy = strategyOf(basket);
    expect(strategy.check(basket, market, amount, 15_000, priced)).toEqual({
      field: 'others.1',
      problem: 'too-little-money',
    });
    const tight = { ...basket, drift: '20' };
    const fine = priced.map((one) => ({ ...one, market }));
    expect(strategy.check(tight, market, amount, 15_000, fine)).toEqual({ field: 'others.1', problem: 'too-high' });
    expect(strategy.check(basket, market, amount, 15_000, fine)).toBeNull();
  });
});
