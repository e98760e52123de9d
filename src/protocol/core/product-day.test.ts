import { expect, it } from 'vitest';
import { dayOfText, daysOfMonth, dayText, monthOfDay, productDay, productDayStart } from './product-day.ts';

it('turns at midnight of UTC+8', () => {
  const turn = Date.UTC(2026, 10, 21, 16);
  expect(dayText(productDay(turn - 1))).toBe('2026-11-21');
  expect(dayText(productDay(turn))).toBe('2026-11-22');
  expect(productDayStart(productDay(turn))).toBe(turn);
  expect(productDay(productDayStart(20_000) - 1)).toBe(19_999);
});

it('counts the days of a month, also over the year and in leap years', () => {
  const days = (month: string) => {
    const { first, last } = daysOfMonth(month);
    return [dayText(first), dayText(last), last - first + 1];
  };
  expect(days('2026-12')).toEqual(['2026-12-01', '2026-12-31', 31]);
  expect(days('2028-02')).toEqual(['2028-02-01', '2028-02-29', 29]);
  expect(monthOfDay(dayOfText('2027-01-01'))).toBe('2027-01');
});
