import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { type Locale, localeCodes } from '../../contract/locales.ts';
import { catalogueSchema, type ContentCatalogue } from './catalogue.ts';
import { type ContentImage, readContentImage } from './content-image.ts';
import { type ArticleText, readArticle } from './markdown.ts';

/** A whole content folder: the catalogue, every text in seven languages, and the pictures they show. */
export interface ContentSet {
  readonly catalogue: ContentCatalogue;
  readonly texts: ReadonlyMap<string, ReadonlyMap<Locale, ArticleText>>;
  readonly images: readonly ContentImage[];
  /** Changes when anything in the set does. */
  readonly digest: string;
}

/** A content folder cannot be used; the message has a line for each thing that is wrong. */
export class ContentError extends Error {}

const textMaxBytes = 200_000;
const imagesMax = 200;
/** Faults that are told at once; more only bury the first ones. */
const faultsTold = 20;

/**
 * Reads a content folder: `catalogue.json`, `LOCALE/KEY.md`, and the pictures in `images/`.
 *
 * @throws ContentError naming every file that is missing or wrong: content is complete in all seven languages or not
 *   pushed
 */
export async function readContentSet(folder: string): Promise<ContentSet> {
  const hash = createHash('sha256');
  const faults: string[] = [];
  const catalogue = await readCatalogue(folder, hash);
  const images = await readImages(folder, faults);
  const texts = new Map<string, Map<Locale, ArticleText>>();
  for (const article of catalogue.articles) {
    const byLocale = new Map<Locale, ArticleText>();
    for (const locale of localeCodes) {
      const name = path.join(locale, `${article.key}.md`);
      try {
        const markdown = await readText(path.join(folder, name));
        hash.update(`${name}\n${markdown}`);
        byLocale.set(locale, readArticle(markdown, images));
      } catch (error) {
        faults.push(`${name}: ${messageOf(error)}`);
      }
    }
    texts.set(article.key, byLocale);
  }
  if (faults.length > 0) throw contentError(faults);
  const shown = shownImages(texts, images);
  for (const { name } of shown) hash.update(name);
  return { catalogue, texts, images: shown, digest: hash.digest('base64url') };
}

async function readCatalogue(folder: string, hash: ReturnType<typeof createHash>): Promise<ContentCatalogue> {
  let source: string;
  let json: unknown;
  try {
    source = await readFile(path.join(folder, 'catalogue.json'), 'utf8');
    json = JSON.parse(source);
  } catch (error) {
    throw contentError([`catalogue.json: ${messageOf(error)}`]);
  }
  hash.update(source);
  const checked = v.safeParse(catalogueSchema, json);
  if (checked.success) return checked.output;
  throw contentError(
    checked.issues.map((issue) => {
      const place = v.getDotPath(issue);
      return `catalogue.json${place === null ? '' : ` ${place}`}: ${issue.message}`;
    }),
  );
}

async function readImages(folder: string, faults: string[]): Promise<Map<string, ContentImage>> {
  const names = await readdir(path.join(folder, 'images')).catch(() => []);
  if (names.length > imagesMax) throw contentError([`images: more than ${imagesMax} files`]);
  const images = new Map<string, ContentImage>();
  for (const name of names.filter((one) => /\.(?:png|jpe?g)$/i.test(one)).toSorted()) {
    try {
      images.set(`images/${name}`, await readContentImage(await readFile(path.join(folder, 'images', name))));
    } catch (error) {
      faults.push(`images/${name}: ${messageOf(error)}`);
    }
  }
  return images;
}

/** Only what an article shows is pushed. */
function shownImages(
  texts: ReadonlyMap<string, ReadonlyMap<Locale, ArticleText>>,
  images: ReadonlyMap<string, ContentImage>,
): ContentImage[] {
  const sources = new Set<string>();
  for (const text of [...texts.values()].flatMap((byLocale) => [...byLocale.values()])) {
    for (const block of text.blocks) if (block.type === 'image') sources.add(block.src);
  }
  const byName = new Map([...images.values()].map((image) => [image.name, image]));
  return [...byName.values()].filter(({ name }) => sources.has(`content/${name}`));
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  if (bytes.length > textMaxBytes) throw new Error(`it has more than ${textMaxBytes} bytes`);
  return bytes.toString('utf8');
}

function messageOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'it is missing';
  return error instanceof Error ? error.message : String(error);
}

function contentError(faults: readonly string[]): ContentError {
  const more = faults.length - faultsTold;
  const lines = faults.slice(0, faultsTold).map((fault) => `  ${fault}`);
  return new ContentError(
    ['The content cannot be used:', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n'),
  );
}
