import type { DocumentType } from './entities/verification.ts';
import { documentNumberMaxLength, userNameMaxLength } from './limits.ts';

/**
 * What a name or a number of a document may look like (spec point 3, real-name authentication): the form checks it in
 * place, the exchange decides.
 */

/** Letters of any script, with separators between them; it begins with a letter. */
const nameForm = /^[\p{L}\p{M}][\p{L}\p{M}\p{Zs}'’.·・-]*$/u;

/** A name as it is stored: without stray spaces, its letters composed; null when it is none. */
export function userName(typed: string): string | null {
  const name = typed
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();
  return nameForm.test(name) && name.length <= userNameMaxLength ? name : null;
}

/**
 * The number of a document as it is stored: capital letters and digits, without spaces and hyphens; null when it is
 * none. A Chinese resident ID has its date and its check digit right; a passport has 6 to 9 letters and digits as in
 * its machine-readable zone; other cards have 4 to 20. Both hold a digit.
 *
 * @param country ISO 3166 alpha-2 of the document
 */
export function documentNumber(type: DocumentType, country: string, typed: string): string | null {
  if (typed.length > documentNumberMaxLength) return null;
  const number = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s./-]/g, '');
  if (type === 'passport') return /^(?=.*\d)[A-Z0-9]{6,9}$/.test(number) ? number : null;
  if (country === 'CN') return isResidentId(number) ? number : null;
  return /^(?=.*\d)[A-Z0-9]{4,20}$/.test(number) ? number : null;
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
