import type { CheckedInput } from '#protocol/calls.ts';
import { type AccountKind, isBankRegion } from '#protocol/p2p/bank-accounts/forms.ts';
import { readBankAccount } from '#protocol/p2p/bank-accounts/rules.ts';
import { isCollectionAccount } from '#protocol/p2p/collection-account.ts';
import { userNameMaxLength } from '#protocol/core/limits.ts';
import { isNameOf, type RealName, userName } from '#protocol/accounts/real-name.ts';
import { Refusal } from '#server/core/failures/refusal.ts';

/** Details of a collection method, as they are sealed. */
export interface AccountDetails {
  readonly holder: string;
  readonly account: string;
  readonly bank: string | null;
  readonly branch: string | null;
  /** Where a bank account is kept, see `bankRegions`; null for wallets, and for cards from before there were regions. */
  readonly region: string | null;
  readonly bankCode: string | null;
  readonly branchCode: string | null;
  readonly kind: AccountKind | null;
}

/** A whole name: two parts and the space between them. */
const holderMaxLength = 2 * userNameMaxLength + 1;

/** What accounts have that are not of a bank of a region. */
export const noRegion = { region: null, bankCode: null, branchCode: null, kind: null } as const;

/**
 * The details of a new collection method, checked in the order of the form.
 *
 * @throws Refusal `enterName` for a holder other than the verified name, `chooseArea` for a region without a form of
 *   account, `enterAddress` without a bank, `enterAccount` for an account that cannot be one: of a bank, its data name
 *   the field and what is wrong with it
 */
export function checkMethod(input: CheckedInput<'POST cnyPayAdd'>, name: RealName): AccountDetails {
  const holder = userName(input.holder, holderMaxLength);
  if (holder === null || !isNameOf(holder, name)) throw new Refusal('enterName', { why: 'not-own-name' });
  if (input.method !== 'bank') {
    if (!isCollectionAccount(input.method, input.account)) throw new Refusal('enterAccount');
    return { holder, account: input.account, bank: null, branch: null, ...noRegion };
  }
  const { region, bank, branch } = input;
  if (!isBankRegion(region)) throw new Refusal('chooseArea', { field: 'region' });
  if (bank === '') throw new Refusal('enterAddress', { field: 'bank' });
  const { account, faults } = readBankAccount({ ...input, region });
  const [first] = Object.entries(faults);
  if (first !== undefined) throw new Refusal('enterAccount', { field: first[0], ...first[1] });
  return { holder, bank, branch: branch === '' ? null : branch, ...account };
}

/** Whether two accounts of a method are the same one. Cards from before there were regions are cards of `CN`. */
export function isSameAccount(one: AccountDetails, other: AccountDetails): boolean {
  const key = ({ account, region, bankCode, branchCode }: AccountDetails) =>
    JSON.stringify([account, region ?? 'CN', bankCode, branchCode]);
  return key(one) === key(other);
}

/** An account as its owner recognises it: the last characters of it. */
export function maskedAccount(account: string): string {
  const [name = '', host] = account.split('@');
  if (host !== undefined) return `${name.slice(0, 2)}••••@${host}`;
  return `••••${account.slice(-4)}`;
}
