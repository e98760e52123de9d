/**
 * Text one user writes and others read, as it is stored: nothing in it can reorder, hide or move what is around it.
 * The app cleans what it shows while it waits by the same rule, so that nothing changes when the exchange answers.
 */

/** `line`: one line. `lines`: line breaks stay, two in a row at most. */
export type TextShape = 'line' | 'lines';

/** Marks on one letter; Vietnamese, Thai and Hebrew need fewer, towers of them hide the lines around. */
export const marksPerLetterMax = 4;

/** Breaks of lines in all their forms. */
const breaks = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;

/** Spaces of any width, and what looks like one: the blank of Braille. */
const spaces = /[\t\p{Zs}\u2800]/gu;

/**
 * What is never seen and changes what is: controls, overrides and isolates of the direction, fillers, joiners of words,
 * notes between lines, tags, and code points that are no characters. Joiners of letters are looked at on their own.
 */
const unseen =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]|\u034F|[\u17B4\u17B5]|[\u180B-\u180F]/gu;

/**
 * Joiners that do nothing where they stand: only within emoji, within scripts whose letters join, and behind the virama of
 * a letter (RFC 5892, appendix A), as at the end of a name in Malayalam, they have a use.
 */
const pictures = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}`;
const joining = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}`;
const viramas = '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA';
const joiners = new RegExp(
  `(?<=[${pictures}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})|(?<=[${joining}])[\\u200C\\u200D](?=[${joining}])|(?<=\\p{L}\\p{Mn}?[${viramas}])[\\u200C\\u200D]|([\\u200C\\u200D])`,
  'gu',
);

/** One choice of a glyph is kept behind a character, more carry hidden data. */
const glyphChoices = /(?<![\p{L}\p{M}\p{N}\p{P}\p{S}])[\uFE00-\uFE0F]|(?<=[\uFE00-\uFE0F])[\uFE00-\uFE0F]+/gu;

const towers = new RegExp(`(\\p{M}{${marksPerLetterMax}})\\p{M}+`, 'gu');

/**
 * Times that a text is cleaned until nothing changes any more. What is removed may bring together what the next pass
 * removes: two or three do for what people write.
 */
const passesMax = 8;

/**
 * The text as it is stored: composed (NFC), without what is never seen, its spaces and breaks plain, trimmed. Cleaning
 * it again changes nothing. A text made to need pass after pass loses all its joiners.
 */
export function plainText(typed: string, shape: TextShape): string {
  const cleaned = settled(typed, shape) ?? settled(typed.replace(/[\u200C\u200D]/g, ''), shape);
  if (cleaned === null) throw new Error('a text without joiners is not clean after its passes');
  return cleaned;
}

function settled(typed: string, shape: TextShape): string | null {
  let text = typed;
  for (let pass = 0; pass < passesMax; pass += 1) {
    const next = cleanedOnce(text, shape);
    if (next === text) return text;
    text = next;
  }
  return null;
}

function cleanedOnce(typed: string, shape: TextShape): string {
  const cleaned = typed
    .normalize('NFC')
    .replace(breaks, shape === 'lines' ? '\n' : ' ')
    .replace(spaces, ' ')
    .replace(unseen, (character) => (character === '\n' && shape === 'lines' ? '\n' : ''))
    .replace(glyphChoices, '')
    .replace(joiners, (joiner, useless: string | undefined) => (useless === undefined ? joiner : ''))
    .replace(towers, '$1')
    .normalize('NFC');
  if (shape === 'line') return cleaned.replace(/ {2,}/g, ' ').trim();
  return cleaned
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trim();
}
