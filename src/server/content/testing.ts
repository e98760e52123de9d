import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { localeCodes } from '#protocol/core/locales.ts';

/** One article of a test folder, with the same text in every language prefixed by the language. */
export interface TestArticle {
  readonly key: string;
  readonly category?: string;
  readonly at?: string;
  /** Markdown after title and summary. */
  readonly body?: string;
}

/** Creates a content folder as an operator would; returns its path. */
export async function contentFolder(articles: readonly TestArticle[], rest: object = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-content-'));
  const entries = articles.map(({ key, category, at = '2026-01-02T03:04:05Z' }) => ({
    key,
    kind: key.split('/')[0],
    at,
    ...(category === undefined ? {} : { category }),
  }));
  const catalogue = { articles: entries, announcements: [], carousel: [], ...rest };
  await writeFile(path.join(folder, 'catalogue.json'), JSON.stringify(catalogue));
  for (const { key, body = '' } of articles) {
    for (const locale of localeCodes) {
      const file = path.join(folder, locale, `${key}.md`);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, `# ${locale} ${key}\n\nSummary in ${locale}.\n\n${body}\n`);
    }
  }
  await mkdir(path.join(folder, 'images'));
  return folder;
}

/** A small picture for a content folder. */
export async function contentPicture(folder: string, name: string, size = 20): Promise<void> {
  const picture = sharp({ create: { width: size, height: size, channels: 4, background: '#12345680' } });
  const bytes = name.endsWith('.png') ? await picture.png().toBuffer() : await picture.jpeg().toBuffer();
  await writeFile(path.join(folder, 'images', name), bytes);
}
