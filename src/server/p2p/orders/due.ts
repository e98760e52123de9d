import { p2pCoins } from '#protocol/p2p/currencies.ts';
import { Retries } from '#server/core/jobs/retries.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import { readApplicant } from '../merchants/store.ts';
import { judgeTimeout } from './cancellations/judging.ts';
import type { OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { endOrder, type OrderDone, withoutCoins } from './ending.ts';
import { notifyOfOrder } from './order-notices.ts';
import type { OrderRow } from './order-row.ts';
import { type DueOrder, dueOrders, hasProof, lockOrder, writeOrder } from './store.ts';
import { writeTalkLine } from '#server/accounts/chat/talks/talks.ts';

/** Orders handled per run. */
const handledAtOnce = 200;
/** The policy of practice mode in an order's record. */
const practiceArbiter = 'practice policy';

/**
 * Handles what is due of P2P orders: payment times that have passed, and appeals that are decided. One timer for all
 * of them; each is one transaction that looks again under the order's lock, so that it is handled once, also after a
 * restart. While an operator stops fiat trading or the coin, due orders wait.
 */
export function createDueOrders(deps: OrdersDeps, changes: OrderChanges): () => Promise<number> {
  const retries = new Retries<bigint>(deps.clock, (error, order) =>
    deps.logger.error({ err: error, order: order.toString() }, 'a due fiat order could not be handled'),
  );
  return async function handleDue(): Promise<number> {
    const { database, clock } = deps;
    let handled = 0;
    const stopped = p2pCoins.filter((coin) => deps.gate.isStopped('p2p', { assets: [coin] }));
    for (const due of await dueOrders(database.pool, clock(), stopped, handledAtOnce + retries.failing.count)) {
      await retries.attempt(due.id, async () => {
        const done = await database.transaction((tx) => handle(tx, deps, due, clock()));
        changes.changed(done);
        if (done !== null) handled += 1;
      });
    }
    return handled;
  };
}

async function handle(tx: Transaction, deps: OrdersDeps, due: DueOrder, now: number): Promise<OrderDone | null> {
  const { id, payer } = due;
  // Cancellations of one buyer come one after the other: each counts those before it.
  if (payer !== null && !isHouse(payer)) await readApplicant(tx.client, payer, true);
  const row = await lockOrder(tx, id);
  if (row === null || row.dueAt === null || row.dueAt > now) return null;
  if (deps.gate.isStopped('p2p', { assets: [row.asset] })) return null;
  if (row.state === 'waiting-payment') {
    return endOrder(tx, deps, row, 'expire', now, await judgeTimeout(tx, row, now));
  }
  if (row.state === 'paid') return warnOfNoProof(tx, deps, row, now);
  if (row.state !== 'appeal') throw new Error(`fiat order ${id} is ${row.state}, and something is due of it`);
  if (row.decision === null && row.asked !== null && row.answerUntil !== null && now < row.answerUntil) {
    await notifyOfOrder(tx, deps, row, [row.asked], 'asked');
    return withoutCoins(await writeOrder(tx, row, { dueAt: row.answerUntil }, now));
  }
  const decided = row.decision === null && deps.mode === 'practice' ? await byPolicy(tx, row, now) : row;
  if (decided.decision === null) {
    // The time to answer is over: from here on it waits for the arbiter.
    return withoutCoins(await writeOrder(tx, row, { dueAt: null, asked: null }, now));
  }
  return endOrder(tx, deps, decided, decided.decision === 'release' ? 'decide-release' : 'decide-refund', now);
}

/** Nothing shows so far that an order was paid as it was marked: its seller looks twice. */
async function warnOfNoProof(tx: Transaction, deps: OrdersDeps, row: OrderRow, now: number): Promise<OrderDone> {
  if (!(await hasProof(tx, row.id))) {
    await writeTalkLine(tx, row.id, { house: 'order-unproven' }, now);
    await notifyOfOrder(tx, deps, row, ['seller'], 'unproven');
  }
  return withoutCoins(await writeOrder(tx, row, { dueAt: null }, now));
}

/** Practice mode believes a buyer who showed a proof. */
async function byPolicy(tx: Transaction, row: OrderRow, now: number): Promise<OrderRow> {
  const isProven = await hasProof(tx, row.id);
  const decision = isProven ? 'release' : 'refund';
  return writeOrder(tx, row, { decision, reason: '', decidedBy: practiceArbiter }, now);
}
