import type { BackingAccount } from '#protocol/backing/entities.ts';
import { compareDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { coverFrom } from './cover.ts';

/** The account with the lowest cover among those that promised something; the first of equals, null without any. */
export function weakest(accounts: readonly BackingAccount[]): (BackingAccount & { readonly share: Decimal }) | null {
  let lowest: (BackingAccount & { readonly share: Decimal }) | null = null;
  for (const account of accounts) {
    const { share } = coverFrom(account.held, account.promised);
    if (share === null || (lowest !== null && compareDecimals(share, lowest.share) >= 0)) continue;
    lowest = { ...account, share };
  }
  return lowest;
}
