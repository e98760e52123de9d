import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { localeCodes } from '#protocol/core/locales.ts';
import { readContentFiles, readContentSet } from './content-set.ts';
import type { ArticleText } from './markdown.ts';
import { contentFolder, contentPicture } from './testing.ts';

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

describe('the shipped content', () => {
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

  it('references only existing articles', async () => {
    const { catalogue, texts } = await readContentSet(folder);
    for (const one of [...catalogue.announcements, ...catalogue.carousel]) expect(texts.has(one.article)).toBe(true);
  });
});

it('the digest of a folder covers every text and picture, before parsing', async () => {
  const made = await contentFolder([{ key: 'news/one', body: '![A square](images/a.png)' }]);
  await contentPicture(made, 'a.png');
  const digestNow = async () => (await readContentFiles(made)).digest;
  const seen = [await digestNow()];
  expect((await readContentSet(made)).digest).toBe(seen[0]);
  await contentPicture(made, 'a.png', 21);
  seen.push(await digestNow());
  await writeFile(path.join(made, 'hy/news/one.md'), '# Other\n\nSummary.\n');
  seen.push(await digestNow());
  await rm(path.join(made, 'jp/news/one.md'));
  seen.push(await digestNow());
  expect(new Set(seen).size).toBe(4);
  await expect(readContentSet(made)).rejects.toThrow(/jp\/news\/one\.md: it is missing/);
  await rm(made, { recursive: true });
});
