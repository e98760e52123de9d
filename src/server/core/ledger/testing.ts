import type { Ms, OwnerId, Units } from '../../../protocol/brand.ts';
import { type Decimal, toUnits } from '../../../protocol/maths/decimal.ts';
import type { Wallet } from '../../../protocol/wallets.ts';
import type { Database } from '../store/database.ts';
import { houseOwners, type Posting } from './account.ts';
import { assetScale } from '../assets.ts';
import { createLedger } from './ledger.ts';

/** A coin, how much of it, and into which wallet: `spot` where nothing says otherwise. */
export interface Gift {
  readonly asset: string;
  readonly amount: Decimal;
  readonly wallet?: Wallet;
}

/** Gives users of a test coins out of `practice`, the same to each. @param at epoch milliseconds of the entries */
export function givePractice(
  database: Database,
  owners: readonly bigint[],
  { asset, amount, wallet = 'spot' }: Gift,
  at = 0,
): Promise<void> {
  const units = toUnits(amount, assetScale(asset));
  return givePracticeUnits(
    database,
    owners.map((owner) => [owner, units]),
    { asset, wallet },
    at,
  );
}

/** The same with units of the coin, each owner its own; who is given none is left out. */
export async function givePracticeUnits(
  database: Database,
  to: readonly (readonly [owner: OwnerId, units: Units])[],
  { asset, wallet }: { readonly asset: string; readonly wallet: Wallet },
  at: Ms,
): Promise<void> {
  const account = { wallet, asset, part: 'available' } as const;
  const given = to.reduce((sum, [, units]) => sum + units, 0n);
  const postings: Posting[] = [
    { ...account, owner: houseOwners.practice, amount: -given },
    ...to.filter(([, units]) => units > 0n).map(([owner, amount]) => ({ ...account, owner, amount })),
  ];
  await database.transaction((tx) => createLedger().post(tx, { kind: 'practice', reference: null, at, postings }));
}
