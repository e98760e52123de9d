import { dayMs, hourMs } from './durations.ts';

/** Days of the product turn at 24:00 UTC+8, wherever its users are (spec point 9). */
const aheadOfUtcMs = 8 * hourMs;

/** The day of the product at a time, counted from 1 January 1970. @param at epoch milliseconds of the server's clock */
export function productDay(at: number): number {
  return Math.floor((at + aheadOfUtcMs) / dayMs);
}

/** When a day of the product begins, in epoch milliseconds. */
export function productDayStart(day: number): number {
  return day * dayMs - aheadOfUtcMs;
}

/** A day as calls write it, as in `2026-11-22`. */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The month of a day, as in `2026-11`. */
export function monthOfDay(day: number): string {
  return dayText(day).slice(0, 7);
}

/** The days of a month, first to last. @param month as in `2026-11` */
export function daysOfMonth(month: string): { readonly first: number; readonly last: number } {
  const first = dayOfText(`${month}-01`);
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { first, last: Math.floor(Date.UTC(year, number, 1) / dayMs) - 1 };
}

/** The day that `dayText` wrote. */
export function dayOfText(text: string): number {
  return Math.floor(Date.parse(`${text}T00:00:00Z`) / dayMs);
}
