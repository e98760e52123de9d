import type { AreaHandlers, Handlers, RequestFacts } from '#server/core/handler.ts';
import { appeal, markPaid, checkAct, lockOwnOrder } from './acts.ts';
import type { OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { rateMerchant, ratingOf } from './rating.ts';
import { sideOf, toP2pOrder, type OrderRow } from './order-row.ts';
import { attachProof } from './proofs.ts';
import { listOrders, readOrder } from './store.ts';
import { takeAdvert } from './taking/take.ts';
import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import type { P2pOrder, P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { freeCancelsPerDay, merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { once } from '#server/core/idempotency/once.ts';
import { cancelsToday } from '../merchants/cancellations.ts';
import { readApplicant } from '../merchants/store.ts';
import { shownPenalty } from './appeals/penalties.ts';
import { costNow, judgeCancel, numberOf } from './cancellations/judging.ts';
import { endOrder, type OrderDone } from './ending.ts';
import { orderRefusal, type OrderSide } from './rules.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { talkOf } from '#server/accounts/chat/talks/read-talks.ts';
import { readFigures } from '#server/p2p/merchants/figure-rows.ts';
import { readEvents, readProofs, readStatements } from './appeals/evidence.ts';
import { openSecrets } from './order-secrets.ts';
import { answeredBefore, onceWithPassword } from '#server/accounts/account/passwords/with-password.ts';

export type OrderHandlers = Pick<
  AreaHandlers<'otc'>,
  | 'POST tradeBuy'
  | 'POST tradeSell'
  | 'GET otcOrderList'
  | 'PUT otcOrderList'
  | 'GET tradeBuyWaitPage'
  | 'POST tradePaid'
  | 'GET tradeCancelPre'
  | 'POST tradeCancel'
  | 'POST otcFinish'
  | 'POST tradeAppeal'
> &
  Pick<Handlers, 'POST uploadBuyProof'>;

/** The calls of P2P orders. */
export function createOrderHandlers(deps: OrdersDeps, changes: OrderChanges): OrderHandlers {
  return {
    'POST tradeBuy': (input, { caller, idempotencyKey: key }) =>
      takeAdvert(deps, changes, { side: 'buy', input, taker: caller.userId, session: caller.sessionId, key }),
    'POST tradeSell': (input, { caller, idempotencyKey: key }) =>
      takeAdvert(deps, changes, { side: 'sell', input, taker: caller.userId, session: caller.sessionId, key }),
    'GET otcOrderList': async (query, { caller }) => {
      const { rows, next } = await listOrders(deps.database.pool, caller.userId, query);
      return { list: rows.map((row) => toP2pOrder(row, sideOf(row, caller.userId) ?? 'buyer')), next };
    },
    'PUT otcOrderList': (input, { caller }) => rateMerchant(deps, caller.userId, input),
    'GET tradeBuyWaitPage': ({ id }, { caller }) => orderDetail(deps, caller.userId, id),
    'POST tradePaid': ({ id }, { caller }) => markPaid(deps, changes, caller.userId, id),
    'GET tradeCancelPre': ({ id }, { caller }) => cancelTerms(deps, caller.userId, id),
    'POST tradeCancel': (input, context) =>
      cancelOrder(deps, changes, input, {
        user: context.caller.userId,
        key: context.idempotencyKey,
        facts: context,
      }),
    'POST otcFinish': (input, context) =>
      releaseCoins(deps, changes, input, {
        user: context.caller.userId,
        key: context.idempotencyKey,
        facts: context,
      }),
    'POST tradeAppeal': (input, { caller }) => appeal(deps, changes, caller.userId, input),
    'POST uploadBuyProof': ({ order }, { caller, file }) => attachProof(deps, changes, caller.userId, order, file),
  };
}

/**
 * What cancelling an order would cost its buyer.
 *
 * @throws Refusal `notFound`, `cannotCancel` for the seller, `orderFinished`
 */
async function cancelTerms(
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
async function cancelOrder(
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

/** One order of the caller, with all that belongs to it. @throws Refusal `notFound` */
async function orderDetail(deps: OrdersDeps, user: bigint, id: string): Promise<P2pOrderDetail> {
  const { pool } = deps.database;
  const row = await readOrder(pool, BigInt(id), user);
  const side = row === null ? null : sideOf(row, user);
  if (row === null || side === null) throw new Refusal('notFound');
  const now = deps.clock();
  const other = side === 'buyer' ? row.seller : row.buyer;
  const [events, proofs, appeal, figures, joinedAt, talk] = await Promise.all([
    readEvents(pool, row.id),
    readProofs(pool, row.id),
    readAppeal(deps, row),
    readFigures(pool, [other, user], now),
    joinedAtOf(pool, other),
    deps.hasChat ? talkOf(pool, row.id, user, now) : null,
  ]);
  const { payee, buyerName } = openSecrets(deps, row);
  return {
    order: toP2pOrder(row, side),
    payee,
    buyerName,
    terms: row.terms,
    proofs,
    appeal,
    cancellation: cancellationOf(row, side),
    events,
    counterparty: figures(other),
    joinedAt,
    self: figures(user),
    rating: ratingOf(row, user),
    talk,
    now,
  };
}

/** How its end counts; the number is between the buyer and the exchange. */
function cancellationOf(row: OrderRow, side: OrderSide): P2pOrderDetail['cancellation'] {
  if (row.endedBy !== 'buyer' && row.endedBy !== 'timeout') return null;
  const penalty = row.penalty === 0n ? null : shownPenalty(row.penalty);
  if (side === 'seller') return { number: null, excuse: null, penalty };
  return { number: row.cancelNumber, excuse: row.excuse, penalty };
}

async function joinedAtOf(client: Queryable, user: bigint): Promise<number> {
  const { rows } = await client.query<{ joined: string }>('SELECT created_at AS joined FROM users WHERE id = $1', [
    user,
  ]);
  if (rows[0] === undefined) throw new Error('an order without its side');
  return Number(rows[0].joined);
}

async function readAppeal({ database, secrets }: OrdersDeps, row: OrderRow): Promise<P2pOrderDetail['appeal']> {
  if (row.appealedBy === null || row.appealedAt === null) return null;
  return {
    by: row.appealedBy,
    at: row.appealedAt,
    statements: await readStatements(database.pool, secrets, row.id),
    asked: row.asked,
    decision: row.decision,
    penalty: row.penalty === 0n || row.endedAt === null ? null : shownPenalty(row.penalty),
    reason: row.reason,
  };
}

/** The caller, the idempotency key. */
interface OrderRequest {
  readonly user: bigint;
  readonly key: string;
  readonly facts: RequestFacts;
}

/**
 * Releases the coins to the buyer. The transaction password is checked in the transaction that moves them.
 *
 * @throws Refusal `notFound`, `operationFailed` for the buyer, `cannotCloseNow` before it is marked as paid,
 *   `orderFinished`, and those of the transaction password
 */
async function releaseCoins(
  deps: OrdersDeps,
  changes: OrderChanges,
  input: CheckedInput<'POST otcFinish'>,
  { user, key, facts }: OrderRequest,
): Promise<P2pOrder> {
  const { transactionPassword, totp, ...body } = input;
  const proofs = { transactionPassword, totp };
  const asked = { userId: user, call: 'POST otcFinish', key, body };
  const before = await answeredBefore<P2pOrder>(deps, asked, proofs);
  if (before !== null) return before.answer;
  const { answer, change } = await onceWithPassword(deps, asked, proofs, facts, async (tx, now) => {
    const own = await lockOwnOrder(tx, body.id, user);
    deps.gate.check('POST otcFinish', { assets: [own.row.asset] });
    checkAct(own, 'release', now);
    const done = await endOrder(tx, deps, own.row, 'release', now);
    return { answer: toP2pOrder(done.row, 'seller'), change: done };
  });
  changes.changed(change);
  return answer;
}
