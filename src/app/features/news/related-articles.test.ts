import { expect, it } from 'vitest';
import { relatedTo } from './related-articles.tsx';

const of = (key: string, tag: string | null = null) => ({ key, tag, title: key });

it('offers others of the same subject first, and never the article itself', () => {
  const all = [of('a', 'fees'), of('b', 'safety'), of('c', 'fees'), of('d'), of('e', 'fees')];
  const keys = (article: ReturnType<typeof of>) => relatedTo(article, all).map(({ key }) => key);
  expect(keys(of('a', 'fees'))).toEqual(['c', 'e', 'b']);
  expect(keys(of('d'))).toEqual(['a', 'b', 'c']);
  expect(relatedTo(of('a'), [of('a')])).toEqual([]);
});
