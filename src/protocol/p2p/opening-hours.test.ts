import { expect, test } from 'vitest';
import { isOpenAt } from './opening-hours.ts';

const at = (time: string) => Date.parse(`2026-11-23T${time}Z`);

test.each([
  // Nine to six in UTC+8.
  [{ from: 540, to: 1080, offsetMinutes: 480 }, '00:59:59', false],
  [{ from: 540, to: 1080, offsetMinutes: 480 }, '01:00:00', true],
  [{ from: 540, to: 1080, offsetMinutes: 480 }, '09:59:59', true],
  [{ from: 540, to: 1080, offsetMinutes: 480 }, '10:00:00', false],
  // Over midnight, west of Greenwich.
  [{ from: 1200, to: 120, offsetMinutes: -300 }, '00:59:59', false],
  [{ from: 1200, to: 120, offsetMinutes: -300 }, '01:00:00', true],
  [{ from: 1200, to: 120, offsetMinutes: -300 }, '06:59:59', true],
  [{ from: 1200, to: 120, offsetMinutes: -300 }, '07:00:00', false],
  [{ from: 0, to: 1439, offsetMinutes: 330 }, '18:29:30', false],
  [null, '12:00:00', true],
] as const)('%o at %s: %s', (hours, time, open) => {
  expect(isOpenAt(hours, at(time))).toBe(open);
});
