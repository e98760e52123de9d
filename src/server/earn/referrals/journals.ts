import type { OwnerId, Units } from '#protocol/core/brand.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { houseOwners, type Posting } from '#server/core/ledger/account.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import { fromAside, setAside } from '../backing/accounts.ts';

/** What rebates change in one coin: credited and taken back, each above zero or zero. */
export interface RebateChange {
  readonly asset: string;
  readonly credited: Units;
  readonly takenBack: Units;
}

/**
 * Rebates go from the fees to what the rewards account has set aside, and back when a fee was returned. They are paid out
 * of the wallet in which the fees were kept.
 */
export function rebateJournals(
  wallet: Wallet,
  period: number,
  changes: readonly RebateChange[],
  at: number,
): Journal[] {
  return changes.flatMap(({ asset, credited, takenBack }) => {
    const fees = (amount: Units): Posting => ({ owner: houseOwners.fees, wallet, asset, part: 'available', amount });
    const [, aside] = setAside('rewards', asset, credited);
    if (aside === undefined) throw new Error('nothing is set aside for a rebate');
    const base = { reference: String(period), at };
    return [
      ...(credited > 0n ? [{ ...base, kind: 'rebate' as const, postings: [fees(0n - credited), aside] }] : []),
      ...(takenBack > 0n
        ? [
            {
              ...base,
              kind: 'rebate-reversal' as const,
              postings: [fromAside('rewards', asset, takenBack), fees(takenBack)],
            },
          ]
        : []),
    ];
  });
}

/** Rebates that their owner moves to the spot wallet. */
export function moveJournal(owner: OwnerId, asset: string, units: Units, at: number): Journal {
  return {
    kind: 'rebate-transfer',
    reference: null,
    at,
    postings: [fromAside('rewards', asset, units), { owner, wallet: 'spot', asset, part: 'available', amount: units }],
  };
}
