import { lexer, type Token, type Tokens } from 'marked';
import type { Block } from '../../contract/entities/content.ts';

/** The text of one article: its first heading is the title, the first paragraph the summary. */
export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  readonly blocks: readonly Block[];
  readonly readingMinutes: number;
}

const wordsPerMinute = 200;
/** Scripts without spaces are read by the character. */
const charactersPerMinute = 450;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/**
 * Reads an article from Markdown. What is kept is plain text in four kinds of blocks (heading, paragraph,
 * list, two-column table), so no markup ever reaches a reader's page.
 *
 * @throws Error when the title or the summary is missing, or when a block of another kind stands in the text
 */
export function readArticle(markdown: string): ArticleText {
  const tokens = lexer(markdown).filter((token) => token.type !== 'space');
  const [first, second, ...rest] = tokens;
  if (first?.type !== 'heading' || second?.type !== 'paragraph') {
    throw new Error('an article starts with its title as a heading and its summary as a paragraph');
  }
  const blocks = rest.map(readBlock);
  return {
    title: plainText(first),
    summary: plainText(second),
    blocks,
    readingMinutes: readingMinutes(markdown),
  };
}

function readBlock(token: Token): Block {
  switch (token.type) {
    case 'heading':
      return { type: 'heading', text: plainText(token) };
    case 'paragraph':
      return { type: 'paragraph', text: plainText(token) };
    case 'list':
      return { type: 'list', items: (token as Tokens.List).items.map(plainText) };
    case 'table':
      return { type: 'facts', rows: factRows(token as Tokens.Table) };
    default:
      throw new Error(`an article cannot hold a block of kind ${token.type}`);
  }
}

/** The header row of a facts table is its first fact: Markdown has no table without one. */
function factRows(table: Tokens.Table): [string, string][] {
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
    .map((token) => ('tokens' in token && token.tokens !== undefined ? inlineText(token.tokens) : textOf(token)))
    .join('')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? decodeEntities(token.text) : token.raw;
}

/** The lexer escapes what would be markup in HTML; blocks are plain text, so that is undone. */
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
