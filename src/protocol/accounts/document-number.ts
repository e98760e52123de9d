import type { DocumentType } from './entities/verification.ts';
import { documentNumberMaxLength } from '../core/limits.ts';
import { keyboardText } from '../core/text/typed-text.ts';

/**
 * Numbers of documents (spec point 3, real-name authentication): the form checks them in place, the exchange decides. They
 * are read into one form, capital Latin letters and digits, so that every spelling of a number is the same number.
 */

/** Capital letters that look like Latin ones (UTS 39, confusables), and the one that Turkish keyboards have for `I`. */
const lookAlikes = new Map<string, string>(
  ['АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYҮYХXҺHӀIԀDԚQԜW', 'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX', 'İI'].flatMap((pairs) =>
    (pairs.match(/../gu) ?? []).map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
  ),
);

/** Spaces, dashes of every script with what Japanese keyboards give for one, brackets, dots and slashes. */
const separators = /[\s\p{Pd}\u2043\u2212\u30FC()[\]{}\u3010\u3011\u3014\u3015./]/gu;

/** The capital of a letter that has a single one, in Latin where it looks Latin. */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.length > letter.length ? letter : (lookAlikes.get(upper) ?? upper);
}

/**
 * A number in the form that is stored and that the check for duplicates compares: capitals, look-alikes of Cyrillic and
 * Greek as the Latin letters, digits of any script as `0` to `9`, without spaces, dashes, brackets, dots and slashes.
 * Whatever else it holds stays, for the check of the number to refuse it. Applying it again changes nothing.
 */
function plainNumber(typed: string): string {
  return Array.from(keyboardText(keyboardText(typed).normalize('NFKC')).replace(separators, ''), capital).join('');
}

/**
 * The number of a document as it is stored: capital letters and digits; null when it is none. A Chinese resident ID has
 * its date and its check digit right; a passport has 6 to 9 letters and digits as in its machine-readable zone (ICAO
 * 9303); other cards have 4 to 20. Both hold a digit. The check digit that Hong Kong and Macau put into brackets is part
 * of the number.
 *
 * @param country ISO 3166 alpha-2 of the document
 */
export function documentNumber(type: DocumentType, country: string, typed: string): string | null {
  const number = plainNumber(typed);
  if (type === 'passport') return /^(?=.*\d)[A-Z0-9]{6,9}$/.test(number) ? number : null;
  if (country === 'CN') return isResidentId(number) ? number : null;
  return /^(?=.*\d)[A-Z0-9]{4,20}$/.test(number) ? number : null;
}

/**
 * The number of a document of unknown kind and country as it is stored: 4 to `documentNumberMaxLength` capital letters and
 * digits; null when it is none.
 */
export function anyDocumentNumber(typed: string): string | null {
  const number = plainNumber(typed);
  return /^[A-Z0-9]{4,}$/.test(number) && number.length <= documentNumberMaxLength ? number : null;
}

const residentIdForm = /^[1-9]\d{5}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/;
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** By the weighted sum modulo 11. */
const checkDigits = '10X98765432';

/** GB 11643: region, date of birth, order, and a check digit by ISO 7064 MOD 11-2. */
function isResidentId(number: string): boolean {
  const [, year, month, day] = residentIdForm.exec(number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const born = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isDate = born.getUTCMonth() === Number(month) - 1 && born.getUTCDate() === Number(day);
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0);
  return isDate && Number(year) >= 1900 && number[17] === checkDigits[sum % 11];
}
