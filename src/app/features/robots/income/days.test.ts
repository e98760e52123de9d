import { expect, test } from 'vitest';
import type { RobotDay } from '#protocol/robots/entities/robots.ts';
import { barScale, barsMax, barsOf, sumOfDays } from './days.ts';

const day = (text: string, income: string, fees = '1'): RobotDay => ({
  day: text,
  income,
  fees,
  trades: 2,
  complete: true,
});

test('a day between two that is not in the list is a gap, not nothing', () => {
  const bars = barsOf([day('2026-11-20', '9.62'), day('2026-11-18', '-3')]);
  expect(bars.map(({ day: text, of }) => [text, of?.income ?? null])).toEqual([
    ['2026-11-18', '-3'],
    ['2026-11-19', null],
    ['2026-11-20', '9.62'],
  ]);
});

test('only the newest days have bars, and none without days', () => {
  const many = Array.from({ length: 30 }, (_, nth) => day(`2026-11-${String(30 - nth).padStart(2, '0')}`, '1'));
  const bars = barsOf(many);
  expect(bars).toHaveLength(barsMax);
  expect(bars.at(-1)?.day).toBe('2026-11-30');
  expect(barsOf([])).toEqual([]);
});

test('days add up exactly, with the best and the worst', () => {
  const sum = sumOfDays([day('2026-11-20', '9.62'), day('2026-11-19', '-12.28', '2.5'), day('2026-11-18', '0')]);
  expect(sum).toMatchObject({ income: '-2.66', fees: '4.5', up: 1, down: 1 });
  expect([sum.best?.day, sum.worst?.day]).toEqual(['2026-11-20', '2026-11-19']);
});

test('the scale has round lines around zero', () => {
  expect(barScale(barsOf([day('2026-11-20', '18.46'), day('2026-11-19', '-12.28')]))).toEqual({
    above: 20,
    below: 20,
    lines: [20, 0, -20],
  });
  expect(barScale(barsOf([day('2026-11-20', '0')])).lines).toEqual([0]);
});
