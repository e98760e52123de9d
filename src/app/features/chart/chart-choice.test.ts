import { expect, test } from 'vitest';
import { readStored } from '#app/platform/storage/storage.ts';
import {
  changeChoice,
  changeInterval,
  changeParams,
  chartChoice,
  defaultChoice,
  goldChoice,
  readChoice,
  toggled,
} from './chart-choice.ts';

test('a choice is remembered and read back', () => {
  changeChoice({
    interval: '4h',
    kind: 'line',
    indicators: { overlays: ['BOLL'], volume: false, panes: ['KDJ', 'RSI'] },
    marks: false,
  });
  expect(chartChoice.get().interval).toBe('4h');
  expect(
    readChoice(
      JSON.stringify({ interval: '1M', kind: 'line', overlays: ['EMA'], volume: false, panes: [], marks: false }),
    ),
  ).toEqual({
    interval: '1M',
    goldInterval: '4h',
    gold: false,
    kind: 'line',
    indicators: { overlays: ['EMA'], volume: false, panes: [], params: {} },
    marks: false,
  });
});

test.each([null, '', '{', '7', '{"interval":"7m","overlays":"MA","panes":7,"kind":"bars"}'])(
  'what is not a choice is the default: %s',
  (text) => expect(readChoice(text)).toEqual(defaultChoice),
);

test('figures of indicators are remembered; what cannot be computed with is as by default', () => {
  const params = { MA: [5, 10, 500], BOLL: [20, 2.5], MACD: [26, 12, 9], KDJ: [9, 3], RSI: [0, 1, 2], WR: [501] };
  const stored = (value: unknown) => readChoice(JSON.stringify({ params: value })).indicators.params;
  expect(stored(params)).toEqual({ MA: [5, 10, 500], BOLL: [20, 2.5] });
  expect(stored({ BOLL: [20, 2.55], EMA: [1.5, 2, 3], MACD: ['12', 26, 9] })).toEqual({});
  expect(stored('MA')).toEqual({});
  changeParams({ WR: [21] });
  expect(readChoice(readStored('dunlin.chart')).indicators.params).toEqual({ WR: [21] });
});

test('gold opens on four hours and remembers an interval of its own', () => {
  changeChoice({ interval: '15m', goldInterval: '4h' });
  expect(goldChoice(chartChoice.get()).interval).toBe('4h');
  changeInterval('12h', goldChoice(chartChoice.get()), 'candles');
  expect(goldChoice(readChoice(readStored('dunlin.chart'))).interval).toBe('12h');
  expect(chartChoice.get().interval).toBe('15m');
  changeInterval('3m', chartChoice.get(), 'candles');
  expect([chartChoice.get().interval, goldChoice(chartChoice.get()).interval]).toEqual(['3m', '12h']);
});

test('past the maximum the one that was on longest goes', () => {
  expect(toggled(['MACD', 'KDJ'], 'RSI', 2)).toEqual(['KDJ', 'RSI']);
  expect(toggled(['MACD'], 'MACD', 2)).toEqual([]);
});
