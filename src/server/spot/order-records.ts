import type { CheckedInput } from '../../contract/calls.ts';
import type { Order } from '../../contract/entities/order.ts';
import type { Page } from '../../contract/envelope.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { toSpotOrder, type OrderRow } from './order-store.ts';
import { toOrder } from './spot-order.ts';

/**
 * A person's own delegates, newest first: the open ones or those that ended.
 *
 * @throws Refusal `operationFailed` for a cursor that no page gave
 */
export async function listOrders(
  database: Database,
  owner: bigint,
  query: CheckedInput<'GET currencyRecord'>,
): Promise<Page<Order>> {
  const { cursor, size, state } = query;
  if (cursor !== undefined && !/^\d{1,16}$/.test(cursor)) throw new Refusal('operationFailed');
  // The state stands in the text, not in a parameter, so that each list reads its own partial index.
  const { rows } = await database.pool.query<OrderRow>(
    `SELECT * FROM spot_orders
      WHERE owner = $1 AND ${state === 'current' ? "status = 'open'" : "status <> 'open'"}
        AND ($2::bigint IS NULL OR id < $2) AND ($3::text IS NULL OR pair = $3) AND ($4::text IS NULL OR side = $4)
      ORDER BY id DESC LIMIT $5`,
    [owner, cursor ?? null, query.pair ?? null, query.side ?? null, size + 1],
  );
  const list = rows.slice(0, size).map((row) => toOrder(toSpotOrder(row)));
  return { list, next: rows.length > size ? (list.at(-1)?.id ?? null) : null };
}
