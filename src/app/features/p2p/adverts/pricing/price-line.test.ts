import { expect, test } from 'vitest';
import { placeMarks } from './price-line.ts';

test('marks stand in the order of their prices, with room at the ends', () => {
  const marks = placeMarks({ you: '7.21', index: '7.19', bound: '7.15', best: '7.20' });
  expect(marks.map(({ mark }) => mark)).toEqual(['bound', 'index', 'best', 'you']);
  expect(marks[0]?.at).toBeCloseTo(0.12);
  expect(marks.at(-1)?.at).toBeCloseTo(0.88);
});

test('what is not known has no mark; one price stands in the middle', () => {
  expect(placeMarks({ you: null, index: '7.19', best: null })).toEqual([{ mark: 'index', price: '7.19', at: 0.5 }]);
  expect(placeMarks({ you: null })).toEqual([]);
});
