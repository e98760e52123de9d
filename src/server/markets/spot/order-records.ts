import type { OwnerId } from '#protocol/core/brand.ts';
import { toSpotOrder, type OrderRow } from './order-row.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import type { Order } from '#protocol/spot/entities.ts';
import type { Page } from '#protocol/core/envelope.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { scanEnd, scannedRowsMax } from '#server/core/store/bounded-scan.ts';
import type { Database } from '#server/core/store/database.ts';
import type { Spot } from './spot.ts';
import { type SpotOrder, toOrder } from './order.ts';

type Query = CheckedInput<'GET currencyRecord'>;

interface OrderRecordsDeps {
  readonly database: Database;
  readonly spot: Pick<Spot, 'openOrders'>;
}

/**
 * A user's own orders, newest first: the open ones, which are in memory, or ended ones. A history page may be short or
 * empty and still name a next one: a filtered page scans a bounded number of rows.
 *
 * @throws Refusal `operationFailed` for an invalid cursor
 */
export async function listOrders(
  { database, spot }: OrderRecordsDeps,
  owner: OwnerId,
  query: Query,
): Promise<Page<Order>> {
  const { cursor, size } = query;
  if (cursor !== undefined && !/^\d{1,16}$/.test(cursor)) throw new Refusal('operationFailed');
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
  if (query.state === 'current') return pageOf(openOrders(spot, owner, query, before), size);
  const found = await readHistory(database, owner, query, before);
  const page = pageOf(found, size);
  if (page.next !== null) return page;
  return {
    ...page,
    next: await scanEnd(database.pool, 'FROM spot_orders WHERE owner = $1 AND id < $2', [owner, before]),
  };
}

function openOrders(
  spot: OrderRecordsDeps['spot'],
  owner: OwnerId,
  { pair, side }: Query,
  before: number,
): SpotOrder[] {
  return spot
    .openOrders(owner)
    .filter((order) => order.id < before)
    .filter((order) => (pair === undefined || order.pair === pair) && (side === undefined || order.side === side))
    .toReversed();
}

/** The newest ended orders below an id that match the filters, one more than a page. */
async function readHistory(database: Database, owner: OwnerId, query: Query, before: number): Promise<SpotOrder[]> {
  const { rows } = await database.pool.query<OrderRow>(
    `SELECT * FROM (SELECT * FROM spot_orders WHERE owner = $1 AND id < $2 ORDER BY id DESC LIMIT ${scannedRowsMax}) AS own
      WHERE status <> 'open' AND ($3::text IS NULL OR pair = $3) AND ($4::text IS NULL OR side = $4)
      ORDER BY id DESC LIMIT $5`,
    [owner, before, query.pair ?? null, query.side ?? null, query.size + 1],
  );
  return rows.map(toSpotOrder);
}

function pageOf(found: readonly SpotOrder[], size: number): Page<Order> {
  const list = found.slice(0, size).map(toOrder);
  return { list, next: found.length > size ? (list.at(-1)?.id ?? null) : null };
}
