import type { CheckedInput } from '#protocol/calls.ts';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { appealStatementsMax, appealTextMinLength, proofExpectedMs } from '#protocol/p2p/currencies.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { writeStatement } from './appeals/evidence.ts';
import type { OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { openCaseAppeal } from './cases/case-appeal.ts';
import { hasCase } from './cases/case-rows.ts';
import { type OrderDone, withoutCoins } from './ending.ts';
import { notifyOfOrder } from './order-notices.ts';
import { type OrderRow, sideOf, toP2pOrder } from './order-row.ts';
import { answerMsOf, isEnded, orderRefusal, type OrderSide } from './rules.ts';
import { hasProof, lockOrder, writeEvent, writeOrder } from './store.ts';

/** An order of the caller, locked, with the caller's side. */
export interface OwnOrder {
  readonly row: OrderRow;
  readonly side: OrderSide;
}

/** @throws Refusal `notFound` for an order that is not the caller's, whether or not it exists */
export async function lockOwnOrder(tx: Transaction, id: string, user: bigint): Promise<OwnOrder> {
  const row = await lockOrder(tx, BigInt(id));
  const side = row === null ? null : sideOf(row, user);
  if (row === null || side === null) throw new Refusal('notFound');
  return { row, side };
}

/** @throws Refusal while the side may not do it */
export function checkAct(own: OwnOrder, event: Parameters<typeof orderRefusal>[2], now: number): void {
  const refused = orderRefusal(own.row, own.side, event, now);
  if (refused !== null) throw new Refusal(refused.code, refused.data);
}

/**
 * Marks an order as paid. From now on only the seller, the buyer's cancellation or an arbiter ends it; one with a case
 * goes to the arbiter at once.
 *
 * @throws Refusal `notFound`, `operationFailed` for the seller, `orderFinished` also when the countdown has passed,
 *   `alreadyProcessed`
 */
export async function markPaid(deps: OrdersDeps, changes: OrderChanges, user: bigint, id: string): Promise<P2pOrder> {
  const now = deps.clock();
  const done = await deps.database.transaction(async (tx): Promise<OrderDone> => {
    const own = await lockOwnOrder(tx, id, user);
    checkAct(own, 'pay', now);
    const dueAt = (await hasProof(tx, own.row.id)) ? null : now + proofExpectedMs;
    const row = await writeOrder(tx, own.row, { state: 'paid', paidAt: now, dueAt }, now);
    await writeEvent(tx, row.id, 'paid', 'buyer', now);
    await notifyOfOrder(tx, deps, row, ['seller'], 'paid');
    return withoutCoins((await hasCase(tx, row.id)) ? await openCaseAppeal(tx, deps, row, now) : row);
  });
  changes.changed(done);
  return toP2pOrder(done.row, 'buyer');
}

/**
 * Opens an appeal, or adds to one that is open: each side says its part, and an arbiter decides.
 *
 * @throws Refusal `notFound`, `quantityOutOfRange` for fewer than 10 characters, `orderFinished`, `cannotCloseNow` with
 *   `from` when the side may appeal later, `verificationTooOften` beyond the most statements of a side, `notYetOpen` without SECRETS_KEY
 */
export async function appeal(
  deps: OrdersDeps,
  changes: OrderChanges,
  user: bigint,
  { id, text }: CheckedInput<'POST tradeAppeal'>,
): Promise<P2pOrder> {
  if (deps.secrets === null) throw new Refusal('notYetOpen');
  const now = deps.clock();
  const { done, side } = await deps.database.transaction(async (tx) => {
    const own = await lockOwnOrder(tx, id, user);
    if (Array.from(text).length < appealTextMinLength) {
      throw new Refusal('quantityOutOfRange', { field: 'text', least: appealTextMinLength });
    }
    const row = own.row.state === 'appeal' ? await answer(tx, own, now) : await open(tx, deps, own, now);
    await writeStatement(tx, deps.secrets, row, own.side, { text, at: now });
    return { done: withoutCoins(row), side: own.side };
  });
  changes.changed(done);
  return toP2pOrder(done.row, side);
}

async function open(tx: Transaction, deps: OrdersDeps, own: OwnOrder, now: number): Promise<OrderRow> {
  checkAct(own, 'appeal', now);
  const { row: before, side } = own;
  const answerUntil = now + answerMsOf(deps.mode);
  const change = { state: 'appeal', appealedBy: side, appealedAt: now, answerUntil, dueAt: answerUntil } as const;
  const row = await writeOrder(tx, before, change, now);
  await writeEvent(tx, row.id, 'appealed', side, now);
  await notifyOfOrder(tx, deps, row, [side === 'buyer' ? 'seller' : 'buyer'], 'appealed');
  return row;
}

async function answer(tx: Transaction, { row, side }: OwnOrder, now: number): Promise<OrderRow> {
  const { rows } = await tx.client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM fiat_statements WHERE fiat_order = $1 AND by = $2',
    [row.id, side],
  );
  if ((rows[0]?.count ?? 0) >= appealStatementsMax)
    throw new Refusal('verificationTooOften', { most: appealStatementsMax });
  await writeEvent(tx, row.id, 'answered', side, now);
  return writeOrder(tx, row, row.asked === side ? { asked: null } : {}, now);
}

/** @throws Refusal `orderFinished`: evidence is added while somebody can still act on it */
export function checkOpen({ row }: OwnOrder): void {
  if (isEnded(row.state)) throw new Refusal('orderFinished');
}
