import { expect, test } from 'vitest';
import { changeChoice, chartChoice, defaultChoice, readChoice, toggled } from './chart-choice.ts';

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
    kind: 'line',
    indicators: { overlays: ['EMA'], volume: false, panes: [] },
    marks: false,
  });
});

test.each([null, '', '{', '7', '{"interval":"3m","overlays":"MA","panes":7,"kind":"bars"}'])(
  'what is not a choice is the default: %s',
  (text) => expect(readChoice(text)).toEqual(defaultChoice),
);

test('past the maximum the one that was on longest goes', () => {
  expect(toggled(['MACD', 'KDJ'], 'RSI', 2)).toEqual(['KDJ', 'RSI']);
  expect(toggled(['MACD'], 'MACD', 2)).toEqual([]);
});
