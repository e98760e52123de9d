import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { noticeKind } from '../../contract/entities/content.ts';
import { type Locale, localeCodes } from '../../contract/locales.ts';
import { type ArticleText, readArticle } from './markdown.ts';

const key = v.pipe(v.string(), v.regex(/^[a-z]+\/[\w-]+$/i));
const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => Date.parse(text)),
);

/** `catalogue.json` of a content folder: what there is; the words stand in `LOCALE/KEY.md`. */
const catalogueSchema = v.strictObject({
  articles: v.array(
    v.strictObject({
      key,
      kind: v.picklist(['news', 'page', 'coin', 'notice', 'slide']),
      tag: v.nullable(v.string()),
      at: moment,
    }),
  ),
  /** Notices to everybody, by the article that holds their words. */
  announcements: v.array(v.strictObject({ article: key, kind: noticeKind, at: moment })),
  carousel: v.array(
    v.strictObject({
      article: key,
      to: v.string(),
      art: v.picklist(['practice', 'market', 'offline', 'safety']),
    }),
  ),
});

/** What a content folder declares. */
export type ContentCatalogue = v.InferOutput<typeof catalogueSchema>;

/** A whole content folder: the catalogue and every text in seven languages. */
export interface ContentSet {
  readonly catalogue: ContentCatalogue;
  readonly texts: ReadonlyMap<string, ReadonlyMap<Locale, ArticleText>>;
  /** Changes when anything in the set does. */
  readonly digest: string;
}

/**
 * Reads a content folder.
 *
 * @throws Error naming the file when one is missing or cannot be read: content is complete in all seven languages or not pushed
 */
export async function readContentSet(folder: string): Promise<ContentSet> {
  const hash = createHash('sha256');
  const source = await readFile(path.join(folder, 'catalogue.json'), 'utf8');
  hash.update(source);
  const catalogue = v.parse(catalogueSchema, JSON.parse(source));
  const texts = new Map<string, Map<Locale, ArticleText>>();
  for (const article of catalogue.articles) {
    const byLocale = new Map<Locale, ArticleText>();
    for (const locale of localeCodes) {
      const file = path.join(folder, locale, `${article.key}.md`);
      try {
        const markdown = await readFile(file, 'utf8');
        hash.update(markdown);
        byLocale.set(locale, readArticle(markdown));
      } catch (error) {
        throw new Error(`content: ${file} cannot be read`, { cause: error });
      }
    }
    texts.set(article.key, byLocale);
  }
  return { catalogue, texts, digest: hash.digest('hex') };
}
