import { nicknameMaxLength, nicknameMinLength } from '../limits.ts';

/**
 * Letters, their marks, digits and a few separators. Symbols and pictures are none: a name could imitate the mark of a
 * verified merchant with them.
 */
const characters = /^[\p{L}\p{M}\p{Nd} ._\-'’·・&()]+$/u;

/** Scripts of names in use today (UAX 31, table 5), each alone. */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
];

/** Those that may stand together: ‘highly restrictive’ of UTS 39, section 5.2. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

const coverings = [...scripts.map((script) => [script]), ...together].map(
  (covering) =>
    new RegExp(`^[\\p{scx=Common}\\p{scx=Inherited}${covering.map((script) => `\\p{scx=${script}}`).join('')}]*$`, 'u'),
);

/** What is wrong with a nickname that is clean (`plainText`), or null. */
export type NicknameFault = 'too-short' | 'too-long' | 'characters' | 'mixed-scripts';

/**
 * What is wrong with a nickname, or null: its length, a character that names do not have, or letters of scripts that are
 * not written together.
 *
 * @param nickname cleaned by `plainText`
 */
export function nicknameFault(nickname: string): NicknameFault | null {
  if (nickname.length < nicknameMinLength) return 'too-short';
  if (nickname.length > nicknameMaxLength) return 'too-long';
  if (!characters.test(nickname) || !/[\p{L}\p{Nd}]/u.test(nickname)) return 'characters';
  return coverings.some((covering) => covering.test(nickname)) ? null : 'mixed-scripts';
}
