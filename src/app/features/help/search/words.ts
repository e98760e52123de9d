import { fold } from './normalize.ts';

/** Runs of scripts that write no spaces, or that hang endings on words: each pair of letters counts as a word. */
const pairedRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu;
const paired = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]/u;
const latin = /^[\p{Script=Latin}]+$/u;

/** From so many letters on, the beginning of a word finds it while it is still being typed. */
const prefixLeast = 2;
/** From so many letters on, a word may hold mistakes, one for each fifth of its letters. */
const fuzzyLeast = 5;
const fuzzyShare = 0.2;

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(tag: string): Intl.Segmenter {
  let known = segmenters.get(tag);
  if (known === undefined) {
    known = new Intl.Segmenter(tag, { granularity: 'word' });
    segmenters.set(tag, known);
  }
  return known;
}

function pairs(run: string): string[] {
  const letters = Array.from(run);
  return letters.slice(0, -1).map((letter, index) => letter + (letters[index + 1] ?? ''));
}

function segments(text: string, tag: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of segmenter(tag).segment(text)) if (isWordLike === true) found.push(segment);
  return found;
}

/**
 * The words of a text, folded: those the language's own rules see, and every pair of neighbours where words are not
 * parted by spaces, because a dictionary parts the same letters differently in another sentence.
 *
 * @param tag BCP 47 name of the language
 */
export function wordsOfText(text: string, tag: string): string[] {
  const normalized = fold(text);
  const found = segments(normalized, tag);
  for (const [run] of normalized.matchAll(pairedRun)) {
    found.push(...pairs(run));
    // The last letter begins no pair, and a single letter is asked for by the beginning of a word.
    const last = Array.from(run).at(-1);
    if (last !== undefined) found.push(last);
  }
  return found;
}

/** The words all of which must be there: pairs in place of what a dictionary would part. */
export function wordsOfQuery(query: string, tag: string): string[] {
  const normalized = fold(query).trim();
  const found = segments(normalized.replaceAll(pairedRun, ' '), tag);
  for (const [run] of normalized.matchAll(pairedRun))
    found.push(...(Array.from(run).length === 1 ? [run] : pairs(run)));
  return [...new Set(found)];
}

/** Whether a word of a query also finds words that begin with it. */
export function isPrefix(word: string): boolean {
  if (paired.test(word)) return Array.from(word).length === 1;
  return word.length >= prefixLeast;
}

/** How wrong a word of a query may be: a share of its letters, or false. Only letters of alphabets are mistyped singly. */
export function fuzziness(word: string): number | false {
  return latin.test(word) && word.length >= fuzzyLeast ? fuzzyShare : false;
}
