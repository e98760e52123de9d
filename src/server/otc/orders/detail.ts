import type { FiatOrderDetail, FiatOrderEvent, FiatParty } from '../../../protocol/entities/fiat-trade.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { readFigures } from '../merchants/store.ts';
import type { OrdersDeps } from './deps.ts';
import { type OrderRow, sideOf, toFiatOrder } from './order-row.ts';
import { openSecrets } from './order-secrets.ts';
import { readOrder } from './store.ts';

interface Timed {
  readonly by: FiatParty;
  readonly at: string;
}

/** Lines of one order that are read at most; limits on the sides keep their number far below. */
const linesMax = 200;

/** One order of the caller, with all that belongs to it. @throws Refusal `notFound` */
export async function orderDetail(deps: OrdersDeps, user: bigint, id: string): Promise<FiatOrderDetail> {
  const { pool } = deps.database;
  const row = await readOrder(pool, BigInt(id), user);
  const side = row === null ? null : sideOf(row, user);
  if (row === null || side === null) throw new Refusal('notFound');
  const now = deps.clock();
  const other = side === 'buyer' ? row.seller : row.buyer;
  const [events, proofs, appeal, figures] = await Promise.all([
    pool.query<Timed & { what: FiatOrderEvent['what'] }>(
      `SELECT what, by, at FROM fiat_order_events WHERE fiat_order = $1 ORDER BY id LIMIT ${linesMax}`,
      [row.id],
    ),
    pool.query<Timed & { file: string }>(
      `SELECT file, by, at FROM fiat_proofs WHERE fiat_order = $1 ORDER BY at, file LIMIT ${linesMax}`,
      [row.id],
    ),
    readAppeal(deps, row),
    readFigures(pool, [other], now),
  ]);
  const { payee, buyerName } = openSecrets(deps, row);
  const timed = <Line extends Timed>(line: Line) => ({ ...line, at: Number(line.at) });
  return {
    order: toFiatOrder(row, side),
    payee,
    buyerName,
    terms: row.terms,
    proofs: proofs.rows.map(timed),
    appeal,
    events: events.rows.map(timed),
    counterparty: figures(other),
    now,
  };
}

async function readAppeal({ database }: OrdersDeps, row: OrderRow): Promise<FiatOrderDetail['appeal']> {
  if (row.appealedBy === null || row.appealedAt === null) return null;
  const { rows } = await database.pool.query<Timed & { text: string }>(
    `SELECT by, text, at FROM fiat_statements WHERE fiat_order = $1 ORDER BY id LIMIT ${linesMax}`,
    [row.id],
  );
  return {
    by: row.appealedBy,
    at: row.appealedAt,
    statements: rows.map((line) => ({ ...line, at: Number(line.at) })),
    decision: row.decision,
    reason: row.reason,
  };
}
