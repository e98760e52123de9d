import { userNameMaxLength } from '../core/limits.ts';
import { marksPerLetterMax } from '../core/text/plain-text.ts';
import { typedAs } from '../core/text/typed-text.ts';

/**
 * Names of people (spec point 3, real-name authentication): the form checks them in place, the exchange decides. One is
 * letters of any script with the signs that names have between letters, as in `A/L Ramasamy`, `'t Hart` or `Smith, Jr.`:
 * those that UAX 31 (tables 3a and 3b) allows inside a word, with the comma and the slash. The mappings of spelling, width
 * and, for comparisons, compatibility and case are those of PRECIS (RFC 8264 section 5.2, RFC 8266).
 */

/** Half and full width, whose signs have other code points. */
const widths = /[\uFF00-\uFFEF]+/gu;
/** Hyphens and dashes of every script, and minus. */
const dashes = /[\p{Pd}\u2043\u2212]/gu;
const apostrophes = /[\u0060\u00B4\u02B9\u02BB-\u02BD\u055A\u2018\u2019\u201B\u2032\uA78C]/gu;
const middleDots = /[\u00B7\u16EB\u2022\u2027\u2219\u22C5\u2E31\u30FB\uA78F]/gu;

/**
 * A letter, or an apostrophe and a letter, first; `〇` counts as one (RFC 5892 section 2.6). Geresh, gershayim and the tsheg
 * belong to Hebrew and Tibetan names; joiners are only where `plainText` leaves them.
 */
const nameForm = /^'?[\p{L}\u3007][\p{L}\p{Mn}\p{Mc}\u200C-\u200D\u3007\u05F3\u05F4\u0F0B '.·,/-]*$/u;
/** Three signs in a row, a comma or a slash that no letters surround. */
const misplaced = /[\u05F3\u05F4\u0F0B'.·,/-]{3}|,(?! ?'?\p{L})|(?<![\p{L}\p{M}.'·]),|\/(?!\p{L})|(?<![\p{L}\p{M}])\//u;
/** More marks on a letter than texts keep: no name has so many, and one that lost some would be another name. */
const tower = new RegExp(`\\p{M}{${marksPerLetterMax + 1}}`, 'u');
/** What is an address of the web although it has only letters and dots; `Md.Rahman` and `St.John` are names. */
const webAddress =
  /(?<!\p{L})www\.|\.\p{L}{2,}\/|(?<=\p{L}{2})\.(?:com|net|org|info|biz|io|xyz|top|app|cn|ru)(?!\p{L})/iu;

/**
 * A name as it is stored: composed, of plain width, without stray spaces and what is never seen but joiners that its
 * script needs, with `-`, `'` and `·` for every dash, apostrophe and middle dot; null when it is none.
 *
 * @param most UTF-16 units
 */
export function userName(typed: string, most = userNameMaxLength): string | null {
  const plain = typed
    .normalize('NFC')
    .replace(widths, (signs) => signs.normalize('NFKC'))
    .replace(dashes, '-')
    .replace(apostrophes, "'")
    .replace(middleDots, '·')
    .replace(/\p{Variation_Selector}/gu, '');
  if (tower.test(plain)) return null;
  const name = typedAs('name', plain);
  if (name.length > most || !nameForm.test(name) || misplaced.test(name) || webAddress.test(name)) return null;
  return nameKey(name) === '' ? null : name;
}

/** Whatever stands between letters, with letters that stand for apostrophes, dots or length (tatweel). */
const betweenLetters = /[^\p{L}\p{M}\p{N}]|[\u02B9-\u02BF\u0640\uA78B\uA78C\uA78F]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * What is compared when two names are compared, everywhere in page and exchange: two names are one exactly when their
 * keys are equal. Case, width and other compatibility forms (NFKC), spaces, apostrophes, dots, hyphens, commas, slashes
 * and joiners make no difference; accents and scripts do. It is never shown.
 */
export function nameKey(name: string): string {
  return name
    .replace(betweenLetters, '')
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .replace(betweenLetters, '')
    .replaceAll('I\u0307', 'I')
    .normalize('NFC');
}

/** A name by its parts, as a document has it. */
export interface RealName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Whether a whole name is the one of the parts, first or last name first. */
export function isNameOf(whole: string, { firstName, lastName }: RealName): boolean {
  const key = nameKey(whole);
  return key === nameKey(`${firstName} ${lastName}`) || key === nameKey(`${lastName} ${firstName}`);
}
