import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { type OrderRow, type StoredOrder, toOrderRow } from '../order-row.ts';
import type { p2pCases } from '../tables.ts';

type Client = Pick<Transaction, 'client'>;

/** Why a side of an order may not trade any more. */
export type CaseReason = (typeof p2pCases.$inferSelect)['why'];

/**
 * Opens a case of every running order of a user, of own adverts and of those of others; an order has one case at most.
 * The user is locked and every advert of theirs was, so that no order is being taken meanwhile.
 */
export async function openCases({ client }: Client, owner: bigint, why: CaseReason, now: number): Promise<void> {
  // Without the locks of the orders, which come before those of adverts: their lines and notices follow in a while.
  await client.query(
    `INSERT INTO fiat_cases (fiat_order, owner, why, at)
     SELECT id, $1::bigint, $2::text, $3::bigint FROM fiat_orders WHERE ended_at IS NULL AND merchant = $1
      UNION ALL
     SELECT id, $1::bigint, $2::text, $3::bigint FROM fiat_orders WHERE ended_at IS NULL AND taker = $1
      ORDER BY id
     ON CONFLICT (fiat_order) DO NOTHING`,
    [owner, why, now],
  );
}

/** SQL of whether customer service looks after an order. @param order SQL of its id */
export const hasCaseOf = (order: string): string => `EXISTS (SELECT FROM fiat_cases WHERE fiat_order = ${order})`;

/** Whether customer service looks after an order. */
export async function hasCase({ client }: Client, order: bigint): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`SELECT ${hasCaseOf('$1')} AS has`, [order]);
  return rows[0]?.has === true;
}

/** Orders whose sides were not notified of their case yet, at most `size`. */
export async function unannouncedCases(client: Queryable, size: number): Promise<bigint[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT fiat_order AS id FROM fiat_cases WHERE announced_at IS NULL ORDER BY fiat_order LIMIT $1',
    [size],
  );
  return rows.map(({ id }) => BigInt(id));
}

/** Notes that both sides are notified. @returns false when somebody noted it before */
export async function markAnnounced({ client }: Client, order: bigint, now: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE fiat_cases SET announced_at = $2 WHERE fiat_order = $1 AND announced_at IS NULL',
    [order, now],
  );
  return rowCount === 1;
}

/** A running order with its case. */
export interface OpenCase {
  readonly row: OrderRow;
  readonly owner: bigint;
  readonly why: CaseReason;
  readonly at: number;
}

/** Cases of running orders that are not under appeal, the oldest order first, at most `size`. */
export async function readOpenCases(client: Queryable, size: number): Promise<OpenCase[]> {
  const { rows } = await client.query<StoredOrder & { case_owner: string; why: CaseReason; case_at: string }>(
    `SELECT o.*, c.owner AS case_owner, c.why, c.at AS case_at FROM fiat_orders o JOIN fiat_cases c ON c.fiat_order = o.id
      WHERE o.ended_at IS NULL AND o.state <> 'appeal' ORDER BY o.id LIMIT $1`,
    [size],
  );
  return rows.map((stored) => ({
    row: toOrderRow(stored),
    owner: BigInt(stored.case_owner),
    why: stored.why,
    at: Number(stored.case_at),
  }));
}
