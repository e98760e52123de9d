import type { CheckInDay } from '#protocol/check-in/entities.ts';
import { type Decimal, addDecimals } from '#protocol/core/decimal.ts';
import { dayOfText, dayText, daysOfMonth, monthOfDay } from '#protocol/core/product-day.ts';

/** A day in the calendar of a month. */
export interface CalendarDay {
  /** As in `2026-11-22`. */
  readonly day: string;
  /** In the month, from 1. */
  readonly number: number;
  readonly signed: CheckInDay | null;
  /** Whether the band of a run goes on to the day before, and to the day after. */
  readonly joinsBefore: boolean;
  readonly joinsAfter: boolean;
}

/** Days of a week. */
const weekDays = 7;
/** 1 January 1970 was a Thursday, the fifth of weeks that begin on Sunday. */
const firstWeekday = 4;

/**
 * The weeks of a month from Sunday on; null before its first day.
 *
 * @param month as in `2026-11`
 * @param signed its days that were signed in
 */
export function weeksOf(month: string, signed: readonly CheckInDay[]): (CalendarDay | null)[][] {
  const { first, last } = daysOfMonth(month);
  const byDay = new Map(signed.map((one) => [one.day, one]));
  const isSigned = (day: number) => byDay.has(dayText(day));
  const blanks = (first + firstWeekday) % weekDays;
  const cells: (CalendarDay | null)[] = Array.from({ length: blanks }, () => null);
  for (let day = first; day <= last; day += 1) {
    const own = byDay.get(dayText(day)) ?? null;
    cells.push({
      day: dayText(day),
      number: day - first + 1,
      signed: own,
      joinsBefore: own !== null && isSigned(day - 1),
      joinsAfter: own !== null && isSigned(day + 1),
    });
  }
  return Array.from({ length: Math.ceil(cells.length / weekDays) }, (_, week) =>
    cells.slice(week * weekDays, (week + 1) * weekDays),
  );
}

/** What the days of a month paid, by coin. */
export function sumsOf(days: readonly CheckInDay[]): { readonly asset: string; readonly amount: Decimal }[] {
  const sums = new Map<string, Decimal>();
  for (const { asset, reward } of days) sums.set(asset, addDecimals(sums.get(asset) ?? '0', reward));
  return [...sums].map(([asset, amount]) => ({ asset, amount }));
}

/** The month so many months after another. @param by below zero for earlier ones */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The month of a day as calls write it. */
export function monthOfText(day: string): string {
  return monthOfDay(dayOfText(day));
}
