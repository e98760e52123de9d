import { transactionPasswordLength } from '../core/limits.ts';

/** Why six digits are no transaction password: what a stranger would try first. */
export type TransactionPasswordWeakness = 'run' | 'repeat' | 'date' | 'common';

const form = new RegExp(`^\\d{${transactionPasswordLength}}$`);
/** Years that users who are alive were born in, or like to remember, by their first two digits. */
const centuries = { '19': [40, 99], '20': [0, 29] } as const;
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Patterns of the keypad, well-known numbers and words typed as digits, which the rules below do not catch. */
const commonOnes = (
  '123213 123400 123412 123450 123455 123457 123654 123789 124578 131415 131420 131452 134679 ' +
  '135790 139713 141421 141516 142536 142857 147123 147258 147369 147852 147896 147963 151617 ' +
  '159263 159357 159753 159874 161718 161803 168888 171819 181920 235689 246810 246824 252627 ' +
  '258369 258456 258741 262728 271828 272829 282930 293031 299792 314159 321456 321654 333221 ' +
  '357159 369741 420247 456123 456321 456987 518888 520999 521314 584131 584520 654123 654789 ' +
  '654987 695847 696900 741258 753159 753421 753951 789123 789321 789456 789654 852456 852741 ' +
  '867530 951357 951753 963147 963258 963741 963852 975310 987123 987321 987456'
).split(' ');

/** Whether it is exactly six digits (spec point 5). */
export function isTransactionPasswordForm(text: string): boolean {
  return form.test(text);
}

/** What makes six digits easy to guess, or null when the rules find nothing. */
export function transactionPasswordWeakness(password: string): TransactionPasswordWeakness | null {
  if (hasOneStep(password)) return 'run';
  if (repeatsItself(password)) return 'repeat';
  if (looksLikeDate(password)) return 'date';
  return commonOnes.includes(password) ? 'common' : null;
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

/** A day of any year, in any order that is written somewhere, or digits that begin or end with a whole year. */
function looksLikeDate(password: string): boolean {
  const [first = '', second = '', third = ''] = password.match(/../g) ?? [];
  return (
    isDay(second, third) ||
    isDay(second, first) ||
    isDay(first, second) ||
    isWholeYear(first, second) ||
    isWholeYear(second, third)
  );
}

function isDay(month: string, day: string): boolean {
  const longest = longestMonths[Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= longest;
}

function isWholeYear(century: string, year: string): boolean {
  if (century !== '19' && century !== '20') return false;
  const [least, most] = centuries[century];
  return Number(year) >= least && Number(year) <= most;
}
