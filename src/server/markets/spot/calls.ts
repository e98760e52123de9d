import type { CheckedInput } from '#protocol/calls.ts';
import type { Handlers } from '#server/core/handler.ts';
import { bodyHash } from '#server/core/idempotency/body-hash.ts';
import type { IndexPrice } from '#server/core/outflow/worth.ts';
import type { Database } from '#server/core/store/database.ts';
import { createFairPrices, type FairPriceOf } from './fair-price.ts';
import type { PlaceRequest } from './placement.ts';
import type { Spot } from './spot.ts';
import type { OwnerId } from '#protocol/core/brand.ts';
import { toSpotOrder, type OrderRow } from './order-row.ts';
import type { Order } from '#protocol/spot/entities.ts';
import type { Page } from '#protocol/core/envelope.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { scanEnd, scannedRowsMax } from '#server/core/store/bounded-scan.ts';
import { type SpotOrder, toOrder } from './order.ts';

type SpotHandlers = Pick<Handlers, 'POST currency' | 'GET currencyRecord' | 'POST cancelCurrency'>;

/** What the calls of spot trading need. */
interface SpotHandlersDeps {
  readonly spot: Spot;
  readonly database: Database;
  /** Index prices, which orders of people whose value is held are bound to; null where nothing is held. */
  readonly indexPrice?: IndexPrice | null;
}

/** Handlers of spot trading, of area `wallet`. */
export function createSpotHandlers({ spot, database, indexPrice = null }: SpotHandlersDeps): SpotHandlers {
  const fairPriceOf = indexPrice && createFairPrices(indexPrice);
  return {
    async 'POST currency'(input, { caller, idempotencyKey, barred }) {
      const key = { call: 'POST currency', key: idempotencyKey, bodyHash: bodyHash(input), barred } as const;
      return { order: await spot.submit(fairly(fairPriceOf, placing(caller.userId, input)), key) };
    },

    async 'GET currencyRecord'(input, { caller }) {
      const { list, next } = await listOrders({ database, spot }, caller.userId, input);
      return { list: [...list], next };
    },

    async 'POST cancelCurrency'(input, { caller, idempotencyKey, barred }) {
      const key = { call: 'POST cancelCurrency', key: idempotencyKey, bodyHash: bodyHash(input), barred } as const;
      return { order: await spot.submit({ kind: 'cancel', owner: caller.userId, id: Number(input.id) }, key) };
    },
  };
}

function placing(owner: bigint, { type, pair, side, amount, ...rest }: CheckedInput<'POST currency'>): PlaceRequest {
  const price = 'price' in rest ? rest.price : null;
  const total = 'total' in rest ? rest.total : null;
  return { kind: 'place', owner, pair, side, type, price, amount: amount ?? null, total: total ?? null };
}

/** A request with its fair price, where one can matter. */
function fairly(fairPriceOf: FairPriceOf | null, request: PlaceRequest): PlaceRequest {
  const fair = fairPriceOf?.(request) ?? null;
  return fair === null ? request : { ...request, fair };
}

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
async function listOrders({ database, spot }: OrderRecordsDeps, owner: OwnerId, query: Query): Promise<Page<Order>> {
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
