import { writeOperatorLog } from '../../core/gate/operator-log.ts';
import type { Database } from '../../core/store/database.ts';
import { type OrderRow, type StoredOrder, toOrderRow } from './order-row.ts';

/** Appeals per listing. */
export const appealsListed = 100;

/** Orders under appeal, the oldest first. */
export async function readAppeals({ pool }: Pick<Database, 'pool'>): Promise<OrderRow[]> {
  const { rows } = await pool.query<StoredOrder>(
    `SELECT * FROM fiat_orders WHERE state = 'appeal' ORDER BY id LIMIT ${appealsListed}`,
  );
  return rows.map(toOrderRow);
}

/** What an arbiter looks at: the order, what both sides say, and the proofs. Null for an order without an appeal. */
export async function readAppealOf({ pool }: Pick<Database, 'pool'>, id: bigint) {
  const { rows } = await pool.query<StoredOrder>(
    'SELECT * FROM fiat_orders WHERE id = $1 AND appealed_at IS NOT NULL',
    [id],
  );
  if (rows[0] === undefined) return null;
  const { rows: statements } = await pool.query<{ by: string; text: string; at: string }>(
    'SELECT by, text, at FROM fiat_statements WHERE fiat_order = $1 ORDER BY id',
    [id],
  );
  const { rows: events } = await pool.query<{ what: string; by: string; at: string }>(
    'SELECT what, by, at FROM fiat_order_events WHERE fiat_order = $1 ORDER BY id',
    [id],
  );
  const { rows: proofs } = await pool.query<{ file: string; by: string }>(
    'SELECT file, by FROM fiat_proofs WHERE fiat_order = $1 ORDER BY at, file',
    [id],
  );
  return { row: toOrderRow(rows[0]), statements, events, proofs };
}

/**
 * Decides an appeal, with a line in the operators' log. The running exchange pays the escrow out within about a second.
 *
 * @returns the id of the line, or null when the order is not under appeal or was decided
 */
export async function decideAppeal(
  database: Pick<Database, 'transaction'>,
  id: bigint,
  decision: 'release' | 'refund',
  signed: { readonly by: string; readonly reason: string; readonly at: number },
): Promise<bigint | null> {
  return database.transaction(async (tx) => {
    const { rowCount } = await tx.client.query(
      `UPDATE fiat_orders SET decision = $2, reason = $3, decided_by = $4, due_at = $5, updated_at = $5
        WHERE id = $1 AND state = 'appeal' AND decision IS NULL`,
      [id, decision, signed.reason, signed.by, signed.at],
    );
    if (rowCount !== 1) return null;
    const act = { what: 'decide-appeal', scope: null, subject: id.toString(), sessions: [] } as const;
    return writeOperatorLog(tx, act, signed);
  });
}
