import { expect, test } from 'vitest';
import { clockText, halfHours, withTime } from './opening-times.ts';

test('the day has 48 half hours', () => {
  expect(halfHours).toHaveLength(48);
  expect([clockText(0), clockText(570), clockText(1410)]).toEqual(['00:00', '09:30', '23:30']);
});

test('begin and end never meet', () => {
  const hours = { from: 540, to: 1320, offsetMinutes: 480 };
  expect(withTime(hours, 'from', 600)).toMatchObject({ from: 600, to: 1320 });
  expect(withTime(hours, 'from', 1320)).toMatchObject({ from: 1320, to: 1350 });
  expect(withTime(hours, 'to', 540)).toMatchObject({ from: 510, to: 540 });
  expect(withTime({ ...hours, from: 0 }, 'to', 0)).toMatchObject({ from: 1410, to: 0 });
});
