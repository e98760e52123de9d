import MiniSearch, { type SearchResult } from 'minisearch';
import type { Article } from '#protocol/content/entities.ts';
import { type Piece, excerpt, marked } from './excerpt.ts';
import { fold } from './normalize.ts';
import { fuzziness, isPrefix, wordsOfQuery, wordsOfText } from './words.ts';

/** A text that can be found. */
export interface Searchable {
  /** Where it opens: an address under the hash. */
  readonly to: string;
  readonly article: Pick<Article, 'title' | 'summary' | 'blocks'>;
}

/** A text that was found. */
export interface Find {
  readonly to: string;
  readonly title: readonly Piece[];
  readonly excerpt: readonly Piece[];
}

/** Texts that are answered at most. */
const findsMax = 30;
/** Letters of one part of a text: indexing a part is what the page does in one go. */
const partLetters = 1_200;
/** How much more a part counts that has the query as it was written. */
const literalBoost = 2;

interface Part {
  readonly id: number;
  readonly of: Searchable;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

type Block = Article['blocks'][number];

function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'list':
    case 'steps':
      return block.items.join(' · ');
    case 'facts':
      return block.rows.map((row) => row.join(' ')).join(' · ');
    case 'image':
      return block.alt;
    default:
      return block.text;
  }
}

/** A text in parts, each with the heading above it; the first carries the title. */
function* partsOf(of: Searchable): Generator<Omit<Part, 'id'>> {
  let heading = '';
  let lines: string[] = [of.article.summary];
  let letters = of.article.summary.length;
  let title = of.article.title;
  const take = () => {
    const part = { of, title, heading, text: lines.join('\n') };
    [title, lines, letters] = ['', [], 0];
    return part;
  };
  for (const block of of.article.blocks) {
    const text = textOfBlock(block);
    if (block.type === 'heading' || letters + text.length > partLetters) yield take();
    if (block.type === 'heading') heading = block.text;
    else {
      lines.push(text);
      letters += text.length;
    }
  }
  yield take();
}

/** A pause, so that taps and frames come between. */
function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** How long the index is built in one go. */
const sliceMs = 8;

/** Full-text search over the texts on this device. */
export class TextSearch {
  readonly #index: MiniSearch<Part>;
  readonly #parts: readonly Part[];
  readonly #tag: string;

  private constructor(index: MiniSearch<Part>, parts: readonly Part[], tag: string) {
    this.#index = index;
    this.#parts = parts;
    this.#tag = tag;
  }

  /**
   * Builds the index, a few milliseconds at a time.
   *
   * @param tag BCP 47 name of the language the texts are in
   */
  static async build(texts: readonly Searchable[], tag: string): Promise<TextSearch> {
    const index = new MiniSearch<Part>({
      fields: ['title', 'heading', 'text'],
      tokenize: (text) => wordsOfText(text, tag),
      processTerm: (word) => word,
    });
    // Its dictionary is read with the first words, which takes a slow phone a moment of its own.
    wordsOfText('.', tag);
    await yieldToMain();
    const parts: Part[] = [];
    let since = performance.now();
    for (const text of texts) {
      for (const part of partsOf(text)) {
        const numbered = { ...part, id: parts.length };
        parts.push(numbered);
        index.add(numbered);
        if (performance.now() - since < sliceMs) continue;
        await yieldToMain();
        since = performance.now();
      }
    }
    return new TextSearch(index, parts, tag);
  }

  /** Texts with all words of the query, the best first; when there are none, those with any of them. */
  find(query: string): Find[] {
    const words = wordsOfQuery(query, this.#tag);
    if (words.length === 0) return [];
    const all = this.#search(query, words, 'AND');
    return this.#finds(query, all.length > 0 ? all : this.#search(query, words, 'OR'));
  }

  #search(query: string, words: readonly string[], combineWith: 'AND' | 'OR'): SearchResult[] {
    return this.#index.search(query, {
      tokenize: () => [...words],
      combineWith,
      prefix: isPrefix,
      fuzzy: fuzziness,
      boost: { title: 4, heading: 2 },
    });
  }

  #finds(query: string, results: readonly SearchResult[]): Find[] {
    const literal = fold(query).trim();
    const best = new Map<string, { readonly part: Part; readonly score: number; readonly words: readonly string[] }>();
    for (const { id, score, terms } of results) {
      const part = this.#parts[id as number];
      if (part === undefined) continue;
      const isLiteral = fold(`${part.title} ${part.heading} ${part.text}`).includes(literal);
      const weighed = score * (isLiteral ? literalBoost : 1);
      const known = best.get(part.of.to);
      if (known === undefined || known.score < weighed) best.set(part.of.to, { part, score: weighed, words: terms });
    }
    return [...best.values()]
      .toSorted((a, b) => b.score - a.score)
      .slice(0, findsMax)
      .map(({ part, words }) => ({
        to: part.of.to,
        title: marked(part.of.article.title, words),
        excerpt: excerpt(part.text === '' ? part.of.article.summary : part.text, words),
      }));
  }
}
