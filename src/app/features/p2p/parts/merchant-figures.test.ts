import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { averageTime, ratingsText, shareText } from './merchant-figures.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

test('average times are short, and never say zero', () => {
  expect(averageTime(null)).toBe('–');
  expect(averageTime(59_999)).toBe('< 1 min');
  expect(averageTime(89_000)).toBe('1 min');
  expect(averageTime(119 * 60_000)).toBe('119 min');
  expect(averageTime(120 * 60_000)).toBe('2 h');
});

test('a completion rate is cut to one place', () => {
  expect(shareText('99.29')).toBe('99.2%');
  expect(shareText('100')).toBe('100.0%');
  expect(shareText(null)).toBe('–');
});

test('says how many ratings a share is of', () => {
  expect(ratingsText({ rated: 41, positive: '97.56' })).toBe('97.5% of 41');
  expect(ratingsText({ rated: 0, positive: null })).toBe('–');
});
