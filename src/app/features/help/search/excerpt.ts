import { normalizeWithPositions } from './normalize.ts';

/** A piece of a text, and whether it is what was asked for. */
export interface Piece {
  readonly text: string;
  readonly found: boolean;
}

/** Letters of an excerpt; letters of scripts without spaces say more. */
const excerptLetters = 150;
const denseExcerptLetters = 64;
/** Letters shown before the first thing found. */
const leadLetters = 36;
const denseLeadLetters = 14;

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const spaced = /[\p{Script=Latin}\p{Number}]/u;

type Range = readonly [from: number, to: number];

/** Where the words stand, in places of the original, without overlaps and in order. */
function rangesOf(text: string, words: readonly string[]): Range[] {
  const normalized = normalizeWithPositions(text);
  const found: Range[] = [];
  for (const word of words.filter((each) => each !== '')) {
    const isSpaced = spaced.test(word[0] ?? '');
    for (let at = normalized.text.indexOf(word); at !== -1; at = normalized.text.indexOf(word, at + 1)) {
      // "fee" is not what makes "coffee" a find.
      if (isSpaced && spaced.test(normalized.text[at - 1] ?? '')) continue;
      found.push([normalized.at[at] ?? 0, normalized.at[at + word.length] ?? text.length]);
    }
  }
  const joined: Range[] = [];
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

function piecesOf(text: string, ranges: readonly Range[]): Piece[] {
  const pieces: Piece[] = [];
  let place = 0;
  for (const [from, to] of ranges) {
    if (from > place) pieces.push({ text: text.slice(place, from), found: false });
    pieces.push({ text: text.slice(from, to), found: true });
    place = to;
  }
  if (place < text.length) pieces.push({ text: text.slice(place), found: false });
  return pieces;
}

/** A whole text with the words marked. */
export function marked(text: string, words: readonly string[]): Piece[] {
  return piecesOf(text, rangesOf(text, words));
}

/** Where the window lies that holds the most of what was found. */
function fullest(ranges: readonly Range[], letters: number): number {
  let best = 0;
  let most = -1;
  for (const [from] of ranges) {
    const held = ranges.reduce((sum, [a, b]) => sum + (a >= from && b <= from + letters ? b - a : 0), 0);
    if (held > most) [best, most] = [from, held];
  }
  return best;
}

/** Moves a cut to the next space, so that no word is shown in halves; scripts without spaces are cut anywhere. */
function toWord(text: string, place: number): number {
  if (place <= 0) return 0;
  const space = text.indexOf(' ', place);
  return space !== -1 && space - place < 12 ? space + 1 : place;
}

/**
 * The part of a text that shows best what was found in it, with the words marked. Line breaks become spaces.
 *
 * @param words folded, as they stand in the text
 */
export function excerpt(source: string, words: readonly string[]): Piece[] {
  const text = source.replaceAll(/\s+/g, ' ').trim();
  const isDense = (text.match(dense)?.length ?? 0) > text.length / 3;
  const letters = isDense ? denseExcerptLetters : excerptLetters;
  const ranges = rangesOf(text, words);
  const lead = isDense ? denseLeadLetters : leadLetters;
  const start = toWord(text, Math.max(0, fullest(ranges, letters - lead) - lead));
  const end =
    start + letters >= text.length ? text.length : Math.max(start + 1, text.lastIndexOf(' ', start + letters));
  const stop = end - start < letters / 2 ? Math.min(text.length, start + letters) : end;
  const shown = text.slice(start, stop);
  const within = ranges
    .filter(([from, to]) => from >= start && to <= stop)
    .map(([from, to]): Range => [from - start, to - start]);
  const pieces = piecesOf(shown, within);
  if (start > 0) pieces.unshift({ text: '…', found: false });
  if (stop < text.length) pieces.push({ text: '…', found: false });
  return pieces;
}
