import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { talkOf } from '#server/accounts/chat/talks/read-talks.ts';
import { readFigures } from '#server/p2p/merchants/figure-rows.ts';
import type { OrdersDeps } from '../deps.ts';
import { readEvents, readProofs, readStatements } from '../appeals/evidence.ts';
import { type OrderRow, sideOf, toP2pOrder } from '../order-row.ts';
import { openSecrets } from '../order-secrets.ts';
import { shownPenalty } from '../appeals/penalties.ts';
import { ratingOf } from '../rating.ts';
import type { OrderSide } from '../rules.ts';
import { readOrder } from '../store.ts';

/** One order of the caller, with all that belongs to it. @throws Refusal `notFound` */
export async function orderDetail(deps: OrdersDeps, user: bigint, id: string): Promise<P2pOrderDetail> {
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
