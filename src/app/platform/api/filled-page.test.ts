import { expect, test } from 'vitest';
import { filledPage } from './filled-page.ts';

const pages = new Map<string | null, { list: number[]; next: string | null }>([
  [null, { list: [], next: 'a' }],
  ['a', { list: [], next: 'b' }],
  ['b', { list: [7], next: 'c' }],
  ['c', { list: [], next: null }],
]);

test('continues past empty pages, to the first with items or the end of the list', async () => {
  const asked: (string | null)[] = [];
  const ask = async (cursor: string | null) => {
    asked.push(cursor);
    return pages.get(cursor) ?? { list: [], next: null };
  };
  const sizeOf = ({ list }: { list: number[] }) => list.length;
  expect(await filledPage(ask, null, sizeOf)).toEqual({ list: [7], next: 'c' });
  expect(await filledPage(ask, 'c', sizeOf)).toEqual({ list: [], next: null });
  expect(asked).toEqual([null, 'a', 'b', 'c']);
});
