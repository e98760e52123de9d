import { expect, test } from 'vitest';
import { acceptedList, shownOf, steadyAfter } from './steady-list.ts';

const of = (...ids: string[]) => ids.map((id) => ({ id }));
const never = () => false;

test('adverts that come or change places move nothing, and are offered', () => {
  const first = acceptedList(1, of('a', 'b', 'c'));
  const later = of('n', 'c', 'a', 'b');
  const held = steadyAfter(first, 1, later);
  expect(shownOf(held, later, never)).toEqual({ shown: of('a', 'b', 'c'), others: of('n') });
  expect(shownOf(acceptedList(1, later), later, never).shown).toEqual(later);
});

test('the next page is appended, whatever it repeats', () => {
  const held = steadyAfter(acceptedList(1, of('a', 'b')), 2, of('n', 'a', 'b', 'c'));
  expect(held.ids).toEqual(['a', 'b', 'n', 'c']);
});

test('what is gone disappears at its place', () => {
  const held = acceptedList(1, of('a', 'b', 'c'));
  expect(shownOf(held, of('a', 'c'), never).shown).toEqual(of('a', 'c'));
  expect(shownOf(held, of('a', 'b', 'c'), ({ id }) => id === 'b').shown).toEqual(of('a', 'c'));
});
