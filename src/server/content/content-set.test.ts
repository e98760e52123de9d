import { describe, expect, it } from 'vitest';
import { localeCodes } from '../../contract/locales.ts';
import { readContentSet } from './content-set.ts';
import type { ArticleText } from './markdown.ts';

const folder = new URL('../../../content', import.meta.url).pathname;

const factNames = (text: ArticleText) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].toSorted();
const shape = (text: ArticleText) =>
  text.blocks.map((block) =>
    block.type === 'list'
      ? `list ${block.items.length}`
      : block.type === 'facts'
        ? `facts ${block.rows.length}`
        : block.type,
  );

describe('the content that ships', () => {
  it('is complete in seven languages, with the same blocks and the same facts to fill', async () => {
    const set = await readContentSet(folder);
    expect(set.texts.size).toBe(set.catalogue.articles.length);
    for (const [key, texts] of set.texts) {
      const english = texts.get('en');
      if (english === undefined) throw new Error(`${key} has no English text`);
      for (const locale of localeCodes) {
        const text = texts.get(locale);
        if (text === undefined) throw new Error(`${key} has no text in ${locale}`);
        expect(shape(text), `${locale}/${key}`).toEqual(shape(english));
        expect(factNames(text), `${locale}/${key}`).toEqual(factNames(english));
      }
    }
  });

  it('announces and shows only articles that exist', async () => {
    const { catalogue, texts } = await readContentSet(folder);
    for (const one of [...catalogue.announcements, ...catalogue.carousel]) expect(texts.has(one.article)).toBe(true);
  });
});
