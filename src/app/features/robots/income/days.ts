import type { RobotDay } from '#protocol/robots/entities/robots.ts';
import { addDecimals, compareDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { dayOfText, dayText } from '#protocol/core/product-day.ts';

/** Most bars side by side: with more they are too thin for a finger. */
export const barsMax = 16;

/** A bar: what a day came to, or null for a day that the exchange was not there to count. */
export interface Bar {
  readonly day: string;
  readonly of: RobotDay | null;
}

/** The newest days as bars, oldest first; days between two that are there, and are not themselves, are gaps. */
export function barsOf(days: readonly RobotDay[]): readonly Bar[] {
  const newest = days[0];
  if (newest === undefined) return [];
  const byDay = new Map(days.map((day) => [day.day, day]));
  const last = dayOfText(newest.day);
  const first = Math.max(dayOfText(days.at(-1)?.day ?? newest.day), last - barsMax + 1);
  return Array.from({ length: last - first + 1 }, (_, nth) => {
    const day = dayText(first + nth);
    return { day, of: byDay.get(day) ?? null };
  });
}

/** What some days come to together. */
interface DaysSum {
  readonly income: Decimal;
  readonly fees: Decimal;
  readonly up: number;
  readonly down: number;
  readonly best: RobotDay | null;
  readonly worst: RobotDay | null;
}

/** Adds up days; the best and the worst of them, the earlier of equals. */
export function sumOfDays(days: readonly RobotDay[]): DaysSum {
  const sum = (pick: (day: RobotDay) => Decimal) => days.reduce((total, day) => addDecimals(total, pick(day)), '0');
  const signOf = (day: RobotDay) => compareDecimals(day.income, '0');
  const ordered = days.toSorted((a, b) => compareDecimals(a.income, b.income));
  return {
    income: sum(({ income }) => income),
    fees: sum(({ fees }) => fees),
    up: days.filter((day) => signOf(day) > 0).length,
    down: days.filter((day) => signOf(day) < 0).length,
    best: ordered.at(-1) ?? null,
    worst: ordered[0] ?? null,
  };
}

/** What the height of a picture of bars stands for, and where its lines are: pictures need no exact decimals. */
export interface BarScale {
  readonly above: number;
  readonly below: number;
  readonly lines: readonly number[];
}

const steps = [1, 2, 5] as const;

/** Four lines at most, at round figures, with zero among them. */
export function barScale(bars: readonly Bar[]): BarScale {
  const values = bars.map(({ of }) => Number(of?.income ?? 0));
  const [high, low] = [Math.max(0, ...values), Math.min(0, ...values)];
  const span = high - low;
  if (span === 0) return { above: 1, below: 0, lines: [0] };
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const step = power * (steps.find((each) => span / (each * power) <= 3) ?? 10);
  const [most, least] = [Math.ceil(high / step), Math.ceil(-low / step)];
  const lines = Array.from({ length: most + least + 1 }, (_, nth) => (most - nth) * step);
  return { above: most * step, below: least * step, lines };
}
