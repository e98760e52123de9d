/** A text as it is compared: without case, width and accents, with the place each letter came from. */
interface Normalized {
  readonly text: string;
  /** For each UTF-16 unit of `text`, where its letter begins in the original; one more for the end. */
  readonly at: readonly number[];
}

/** Accents of Latin letters. Marks of Thai, Japanese and Korean are letters there and stay. */
const accents = /[\u0300-\u036F]/g;

/** Letters that carry their stroke in themselves and fall apart into nothing. */
const strokes: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o', ß: 'ss' };

/** A letter at a time; a half-width kana and its voice mark are one. */
const letters = /[\uFF66-\uFF9D][\uFF9E\uFF9F]|[^]/gu;

function normalizeLetter(letter: string): string {
  const plain = letter.normalize('NFKC').toLowerCase();
  // ASCII is most of what there is, and has nothing to take away.
  if (plain.length === 1 && plain < '\u0080') return plain;
  const bare = plain.normalize('NFD').replaceAll(accents, '').normalize('NFC');
  return strokes[bare] ?? bare;
}

/** Folds a text so that a reader's "rut tien" meets "Rút tiền", and a full-width number a plain one. */
export function fold(text: string): string {
  return text.replaceAll(letters, normalizeLetter);
}

/** Folds a text and keeps where each letter came from, so that what was found can be shown in the original. */
export function normalizeWithPositions(text: string): Normalized {
  let normalized = '';
  const at: number[] = [];
  let place = 0;
  for (const [letter] of text.matchAll(letters)) {
    const plain = normalizeLetter(letter);
    for (let unit = 0; unit < plain.length; unit += 1) at.push(place);
    normalized += plain;
    place += letter.length;
  }
  at.push(place);
  return { text: normalized, at };
}
