import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { MerchantDeposit, MerchantDepositState } from '#protocol/p2p/entities/collection-methods.ts';
import { compareDecimals, subtractDecimals, type Decimal } from '#protocol/core/decimal.ts';

/** The states of a merchant deposit (spec point 4), as screens name them. */
export const depositStateNames: Readonly<Record<MerchantDepositState, MessageDescriptor>> = {
  'not-paid': msg({ message: 'Not paid', context: 'deposit' }),
  processing: msg`Under review`,
  paid: msg({ message: 'Paid', context: 'deposit' }),
  'refund-review': msg`Refund under review`,
  refunded: msg`Refunded`,
};

/** What the fiat wallet has to pay now: the deposit, a top-up, or nothing. */
export function amountDue({
  state,
  required,
  missing,
}: Pick<MerchantDeposit, 'state' | 'required' | 'missing'>): Decimal {
  if (state === 'not-paid' || state === 'refunded') return required;
  return state === 'paid' ? missing : '0';
}

/** What the wallet lacks for it; zero when it can pay. */
export function amountLacking(due: Decimal, available: Decimal): Decimal {
  return compareDecimals(due, available) > 0 ? subtractDecimals(due, available) : '0';
}
