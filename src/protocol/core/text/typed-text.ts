import { plainText } from './plain-text.ts';

/**
 * What people type and paste, in the one form that is checked, measured, compared and stored. Page and exchange use the
 * same function: the page before it checks a field, the exchange in the schema of the call.
 */

/** What a field holds, where its characters matter more than how they were typed. */
export type TypedKind = 'address' | 'phone' | 'email' | 'invitation' | 'digits' | 'name';

/** Soft hyphens, marks and overrides of the direction, joiners of zero width, fillers, glyph choices, tags. */
const invisible =
  /[\u00AD\u061C\u115F\u1160\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}]|\u034F|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu;
const noBreakSpaces = /[\u00A0\u2007\u202F]/gu;
/** Hyphens and dashes that programs put in place of the one on the keyboard, and minus. */
const typographicDashes = /[\u2010-\u2015\u2043\u2212\uFE58\uFE63\uFF0D]/gu;
const fullWidth = /[\uFF01-\uFF5E]/gu;
const fullWidthOffset = 0xfe_e0;
const digitsOfOtherScripts = /(?![0-9])\p{Nd}/gu;
const digit = /^\p{Nd}$/u;
/** `+49 (0)` and `0049 (0)`: the zero is dialled only inside the country. */
const trunkZero = /^((?:\+|00)\d{1,3})\s*[([]0[)\]]/u;

/** The value of a digit: Unicode encodes the ten of a script one after the other, runs of tens side by side. */
function digitValue(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (digit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** Digits of every script (Unicode `Nd`) as `0` to `9`; the rest stays. */
export function asciiDigits(text: string): string {
  return text.replace(digitsOfOtherScripts, digitValue);
}

/**
 * Without what is never seen; full-width signs, digits of any script and ideographic full stops as on a Latin keyboard.
 * Spaces and dashes stay: each kind of field has its own rule for them.
 */
export function keyboardText(text: string): string {
  const narrow = text
    .replace(invisible, '')
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - fullWidthOffset))
    .replace(/[\u3002\uFF61]/gu, '.');
  return asciiDigits(narrow);
}

/** Every dash as the hyphen of the keyboard. */
export function plainDashes(text: string): string {
  return text.replace(typographicDashes, '-');
}

const rules: Readonly<Record<TypedKind, (text: string) => string>> = {
  address: (text) => keyboardText(text.replace(typographicDashes, '')).replace(/\s/gu, ''),
  phone: (text) =>
    keyboardText(plainDashes(text))
      .trim()
      .replace(/^(?:tel:)+/iu, '')
      .replace(trunkZero, '$1')
      .replace(/[\s()[\]./-]/gu, '')
      .replace(/^00/u, '+'),
  email: (text) => keyboardText(plainDashes(text)).replace(noBreakSpaces, '').trim(),
  invitation: (text) => keyboardText(plainDashes(text)).replace(/[\s-]/gu, '').toUpperCase(),
  digits: (text) => keyboardText(plainDashes(text)).replace(/[\s-]/gu, ''),
  name: (text) => plainDashes(plainText(text, 'line')),
};

/**
 * The text of a field in its normal form. Applying it again changes nothing. It removes only what cannot matter in that
 * kind of field; everything else stays, so that the field's own check refuses it, and nothing is ever shortened.
 *
 * - `address` (of a chain, hash of a transaction): no white space, no invisible characters, no typographic dashes;
 * - `phone`: digits with `+` in front of a country code, without brackets, spaces and dashes; `(0)` after a country
 *   code and `00` in front of one are understood;
 * - `email`: dashes are `-`, no invisible characters and no no-break spaces; a plain space inside stays and is refused;
 * - `invitation`: capital letters and digits, without spaces and dashes;
 * - `digits` (ids, codes, passwords of digits): digits of any script as `0` to `9`, without spaces and dashes;
 * - `name`: as `plainText` for one line, which keeps the joiners that a script needs, with `-` for every dash.
 */
export function typedAs(kind: TypedKind, text: string): string {
  return rules[kind](text);
}
