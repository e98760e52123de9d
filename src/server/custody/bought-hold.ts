import type { Transaction } from '../core/store/database.ts';
import { Refusal } from '../core/failures/refusal.ts';

/** What a user bought from other people lately, in units of the coin, and when the first of it is free. */
export type BoughtLately = (
  tx: Transaction,
  owner: bigint,
  asset: string,
  now: number,
) => Promise<{ readonly units: bigint; readonly until: number }>;

/**
 * Keeps coins that were bought from other people from leaving the exchange for a day: a payment that is taken back by
 * its bank is noticed by then. What somebody had besides is free. Counted by coin, in all wallets of the user.
 *
 * @param boughtLately null: not held
 * @throws Refusal `withdrawalHold` with `until`
 */
export async function checkBoughtHold(
  tx: Transaction,
  boughtLately: BoughtLately | null,
  leaving: { readonly owner: bigint; readonly asset: string; readonly units: bigint },
  now: number,
): Promise<void> {
  if (boughtLately === null) return;
  const { owner, asset, units } = leaving;
  const held = await boughtLately(tx, owner, asset, now);
  if (held.units === 0n) return;
  const { rows } = await tx.client.query<{ available: string }>(
    'SELECT coalesce(sum(available), 0) AS available FROM balances WHERE owner = $1 AND asset = $2',
    [owner, asset],
  );
  if (BigInt(rows[0]?.available ?? 0) - units < held.units) throw new Refusal('withdrawalHold', { until: held.until });
}
