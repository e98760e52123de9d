import type { CheckedInput } from '#protocol/calls.ts';
import type { FixedHolding } from '#protocol/fixed-terms/entities.ts';
import { fixedRunningMax } from '#protocol/core/limits.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { movedUnits } from '#server/custody/amount.ts';
import { coverKey, freeCover } from '../backing/accounts.ts';
import type { FixedTermsDeps } from './deps.ts';
import { buyJournal } from './journals.ts';
import { leftOf, type ProductRow, shownHolding } from './rows.ts';
import { newHolding } from './rules.ts';
import { insertHoldings, lockProducts, runningOf, writeSums } from './store.ts';

/** Who asks for something under which key. */
export interface FixedRequest {
  readonly owner: bigint;
  readonly key: string;
}

/** Locks the row of a user, which keeps what counts their holdings in one order. */
export async function lockUser({ client }: Pick<Transaction, 'client'>, owner: bigint): Promise<void> {
  await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner]);
}

/**
 * Puts coins of the spot wallet into a fixed term and sets its interest to term aside, in one movement.
 *
 * @throws Refusal `notFound`; `orderUpdated` when the terms are no longer those that were shown; `enterAmount`;
 *   `belowMinimumPurchase`, `quantityOutOfRange` and `prizePoolFull` with the amount that is allowed; `unfinishedOrder`
 *   with too many running ones; `insufficientWalletBalance`
 */
export async function buyFixed(
  deps: FixedTermsDeps,
  { owner, key }: FixedRequest,
  input: CheckedInput<'POST finPeriodicOrderAdd'>,
): Promise<FixedHolding> {
  const { database, ledger, clock, gate } = deps;
  const now = clock();
  let changed: readonly BalanceRow[] = [];
  const { answer } = await database.transaction(async (tx) => {
    changed = [];
    await lockUser(tx, owner);
    return once(tx, { userId: owner, call: 'POST finPeriodicOrderAdd', key, body: input, at: now }, async () => {
      const id = BigInt(input.product);
      const product = (await lockProducts(tx, [id])).get(id);
      if (product === undefined) throw new Refusal('notFound');
      gate.check('POST finPeriodicOrderAdd', { assets: [product.asset] });
      if (!product.isOpen || product.version !== input.version) throw new Refusal('orderUpdated');
      const principal = movedUnits(product.asset, input.amount);
      await checkLimits(tx, owner, product, principal);
      const wanted = newHolding(product, { owner, principal, renews: input.renews }, now);
      const spot = { owner, wallet: 'spot', asset: product.asset } as const;
      const locked = await ledger.lockBalances(tx, [spot, coverKey('earn', product.asset)]);
      const own = locked.find((row) => row.owner === owner)?.available ?? 0n;
      if (own < principal) throw new Refusal('insufficientWalletBalance');
      checkLeft(product, principal, freeCover(locked, 'earn', product.asset));
      const [row] = await insertHoldings(tx, [wanted]);
      if (row === undefined) throw new Error('a fixed term was not written');
      const { held, promised } = product;
      await writeSums(tx, [{ ...product, held: held + principal, promised: promised + row.promised }]);
      changed = await ledger.post(tx, buyJournal(wanted, row.id, now));
      return shownHolding(row, now);
    });
  });
  ledger.changed(changed);
  return answer;
}

async function checkLimits(tx: Transaction, owner: bigint, product: ProductRow, principal: bigint): Promise<void> {
  const shown = (units: bigint) => fromUnits(units, assetScale(product.asset));
  if (principal < product.minimum) throw new Refusal('belowMinimumPurchase', { minimum: shown(product.minimum) });
  const running = await runningOf(tx.client, owner, product.id);
  if (running.count >= fixedRunningMax) throw new Refusal('unfinishedOrder', { maximum: fixedRunningMax });
  const allowed = product.maximum > running.units ? product.maximum - running.units : 0n;
  if (principal > allowed) throw new Refusal('quantityOutOfRange', { maximum: shown(allowed) });
}

function checkLeft(product: ProductRow, principal: bigint, free: bigint): void {
  const { left, limitedBy } = leftOf(product, free);
  if (principal > left)
    throw new Refusal('prizePoolFull', { left: fromUnits(left, assetScale(product.asset)), limitedBy });
}
