import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { averageTime, completionRate } from './merchant-figures.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

test('average times are short, and never say zero', () => {
  expect(averageTime(null)).toBe('–');
  expect(averageTime(59_999)).toBe('< 1 min');
  expect(averageTime(89_000)).toBe('1 min');
  expect(averageTime(119 * 60_000)).toBe('119 min');
  expect(averageTime(120 * 60_000)).toBe('2 h');
});

test('a completion rate is cut to one place', () => {
  expect(completionRate('99.29')).toBe('99.2%');
  expect(completionRate('100')).toBe('100.0%');
  expect(completionRate(null)).toBe('–');
});
