import type { CheckedInput } from '../../../protocol/calls.ts';
import { cardDigits, isCollectionAccount } from '../../../protocol/collection-account.ts';
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
    if (!isCollectionAccount(input.method, input.account)) throw new Refusal('enterAccount');
    return { holder, account: input.account, bank: null, branch: null };
  }
  if (input.bank === '') throw new Refusal('enterAddress', { field: 'bank' });
  const account = cardDigits(input.account);
  if (!isCollectionAccount('bank', account)) throw new Refusal('enterAccount');
  return { holder, account, bank: input.bank, branch: input.branch === '' ? null : input.branch };
}

/** An account as its owner recognises it: the last characters of it. */
export function maskedAccount(account: string): string {
  const [name = '', host] = account.split('@');
  if (host !== undefined) return `${name.slice(0, 2)}••••@${host}`;
  return `••••${account.slice(-4)}`;
}
