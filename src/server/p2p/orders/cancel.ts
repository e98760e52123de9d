import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { freeCancelsPerDay, merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { once } from '#server/core/idempotency/once.ts';
import { cancelsToday } from '../merchants/cancellations.ts';
import { readApplicant } from '../merchants/store.ts';
import { checkAct, lockOwnOrder } from './acts.ts';
import { shownPenalty } from './appeals/penalties.ts';
import { costNow, judgeCancel, numberOf } from './cancellations/judging.ts';
import type { OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { endOrder, type OrderDone } from './ending.ts';
import type { OrderRequest } from './finish.ts';
import { toP2pOrder } from './order-row.ts';
import { orderRefusal } from './rules.ts';
import { readOrder } from './store.ts';

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
  const tx = { client: pool };
  const { number, excuse } = await numberOf(tx, row, now);
  const count = number === null ? await cancelsToday(pool, user, now) : number - 1;
  const penalty = await costNow(tx, row, number);
  return {
    cancelsToday: count,
    free: Math.max(0, freeCancelsPerDay - count),
    counts: number !== null,
    excuse,
    penalty: penalty === 0n ? null : shownPenalty(penalty),
    asset: merchantDepositAsset,
  };
}

/**
 * Cancels an order as its buyer. What that costs says `cancellations/rules.ts`.
 *
 * @throws Refusal `notFound`, `cannotCancel`, `orderFinished`, `thirdCancelCosts` with the amount until it is confirmed
 */
export async function cancelOrder(
  deps: OrdersDeps,
  changes: OrderChanges,
  input: CheckedInput<'POST tradeCancel'>,
  { user, key }: OrderRequest,
): Promise<P2pOrder> {
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
      const cancellation = await judgeCancel(tx, own.row, confirmed, now);
      done = await endOrder(tx, deps, own.row, 'cancel', now, cancellation);
      return toP2pOrder(done.row, 'buyer');
    });
  });
  changes.changed(done);
  return answer;
}
