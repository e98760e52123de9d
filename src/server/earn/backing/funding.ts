import type { Units } from '#protocol/core/brand.ts';
import type { BackedProduct } from '#protocol/core/products.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { coverKey, intoCover } from './accounts.ts';

type PostingLedger = Pick<Ledger, 'lockBalances' | 'post'>;

/** What a product account is to hold of a coin in practice mode. */
export interface CoverTarget {
  readonly product: BackedProduct;
  readonly asset: string;
  readonly units: Units;
}

/**
 * Practice mode: tops the free cover of product accounts up to their targets; one of at least half its target is left
 * alone.
 *
 * @returns the balances that changed, for `ledger.changed` after the commit
 */
export async function fundForPractice(
  tx: Transaction,
  ledger: PostingLedger,
  targets: readonly CoverTarget[],
  at: number,
): Promise<BalanceRow[]> {
  const locked = await ledger.lockBalances(
    tx,
    targets.flatMap(({ product, asset }) => [
      coverKey(product, asset),
      { owner: houseOwners.practice, wallet: 'spot', asset },
    ]),
  );
  const postings = targets.flatMap(({ product, asset, units }) => {
    const { owner } = coverKey(product, asset);
    const held = locked.find((row) => row.owner === owner && row.asset === asset)?.available ?? 0n;
    if (held * 2n >= units) return [];
    const missing = units - held;
    return [
      { owner: houseOwners.practice, wallet: 'spot', asset, part: 'available', amount: 0n - missing } as const,
      intoCover(product, asset, missing),
    ];
  });
  return postings.length === 0 ? [] : ledger.post(tx, { kind: 'backing', reference: 'practice', at, postings });
}

/**
 * Moves coins of the treasury, or practice coins, into a product account, or out of its free cover when the amount is
 * negative.
 *
 * @returns the balances that changed
 * @throws Refusal `insufficientWalletBalance` when the treasury or the free cover has less
 */
export function fundByOperator(
  tx: Transaction,
  ledger: PostingLedger,
  { product, asset, units }: CoverTarget,
  source: 'treasury' | 'practice',
  at: number,
): Promise<BalanceRow[]> {
  return ledger.post(tx, {
    kind: 'backing',
    reference: source,
    at,
    postings: [
      { owner: houseOwners[source], wallet: 'spot', asset, part: 'available', amount: 0n - units },
      intoCover(product, asset, units),
    ],
  });
}
