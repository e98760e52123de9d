import type { FiatOrderDetail } from '../../../../protocol/entities/fiat-trade.ts';
import { Refusal } from '../../../core/failures/refusal.ts';
import { talkOf } from '../../../users/chat/talks/read-talks.ts';
import { readFigures } from '../../merchants/figure-rows.ts';
import type { OrdersDeps } from '../deps.ts';
import { readEvents, readProofs, readStatements } from '../appeals/evidence.ts';
import { type OrderRow, sideOf, toFiatOrder } from '../order-row.ts';
import { openSecrets } from '../order-secrets.ts';
import { shownPenalty } from '../appeals/penalties.ts';
import { ratingOf } from '../rating.ts';
import { readOrder } from '../store.ts';

/** One order of the caller, with all that belongs to it. @throws Refusal `notFound` */
export async function orderDetail(deps: OrdersDeps, user: bigint, id: string): Promise<FiatOrderDetail> {
  const { pool } = deps.database;
  const row = await readOrder(pool, BigInt(id), user);
  const side = row === null ? null : sideOf(row, user);
  if (row === null || side === null) throw new Refusal('notFound');
  const now = deps.clock();
  const other = side === 'buyer' ? row.seller : row.buyer;
  const [events, proofs, appeal, figures, talk] = await Promise.all([
    readEvents(pool, row.id),
    readProofs(pool, row.id),
    readAppeal(deps, row),
    readFigures(pool, [other, user], now),
    deps.hasChat ? talkOf(pool, row.id, user, now) : null,
  ]);
  const { payee, buyerName } = openSecrets(deps, row);
  return {
    order: toFiatOrder(row, side),
    payee,
    buyerName,
    terms: row.terms,
    proofs,
    appeal,
    events,
    counterparty: figures(other),
    self: figures(user),
    rating: ratingOf(row, user),
    talk,
    now,
  };
}

async function readAppeal({ database }: OrdersDeps, row: OrderRow): Promise<FiatOrderDetail['appeal']> {
  if (row.appealedBy === null || row.appealedAt === null) return null;
  return {
    by: row.appealedBy,
    at: row.appealedAt,
    statements: await readStatements(database.pool, row.id),
    asked: row.asked,
    decision: row.decision,
    penalty: row.penalty === 0n || row.endedAt === null ? null : shownPenalty(row.penalty),
    reason: row.reason,
  };
}
