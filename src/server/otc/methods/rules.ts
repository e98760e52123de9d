import type { CheckedInput } from '../../../protocol/calls.ts';
import { userName } from '../../../protocol/real-name.ts';
import { Refusal } from '../../core/failures/refusal.ts';

/** Details of a collection method, as they are sealed. */
export interface AccountDetails {
  readonly holder: string;
  readonly account: string;
  readonly bank: string | null;
  readonly branch: string | null;
}

/** The verified name of a user. */
export interface RealName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Names as banks compare them: without case, width, spaces and dots. */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s.·・'’-]/g, '');
}

/** Whether a holder's name is the verified one, first or last name first. */
export function isOwnName(holder: string, { firstName, lastName }: RealName): boolean {
  const given = folded(holder);
  return given === folded(firstName + lastName) || given === folded(lastName + firstName);
}

/** Whether the check digit of a card number is right (ISO/IEC 7812). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

const accountForms = {
  // A phone number or an email, as both apps let people log in by.
  alipay: /^(?:\+?[\d -]{6,20}|[^\s@]+@[^\s@]+\.[^\s@]{2,})$/,
  wechat: /^[\w+@.-]{5,64}$/,
  paypal: /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/,
} as const;

/**
 * The details of a new collection method, checked in the order of the form.
 *
 * @throws Refusal `enterName` for a holder other than the verified name, `enterAddress` without a bank,
 *   `enterAccount` for an account that cannot be one
 */
export function checkMethod(input: CheckedInput<'POST cnyPayAdd'>, name: RealName): AccountDetails {
  const holder = userName(input.holder);
  if (holder === null || !isOwnName(holder, name)) throw new Refusal('enterName', { why: 'not-own-name' });
  if (input.method !== 'bank') {
    if (!accountForms[input.method].test(input.account)) throw new Refusal('enterAccount');
    return { holder, account: input.account, bank: null, branch: null };
  }
  if (input.bank === '') throw new Refusal('enterAddress', { field: 'bank' });
  const account = input.account.replaceAll(/[\s-]/g, '');
  if (!isCardNumber(account)) throw new Refusal('enterAccount');
  return { holder, account, bank: input.bank, branch: input.branch === '' ? null : input.branch };
}

/** An account as its owner recognises it: the last characters of it. */
export function maskedAccount(account: string): string {
  const [name = '', host] = account.split('@');
  if (host !== undefined) return `${name.slice(0, 2)}••••@${host}`;
  return `••••${account.slice(-4)}`;
}
