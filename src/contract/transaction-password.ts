import { transactionPasswordLength } from './limits.ts';

/** Why six digits are no transaction password: what a stranger would try first. */
export type TransactionPasswordWeakness = 'run' | 'repeat' | 'date';

const form = new RegExp(`^\\d{${transactionPasswordLength}}$`);
/** Years that people who are alive were born in, or like to remember, by their first two digits. */
const centuries = { '19': [40, 99], '20': [0, 29] } as const;
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether it is exactly six digits (spec point 5). */
export function isTransactionPasswordForm(text: string): boolean {
  return form.test(text);
}

/** What makes six digits easy to guess, or null when the rules find nothing. */
export function transactionPasswordWeakness(password: string): TransactionPasswordWeakness | null {
  if (hasOneStep(password)) return 'run';
  if (repeatsItself(password)) return 'repeat';
  return looksLikeDate(password) ? 'date' : null;
}

/** From each digit to the next it is the same step, as in 123456, 987654, 890123, 246802 and 777777. */
function hasOneStep(password: string): boolean {
  const steps = Array.from(password.slice(1), (digit, at) => (Number(digit) - Number(password[at]) + 10) % 10);
  return new Set(steps).size === 1;
}

/** As in 121212, 123123, 112233, 111222, 123321 and 112112. */
function repeatsItself(password: string): boolean {
  const isMirrored = password === Array.from(password).toReversed().join('');
  return isMirrored || new Set(password).size <= 2 || /^(?:(.{2,3})\1+|(\d)\2(\d)\3(\d)\4)$/.test(password);
}

/** A day of life, in any order that is written somewhere, or a month of a whole year. */
function looksLikeDate(password: string): boolean {
  const [first = '', second = '', third = ''] = password.match(/../g) ?? [];
  return (
    isDay(first, second, third) ||
    isDay(third, second, first) ||
    isDay(third, first, second) ||
    (isMonth(third) && isWholeYear(first, second)) ||
    (isMonth(first) && isWholeYear(second, third))
  );
}

function isDay(year: string, month: string, day: string): boolean {
  const longest = longestMonths[Number(month) - 1] ?? 0;
  const isYear = isWholeYear('19', year) || isWholeYear('20', year);
  return isYear && Number(day) >= 1 && Number(day) <= longest;
}

function isMonth(month: string): boolean {
  return longestMonths[Number(month) - 1] !== undefined;
}

function isWholeYear(century: string, year: string): boolean {
  if (century !== '19' && century !== '20') return false;
  const [least, most] = centuries[century];
  return Number(year) >= least && Number(year) <= most;
}
