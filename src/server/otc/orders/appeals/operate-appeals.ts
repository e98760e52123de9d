import { writeOperatorLog } from '../../../core/gate/operator-log.ts';
import { appealAnswerMs } from '../../../../protocol/fiat.ts';
import type { Database } from '../../../core/store/database.ts';
import { readFigures, readMerchant } from '../../merchants/store.ts';
import { readEvents, readProofs, readStatements } from './evidence.ts';
import { type OrderRow, type StoredOrder, toOrderRow } from '../order-row.ts';
import type { OrderSide } from '../rules.ts';
import { lockOrder, writeEvent } from '../store.ts';

/** Appeals per listing. */
export const appealsListed = 100;

/** Orders under appeal, the oldest first. */
export async function readAppeals({ pool }: Pick<Database, 'pool'>): Promise<OrderRow[]> {
  const { rows } = await pool.query<StoredOrder>(
    `SELECT * FROM fiat_orders WHERE state = 'appeal' ORDER BY id LIMIT ${appealsListed}`,
  );
  return rows.map(toOrderRow);
}

/** A side of an appeal in figures: its orders of 30 days, and its merchant deposit. */
async function historyOf({ pool }: Pick<Database, 'pool'>, owner: bigint, now: number) {
  const [figures, deposit] = await Promise.all([readFigures(pool, [owner], now), readMerchant(pool, owner)]);
  return { owner, figures: figures(owner), deposit };
}

/**
 * What an arbiter looks at: the order, what both sides say, the proofs, and both histories. Null for an order without
 * an appeal.
 */
export async function readAppealOf(database: Pick<Database, 'pool'>, id: bigint, now: number) {
  const { pool } = database;
  const { rows } = await pool.query<StoredOrder>(
    'SELECT * FROM fiat_orders WHERE id = $1 AND appealed_at IS NOT NULL',
    [id],
  );
  if (rows[0] === undefined) return null;
  const [statements, events, proofs] = await Promise.all([
    readStatements(pool, id),
    readEvents(pool, id),
    readProofs(pool, id),
  ]);
  const row = toOrderRow(rows[0]);
  const [buyer, seller] = await Promise.all([
    historyOf(database, row.buyer, now),
    historyOf(database, row.seller, now),
  ]);
  return { row, statements, events, proofs, histories: { buyer, seller } };
}

/** Who acts, why, and when. */
interface Signed {
  readonly by: string;
  readonly reason: string;
  readonly at: number;
}

/**
 * Asks one side of an appeal, which then has the time to answer once more; both read the question. The running exchange
 * notifies the side within about a second.
 *
 * @returns the id of the line in the operators' log, or null when the order is not under appeal or was decided
 */
export async function askAppeal(
  database: Pick<Database, 'transaction'>,
  id: bigint,
  side: OrderSide,
  signed: Signed,
): Promise<bigint | null> {
  return database.transaction(async (tx) => {
    const row = await lockOrder(tx, id);
    if (row === null || row.state !== 'appeal' || row.decision !== null) return null;
    await tx.client.query('INSERT INTO fiat_statements (fiat_order, by, text, at) VALUES ($1, $2, $3, $4)', [
      id,
      'arbiter',
      signed.reason,
      signed.at,
    ]);
    await writeEvent(tx, id, 'asked', 'arbiter', signed.at);
    await tx.client.query(
      'UPDATE fiat_orders SET asked = $2, answer_until = $3, due_at = $4, updated_at = $4 WHERE id = $1',
      [id, side, signed.at + appealAnswerMs, signed.at],
    );
    return writeOperatorLog(tx, { what: 'ask-appeal', scope: null, subject: id.toString(), sessions: [] }, signed);
  });
}

/** What an arbiter decides; `penalty` in units of the deposit's coin, of the losing side's merchant deposit. */
export interface Decision {
  readonly outcome: 'release' | 'refund';
  readonly penalty: bigint;
}

/**
 * Decides an appeal, with a line in the operators' log. The running exchange pays the escrow out within about a second,
 * and gives the penalty to the other side, as far as the deposit reaches.
 *
 * @returns the id of the line, or null when the order is not under appeal or was decided
 */
export async function decideAppeal(
  database: Pick<Database, 'transaction'>,
  id: bigint,
  { outcome, penalty }: Decision,
  signed: Signed,
): Promise<bigint | null> {
  return database.transaction(async (tx) => {
    const { rowCount } = await tx.client.query(
      `UPDATE fiat_orders SET decision = $2, reason = $3, decided_by = $4, penalty = $5, asked = NULL, due_at = $6,
                              updated_at = $6
        WHERE id = $1 AND state = 'appeal' AND decision IS NULL`,
      [id, outcome, signed.reason, signed.by, penalty, signed.at],
    );
    if (rowCount !== 1) return null;
    const act = { what: 'decide-appeal', scope: null, subject: id.toString(), sessions: [] } as const;
    return writeOperatorLog(tx, act, signed);
  });
}
