/** Breaks and sizes text for a picture, where no browser does it: in languages without spaces too. */

/** Width of a text in the size and weight in force, in pixels of the picture. */
type Measure = (text: string) => number;

/** Marks that may not begin a line, and those that may not end one. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]+$/u;
const opening = /^[\p{Ps}\p{Pi}]+$/u;

/** Pieces between which a line may be broken, with their blanks; joined they are the text again. */
export function breakable(text: string, languageTag: string): string[] {
  // Korean parts its words by spaces; broken inside of one they are hard to read.
  const whole = languageTag.startsWith('ko');
  const segments = whole
    ? (text.match(/\S+\s*|\s+/gu) ?? [])
    : Array.from(new Intl.Segmenter(languageTag, { granularity: 'word' }).segment(text), ({ segment }) => segment);
  const pieces: string[] = [];
  let last = '';
  for (const segment of segments) {
    const joins = /^\s+$/u.test(segment) || closing.test(segment) || opening.test(last) || isOneWord(last, segment);
    if (joins && pieces.length > 0) pieces.push((pieces.pop() ?? '') + segment);
    else pieces.push(segment);
    last = segment;
  }
  return pieces;
}

/** Numbers, codes and addresses stay whole: `0.1`, `USDT/BTC`, `2–3`. */
function isOneWord(left: string, right: string): boolean {
  return /[\p{Script=Latin}\p{Nd}\p{P}\p{S}]$/u.test(left) && /^[\p{Script=Latin}\p{Nd}\p{P}\p{S}]/u.test(right);
}

/** A piece too wide for a line, letter by letter as users see them. */
function lettersOf(piece: string, languageTag: string): string[] {
  return Array.from(new Intl.Segmenter(languageTag).segment(piece), ({ segment }) => segment);
}

/** A text in lines none of which is wider than the given width, unless one letter is. */
export function linesOf(text: string, width: number, measure: Measure, languageTag: string): string[] {
  const lines: string[] = [];
  let line = '';
  const put = (piece: string) => {
    // A line of blanks alone is none: its blanks go with the break before it.
    if (line.trim() === '') line = piece.trimStart();
    else if (measure((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  };
  for (const piece of breakable(text.trim(), languageTag)) {
    if (measure(piece.trimEnd()) <= width) put(piece);
    else lettersOf(piece, languageTag).forEach(put);
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

/** Lines of a text, and the size they fit in. */
interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
}

/**
 * The largest size in which a text fits into so many lines; in the smallest, what is too much is cut off with an
 * ellipsis.
 *
 * @param sizes from large to small, at least one
 * @param measureAt the measure of each size
 */
export function fitText(
  text: string,
  box: { readonly width: number; readonly lines: number },
  sizes: readonly number[],
  measureAt: (size: number) => Measure,
  languageTag: string,
): FittedText {
  let fitted: FittedText = { lines: [], size: sizes[0] ?? 0 };
  for (const size of sizes) {
    fitted = { lines: linesOf(text, box.width, measureAt(size), languageTag), size };
    if (fitted.lines.length <= box.lines) return fitted;
  }
  const kept = fitted.lines.slice(0, box.lines);
  const letters = lettersOf(kept.pop() ?? '', languageTag);
  const measure = measureAt(fitted.size);
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}…`) > box.width) letters.pop();
  return { lines: [...kept, `${letters.join('').trimEnd()}…`], size: fitted.size };
}
