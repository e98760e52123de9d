import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import {
  type AccountKind,
  bankNumberOf,
  type BankNumberField,
  type BankNumberKind,
  isBankRegion,
} from '#protocol/p2p/bank-accounts/forms.ts';

/** What the numbers of bank accounts are called. */
export const bankNumberNames: Readonly<Record<BankNumberKind, MessageDescriptor>> = {
  card: msg`Card number`,
  iban: msg`IBAN`,
  account: msg`Account number`,
  'bank-code': msg`Bank code`,
  'branch-code': msg`Branch code`,
  'routing-number': msg`Routing number (ABA)`,
  'sort-code': msg`Sort code`,
  ifsc: msg`IFSC`,
  bsb: msg`BSB`,
};

/** Kinds of accounts, as transfers ask for them. */
export const accountKindNames: Readonly<Record<AccountKind, MessageDescriptor>> = {
  ordinary: msg`Ordinary`,
  current: msg`Current (checking)`,
  savings: msg`Savings`,
};

/** What a number of an account is called; accounts from before there were regions are cards. */
export function bankNumberName(region: string | null | undefined, field: BankNumberField): MessageDescriptor {
  const known = isBankRegion(region) ? bankNumberOf(region, field)?.is : undefined;
  const other = {
    account: region == null ? 'card' : 'account',
    bankCode: 'bank-code',
    branchCode: 'branch-code',
  } as const;
  return bankNumberNames[known ?? other[field]];
}
