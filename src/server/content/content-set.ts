import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { type Locale, localeCodes } from '#protocol/core/locales.ts';
import { catalogueSchema, type ContentCatalogue } from './catalogue.ts';
import { type ContentImage, readContentImage } from './content-image.ts';
import { type ArticleText, readArticle, readingVersion } from './markdown.ts';

/** A whole content folder: the catalogue, every text in seven languages, and the pictures they show. */
export interface ContentSet {
  readonly catalogue: ContentCatalogue;
  readonly texts: ReadonlyMap<string, ReadonlyMap<Locale, ArticleText>>;
  readonly images: readonly ContentImage[];
  /** Changes when anything in the set does. */
  readonly digest: string;
}

/** A content folder is invalid; the message has one line per fault. */
export class ContentError extends Error {}

const textMaxBytes = 200_000;
const imagesMax = 200;
/** Most faults reported at once. */
const faultsShown = 20;

/** The raw files of a content folder; only the catalogue is parsed. */
export interface ContentFiles {
  readonly catalogue: ContentCatalogue;
  /** Markdown by file name; an Error when it could not be read. */
  readonly markdown: ReadonlyMap<string, string | Error>;
  readonly pictures: ReadonlyMap<string, Buffer>;
  /** Changes when any file or the parser changes. */
  readonly digest: string;
}

/**
 * Reads the files of a content folder: `catalogue.json`, `LOCALE/KEY.md`, and the pictures in `images/`. If they are
 * unchanged, a start needs no more.
 *
 * @throws ContentError when the catalogue is missing or wrong
 */
export async function readContentFiles(folder: string): Promise<ContentFiles> {
  const hash = createHash('sha256').update(`${readingVersion}\n`);
  const catalogue = await readCatalogue(folder, hash);
  const markdown = new Map<string, string | Error>();
  for (const { key } of catalogue.articles) {
    const names = localeCodes.map((locale) => textName(locale, key));
    const texts = await Promise.all(names.map((name) => readText(path.join(folder, name)).catch(asError)));
    for (const [at, text] of texts.entries()) {
      const name = names[at] ?? '';
      hash.update(`${name}\n${String(text)}\n`);
      markdown.set(name, text);
    }
  }
  const pictures = await readPictures(folder);
  for (const [name, bytes] of pictures) hash.update(`${name}\n`).update(bytes);
  return { catalogue, markdown, pictures, digest: hash.digest('base64url') };
}

/**
 * Reads a content folder: `catalogue.json`, `LOCALE/KEY.md`, and the pictures in `images/`.
 *
 * @throws ContentError naming every missing or invalid file: content is complete in all seven languages or not pushed
 */
export async function readContentSet(folder: string): Promise<ContentSet> {
  return contentSetOf(await readContentFiles(folder));
}

/** Parses the files of a content folder. @throws ContentError as `readContentSet` does */
export async function contentSetOf({ catalogue, markdown, pictures, digest }: ContentFiles): Promise<ContentSet> {
  const faults: string[] = [];
  const images = await readImages(pictures, faults);
  const texts = new Map<string, Map<Locale, ArticleText>>();
  for (const { key } of catalogue.articles) {
    const byLocale = new Map<Locale, ArticleText>();
    for (const locale of localeCodes) {
      const name = textName(locale, key);
      try {
        const text = markdown.get(name) ?? '';
        if (text instanceof Error) throw text;
        byLocale.set(locale, readArticle(text, images));
      } catch (error) {
        faults.push(`${name}: ${messageOf(error)}`);
      }
    }
    texts.set(key, byLocale);
  }
  if (faults.length > 0) throw contentError(faults);
  return { catalogue, texts, images: shownImages(texts, images), digest };
}

const textName = (locale: Locale, key: string) => path.join(locale, `${key}.md`);

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
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

async function readPictures(folder: string): Promise<Map<string, Buffer>> {
  const names = await readdir(path.join(folder, 'images')).catch(() => []);
  if (names.length > imagesMax) throw contentError([`images: more than ${imagesMax} files`]);
  const pictures = new Map<string, Buffer>();
  for (const name of names.filter((one) => /\.(?:png|jpe?g)$/i.test(one)).toSorted()) {
    pictures.set(`images/${name}`, await readFile(path.join(folder, 'images', name)));
  }
  return pictures;
}

async function readImages(pictures: ReadonlyMap<string, Buffer>, faults: string[]): Promise<Map<string, ContentImage>> {
  const images = new Map<string, ContentImage>();
  for (const [name, bytes] of pictures) {
    try {
      images.set(name, await readContentImage(bytes));
    } catch (error) {
      faults.push(`${name}: ${messageOf(error)}`);
    }
  }
  return images;
}

/** Only referenced pictures are pushed. */
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
  const more = faults.length - faultsShown;
  const lines = faults.slice(0, faultsShown).map((fault) => `  ${fault}`);
  return new ContentError(
    ['The content cannot be used:', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n'),
  );
}
