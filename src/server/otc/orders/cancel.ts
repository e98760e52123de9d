import type { CallOutput, CheckedInput } from '../../../protocol/calls.ts';
import type { FiatOrder } from '../../../protocol/entities/fiat-trade.ts';
import { cancelPenaltyPercent, freeCancelsPerDay, merchantDepositAsset } from '../../../protocol/fiat.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { once } from '../../core/idempotency/once.ts';
import type { Journal } from '../../core/ledger/journal.ts';
import type { Queryable, Transaction } from '../../core/store/database.ts';
import { readApplicant, readMerchant } from '../merchants/store.ts';
import { checkAct, lockOwnOrder } from './acts.ts';
import type { OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { endOrder, type OrderDone } from './ending.ts';
import type { OrderRequest } from './finish.ts';
import { type OrderRow, toFiatOrder } from './order-row.ts';
import { lockPenalty, shownPenalty, takePenalty } from './appeals/penalties.ts';
import { dayStart, orderRefusal } from './rules.ts';
import { countCancelled, readOrder } from './store.ts';

/** What a penalty takes of a deposit, truncated. */
function penaltyOf(units: bigint): bigint {
  return (units * BigInt(cancelPenaltyPercent)) / 100n;
}

/** Cancellations of a buyer today. */
function cancelsToday(client: Queryable, buyer: bigint, now: number): Promise<number> {
  return countCancelled(client, buyer, dayStart(now));
}

/**
 * What cancelling an order would cost its buyer.
 *
 * @throws Refusal `notFound`, `cannotCancel` for the seller, `orderFinished`
 */
export async function cancelTerms(
  { database, clock }: Pick<OrdersDeps, 'database' | 'clock'>,
  user: bigint,
  id: string,
): Promise<CallOutput<'GET tradeCancelPre'>> {
  const { pool } = database;
  const now = clock();
  const row = await readOrder(pool, BigInt(id), user);
  if (row === null) throw new Refusal('notFound');
  const refused = orderRefusal(row, row.buyer === user ? 'buyer' : 'seller', 'cancel', now);
  if (refused !== null) throw new Refusal(refused.code, refused.data);
  const [count, deposit] = await Promise.all([cancelsToday(pool, user, now), readMerchant(pool, user)]);
  const penalty = count < freeCancelsPerDay ? 0n : penaltyOf(deposit.units);
  return {
    cancelsToday: count,
    free: Math.max(0, freeCancelsPerDay - count),
    penalty: penalty === 0n ? null : shownPenalty(penalty),
    asset: merchantDepositAsset,
  };
}

/**
 * Cancels an order as its buyer. From the third of a day on it takes half of a merchant's deposit, which the seller
 * gets (spec point 9); somebody without a deposit takes no more orders that day.
 *
 * @throws Refusal `notFound`, `cannotCancel`, `orderFinished`, `thirdCancelCosts` with the amount until it is confirmed
 */
export async function cancelOrder(
  deps: OrdersDeps,
  changes: OrderChanges,
  input: CheckedInput<'POST tradeCancel'>,
  { user, key }: OrderRequest,
): Promise<FiatOrder> {
  const { confirmed, ...body } = input;
  const now = deps.clock();
  let done: OrderDone | null = null;
  const { answer } = await deps.database.transaction(async (tx) => {
    done = null;
    // Cancellations of one buyer come one after the other: each counts those before it.
    await readApplicant(tx.client, user, true);
    return once(tx, { userId: user, call: 'POST tradeCancel', key, body, at: now }, async () => {
      const own = await lockOwnOrder(tx, body.id, user);
      deps.gate.check('POST tradeCancel', { assets: [own.row.asset] });
      checkAct(own, 'cancel', now);
      const penalty = await cancelPenalty(tx, own.row, confirmed, now);
      done = await endOrder(tx, deps, own.row, 'cancel', now, penalty);
      return toFiatOrder(done.row, 'buyer');
    });
  });
  changes.changed(done);
  return answer;
}

/** Lowers the deposit of a merchant who cancels too often. @returns its journal, if any */
async function cancelPenalty(tx: Transaction, row: OrderRow, isConfirmed: boolean, now: number): Promise<Journal[]> {
  if ((await cancelsToday(tx.client, row.buyer, now)) < freeCancelsPerDay) return [];
  const penalty = await lockPenalty(tx, row, 'buyer', penaltyOf);
  if (penalty === null) return [];
  if (!isConfirmed) {
    throw new Refusal('thirdCancelCosts', { amount: shownPenalty(penalty.units), asset: merchantDepositAsset });
  }
  return [await takePenalty(tx, penalty, row.id, now)];
}
