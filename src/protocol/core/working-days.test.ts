import { expect, it } from 'vitest';
import { endOfWorkingDay, isWorkingDay } from './working-days.ts';
import { productDay } from './product-day.ts';

const iso = (at: number) => new Date(at).toISOString();

it('counts from Monday to Friday, by the days of UTC+8', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
  expect(days.map((day) => isWorkingDay(productDay(Date.parse(`${day}T04:00Z`))))).toEqual([true, false, false, true]);
  // Friday in UTC, and Saturday in UTC+8.
  expect(isWorkingDay(productDay(Date.parse('2026-11-20T17:00Z')))).toBe(false);
});

it('ends with the third working day after', () => {
  expect(iso(endOfWorkingDay(Date.parse('2026-11-23T04:00Z'), 3))).toBe('2026-11-26T15:59:59.999Z');
  expect(iso(endOfWorkingDay(Date.parse('2026-11-20T04:00Z'), 3))).toBe('2026-11-25T15:59:59.999Z');
  expect(iso(endOfWorkingDay(Date.parse('2026-11-21T04:00Z'), 1))).toBe('2026-11-23T15:59:59.999Z');
});
