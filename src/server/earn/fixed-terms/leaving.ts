import type { FixedHolding } from '#protocol/fixed-terms/entities.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { FixedTermsDeps } from './deps.ts';
import { endHoldings } from './ending.ts';
import { type FixedRequest, lockUser } from './purchase.ts';
import { shownHolding } from './rows.ts';
import { lockProducts, lockRunning, readHolding, writeRenewal } from './store.ts';

/**
 * Leaves a running holding: its principal and the interest so far less its cost return to the spot wallet at once.
 *
 * @throws Refusal `notFound`; `orderFinished` when it ended, or falls due
 */
export async function leaveFixed(
  deps: FixedTermsDeps,
  { owner, key }: FixedRequest,
  id: string,
): Promise<FixedHolding> {
  const { database, ledger, clock, gate } = deps;
  const now = clock();
  let changed: readonly BalanceRow[] = [];
  const { answer } = await database.transaction(async (tx) => {
    changed = [];
    await lockUser(tx, owner);
    return once(tx, { userId: owner, call: 'DELETE finPeriodicMyOrderList', key, body: { id }, at: now }, async () => {
      const named = await readHolding(tx.client, owner, BigInt(id));
      if (named === null) throw new Refusal('notFound');
      const products = await lockProducts(tx, [named.product]);
      const [row] = await lockRunning(tx, [named.id]);
      if (row === undefined || row.endsAt <= now || row.revokedBy !== null) throw new Refusal('orderFinished');
      gate.check('DELETE finPeriodicMyOrderList', { assets: [row.asset] });
      const done = await endHoldings(tx, deps, [{ row, end: 'earned-in-advance' }], products, now);
      changed = done.balances;
      const left = await readHolding(tx.client, owner, row.id);
      if (left === null) throw new Error('a fixed term vanished');
      return shownHolding(left, now);
    });
  });
  ledger.changed(changed);
  return answer;
}

/** Switches the renewal of a running holding. @throws Refusal `notFound`; `orderFinished` when it ended */
export async function switchRenewal(
  { database, clock }: Pick<FixedTermsDeps, 'database' | 'clock'>,
  owner: bigint,
  { id, renews }: { readonly id: string; readonly renews: boolean },
): Promise<FixedHolding> {
  const row = await writeRenewal(database.pool, owner, BigInt(id), renews);
  if (row !== null) return shownHolding(row, clock());
  const ended = await readHolding(database.pool, owner, BigInt(id));
  throw new Refusal(ended === null ? 'notFound' : 'orderFinished');
}
