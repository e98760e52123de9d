import { expect, test } from 'vitest';
import { linePath, nearestPoint, valueLine } from './value-line.ts';

const history = [
  { at: 0, total: '10.00', flows: '0.00' },
  { at: 50, total: '30.00', flows: '0.00' },
  { at: 100, total: '20.00', flows: '0.00' },
];

test('draws values over time within the box, highest on top', () => {
  const { points, lowest, highest } = valueLine(history);
  expect(points.map(({ x }) => x)).toEqual([0, 0.5, 1]);
  expect(points.map(({ y }) => Number(y.toFixed(2)))).toEqual([0.92, 0.08, 0.5]);
  expect([lowest, highest]).toEqual([0, 1]);
  expect(linePath(points)).toBe('M0.00 92.00L50.00 8.00L100.00 50.00');
});

test('a value that never changes lies in the middle', () => {
  const still = history.map(({ at }) => ({ at, total: '5.00', flows: '0.00' }));
  expect(valueLine(still).points.map(({ y }) => y)).toEqual([0.5, 0.5, 0.5]);
});

test('finds the point next to a finger', () => {
  const { points } = valueLine(history);
  expect([-1, 0.2, 0.26, 0.74, 0.76, 2].map((share) => nearestPoint(points, share))).toEqual([0, 0, 1, 1, 2, 2]);
});
