import { lexer, type Token, type Tokens } from 'marked';
import type { Block } from '#protocol/content/entities.ts';
import type { ContentImage } from './content-image.ts';

/**
 * Parser version. Raised with every change of the parser below, because the store holds parsed texts: only then are
 * unchanged files parsed again.
 */
export const readingVersion = 1;

/** The text of one article: its first heading is the title, the first paragraph the summary. */
export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  readonly blocks: readonly Block[];
  readonly readingMinutes: number;
}

const wordsPerMinute = 200;
/** Reading time of scripts without spaces is counted by the character. */
const charactersPerMinute = 450;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** The available pictures by path, as in `images/deposit.png`. */
export type ImagesByPath = ReadonlyMap<string, Pick<ContentImage, 'name' | 'width' | 'height'>>;

const noImages: ImagesByPath = new Map();

/**
 * Parses an article from Markdown. The result is plain text in blocks (heading, paragraph, list, numbered list,
 * two-column table) and own pictures, so no markup ever reaches a client and nothing loads from elsewhere. Links keep
 * only their text.
 *
 * @throws Error when the title or the summary is missing, when the text contains another kind of block or raw HTML, and
 *   for a picture that is not in the folder
 */
export function readArticle(markdown: string, images: ImagesByPath = noImages): ArticleText {
  const tokens = lexer(markdown).filter((token) => token.type !== 'space');
  const [first, second, ...rest] = tokens;
  if (first?.type !== 'heading' || second?.type !== 'paragraph') {
    throw new Error('an article starts with its title as a heading and its summary as a paragraph');
  }
  return {
    title: plainText(first),
    summary: plainText(second),
    blocks: rest.map((token) => readBlock(token, images)),
    readingMinutes: readingMinutes(markdown),
  };
}

function readBlock(token: Token, images: ImagesByPath): Block {
  switch (token.type) {
    case 'heading':
      return { type: 'heading', text: plainText(token) };
    case 'paragraph':
      return loneImage(token as Tokens.Paragraph, images) ?? { type: 'paragraph', text: plainText(token) };
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return { type: ordered ? 'steps' : 'list', items: items.map(plainText) };
    }
    case 'table':
      return { type: 'facts', rows: factRows(token as Tokens.Table) };
    default:
      throw new Error(`an article cannot hold a block of kind ${token.type}`);
  }
}

/** A paragraph that is one picture: `![what it shows](images/name.png)`. */
function loneImage({ tokens }: Tokens.Paragraph, images: ImagesByPath): Block | null {
  const [only, ...more] = tokens;
  if (only?.type !== 'image' || more.length > 0) return null;
  const { href, tokens: words } = only as Tokens.Image;
  const image = images.get(href);
  if (image === undefined) throw new Error(`the picture ${href} is not in the folder`);
  const alt = inlineText(words);
  if (alt === '') throw new Error(`the picture ${href} has no words for those who do not see it`);
  return { type: 'image', src: `content/${image.name}`, alt, width: image.width, height: image.height };
}

/** The header row of a facts table is its first fact: Markdown has no table without one. */
function factRows(table: Tokens.Table): [string, string][] {
  if (table.header.length !== 2) throw new Error('a table has two columns: a name and a value');
  return [table.header, ...table.rows].map(([name, value]) => [
    name === undefined ? '' : inlineText(name.tokens),
    value === undefined ? '' : inlineText(value.tokens),
  ]);
}

function plainText(token: Token): string {
  return 'tokens' in token && token.tokens !== undefined ? inlineText(token.tokens) : decodeEntities(token.raw);
}

function inlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      refuseInline(token);
      return 'tokens' in token && token.tokens !== undefined ? inlineText(token.tokens) : textOf(token);
    })
    .join('')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

/** Constructs that would be lost or left as markup are errors. */
function refuseInline({ type, raw }: Token): void {
  if (type === 'html') throw new Error(`an article cannot hold HTML: ${raw.slice(0, 40)}`);
  if (type === 'image') throw new Error('a picture stands in a paragraph of its own');
  if (type === 'list' || type === 'table' || type === 'code') throw new Error(`a ${type} cannot stand in a list`);
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? decodeEntities(token.text) : token.raw;
}

/** The lexer escapes HTML; blocks are plain text, so that is undone. */
function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function readingMinutes(text: string): number {
  const characters = text.match(unspaced)?.length ?? 0;
  const words = text.replaceAll(unspaced, ' ').split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(words / wordsPerMinute + characters / charactersPerMinute));
}
