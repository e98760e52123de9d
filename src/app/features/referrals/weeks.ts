import type { TeamWeek } from '#protocol/referrals/entities.ts';
import { addDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { dayOfText, dayText } from '#protocol/core/product-day.ts';

const weekDays = 7;
/** Weeks of the chart. */
export const weeksShown = 12;

/** The weeks of the chart, oldest first; those of which nothing is written are empty. @param thisWeek its Monday */
export function filledWeeks(known: readonly TeamWeek[], thisWeek: string): TeamWeek[] {
  const byDay = new Map(known.map((week) => [week.day, week]));
  const last = dayOfText(thisWeek);
  return Array.from({ length: weeksShown }, (_, nth) => {
    const day = dayText(last - (weeksShown - 1 - nth) * weekDays);
    return byDay.get(day) ?? { day, direct: '0', indirect: '0', fees: '0', reversed: '0' };
  });
}

/** What some weeks come to. */
export function sumOfWeeks(weeks: readonly TeamWeek[]): Omit<TeamWeek, 'day'> {
  const sum = (of: (week: TeamWeek) => Decimal) => weeks.reduce((total, week) => addDecimals(total, of(week)), '0');
  return {
    direct: sum(({ direct }) => direct),
    indirect: sum(({ indirect }) => indirect),
    fees: sum(({ fees }) => fees),
    reversed: sum(({ reversed }) => reversed),
  };
}

/** A line of the scale in digits. */
export function lineText(line: number): Decimal {
  return line.toFixed(Math.max(0, -Math.floor(Math.log10(line))));
}

/** A scale of the chart: the lines that are written at its edge, and how far it reaches above and below zero. */
interface Scale {
  readonly lines: readonly number[];
  readonly above: number;
  readonly below: number;
}

const steps = [5, 2, 1];

/**
 * A scale of round numbers that holds every week: two lines above zero, the highest below the highest bar. Drawing only,
 * so plain numbers do; amounts are written from the exchange's own texts.
 */
export function scaleOf(weeks: readonly TeamWeek[]): Scale {
  const above = Math.max(0, ...weeks.map(({ direct, indirect }) => Number(direct) + Number(indirect)));
  const below = Math.max(0, ...weeks.map(({ reversed }) => Number(reversed)));
  const most = Math.max(above, below);
  if (most === 0) return { lines: [], above: 1, below: 0 };
  const size = 10 ** Math.floor(Math.log10(most / 2));
  const step = size * (steps.find((each) => each * size <= most / 2) ?? 1);
  const lines = [step, 2 * step].map((line) => Number(line.toPrecision(1)));
  return { lines, above: Math.max(above, 2 * step), below };
}
