import { describe, expect, it } from 'vitest';
import { strategyOf } from '../strategies.ts';
import { strategyNames } from '../strategy.ts';
import { contractMarket, market as pairMarket } from '../testing-book.ts';
import { backTest } from './back-test.ts';
import { emptyColumns, sliceColumns, unseenFrom } from './candle-columns.ts';
import { usualParameters } from '../usual-parameters.ts';
import { tunedParameters } from './tuning.ts';

const amount = 100_000_000_000n;

/** Waves with a slow drift. */
function waves(length: number, step = 15) {
  const columns = emptyColumns(step, length);
  for (let nth = 0; nth < length; nth += 1) {
    const close = Math.round(15_000 + 900 * Math.sin(nth / 17) + 300 * Math.sin(nth / 5) - nth / 10);
    columns.minute[nth] = 1_000_000 + nth * step;
    for (const name of ['open', 'close'] as const) columns[name][nth] = close;
    columns.high[nth] = close + 60;
    columns.low[nth] = close - 60;
  }
  return columns;
}

describe.each(strategyNames)('%s', (strategy) => {
  const market = strategy === 'contract-grid' ? contractMarket : pairMarket;
  const usual = usualParameters(strategy, market, 15_000);

  it('begins with parameters that can start', () => {
    expect(strategyOf(usual).check(usual, market, amount, 15_000)).toBeNull();
  });

  it('is tuned on the first two thirds alone: the last one changes nothing', () => {
    const candles = waves(900);
    const input = { parameters: usual, market, amount, candles };
    const tuned = tunedParameters(input, 15_000);
    if (tuned === null) throw new Error('nothing can start');
    const seen = sliceColumns(candles, 0, unseenFrom(900));
    const valueOf = (parameters: typeof usual) => backTest({ ...input, parameters, candles: seen }).value;
    // What a grid is laid around differs with its market.
    if (!strategy.includes('grid')) expect(valueOf(tuned)).toBeGreaterThanOrEqual(valueOf(usual));
    candles.close.fill(9_000, unseenFrom(900));
    candles.low.fill(8_000, unseenFrom(900));
    expect(tunedParameters(input, 15_000)).toEqual(tuned);
  });
});
