import { hash } from 'node:crypto';
import type { CloseReason, Side } from '../engine/book.ts';
import type { BesideStatement } from '../../core/ledger/beside.ts';
import { bytesLiteral, numbersLiteral, textsLiteral } from '../../core/store/array-literals.ts';
import type { Transaction } from '../../core/store/database.ts';
import type { StoredMarket } from './spot-market.ts';
import type { SpotOrder, SpotTrade } from './spot-order.ts';

/** A row of `spot_orders` as the driver gives it: 64-bit columns are texts. */
export interface OrderRow {
  readonly id: string;
  readonly owner: string;
  readonly pair: string;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly price: string | null;
  readonly amount: string | null;
  readonly total: string | null;
  readonly filled: string;
  readonly filled_total: string;
  readonly fee: string;
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly close_reason: CloseReason | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Anything that runs a statement: the pool or a transaction's client. */
export type Queryable = Pick<Transaction['client'], 'query'>;

export function toSpotOrder(row: OrderRow): SpotOrder {
  return {
    id: Number(row.id),
    owner: BigInt(row.owner),
    pair: row.pair,
    side: row.side,
    type: row.type,
    price: unitsOf(row.price),
    amount: unitsOf(row.amount),
    total: unitsOf(row.total),
    filled: BigInt(row.filled),
    filledTotal: BigInt(row.filled_total),
    fee: BigInt(row.fee),
    status: row.status,
    closeReason: row.close_reason,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

function unitsOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** Open orders and last prices of the named pairs. */
export async function loadMarkets(client: Queryable, pairs: readonly string[]): Promise<Map<string, StoredMarket>> {
  const orders = await client.query<OrderRow>(
    `SELECT * FROM spot_orders WHERE status = 'open' AND pair = ANY($1::text[]) ORDER BY id`,
    [pairs],
  );
  const prices = await client.query<{ pair: string; price: string }>(
    `SELECT wanted.pair, latest.price
       FROM unnest($1::text[]) AS wanted (pair)
      CROSS JOIN LATERAL (SELECT price FROM trades WHERE trades.pair = wanted.pair ORDER BY id DESC LIMIT 1) AS latest`,
    [pairs],
  );
  const byPair = Map.groupBy(orders.rows.map(toSpotOrder), (order) => order.pair);
  const last = new Map(prices.rows.map((row) => [row.pair, BigInt(row.price)]));
  return new Map(pairs.map((pair) => [pair, { orders: byPair.get(pair) ?? [], lastPrice: last.get(pair) ?? null }]));
}

/** An order of a request that names it by its owner and id. */
export interface OrderName {
  readonly owner: bigint;
  readonly id: number;
}

/** Those of the named orders that are stored, by id. */
export async function findOrders(client: Queryable, names: readonly OrderName[]): Promise<Map<number, SpotOrder>> {
  if (names.length === 0) return new Map();
  const { rows } = await client.query<OrderRow>({
    name: 'spot-find',
    text: `SELECT stored.* FROM unnest($1::bigint[], $2::bigint[]) AS wanted (owner, id)
             JOIN spot_orders AS stored USING (owner, id)`,
    values: [numbersLiteral(names.map(({ owner }) => owner)), numbersLiteral(names.map(({ id }) => id))],
  });
  return new Map(rows.map(toSpotOrder).map((order) => [order.id, order]));
}

/** An idempotency key as it is stored with the order: digests of the key and of everything that was sent. */
export interface RequestKey {
  readonly key: Buffer;
  readonly bodyHash: Buffer;
}

/** Bytes of a digest that are kept: collisions of one user's own keys are beyond reach at 128 bits. */
const digestBytes = 16;

function requestDigest(key: string): Buffer {
  return hash('sha256', key, 'buffer').subarray(0, digestBytes);
}

/** @param key the idempotency key as it was sent; `bodyHash` as `bodyHash` of the body */
export function requestKeyOf(key: string, bodyHash: string): RequestKey {
  return {
    key: requestDigest(key),
    bodyHash: Buffer.from(bodyHash, 'base64url').subarray(0, digestBytes),
  };
}

/** Who asked, and with which key. */
export interface RequestName {
  readonly owner: bigint;
  readonly key: Buffer;
}

/** One text per request, for maps. */
export function requestText({ owner, key }: RequestName): string {
  return `${owner} ${key.toString('base64')}`;
}

/** An order that was placed before, with the digest of what had been sent for it. */
export interface PlacedBefore {
  readonly order: SpotOrder;
  readonly bodyHash: Buffer;
}

/** Orders that were placed with these keys before, by `requestText`. */
export async function findPlaced(client: Queryable, names: readonly RequestName[]): Promise<Map<string, PlacedBefore>> {
  if (names.length === 0) return new Map();
  const { rows } = await client.query<OrderRow & { request_key: Buffer; request_hash: Buffer }>({
    name: 'spot-placed',
    text: `SELECT stored.* FROM unnest($1::bigint[], $2::bytea[]) AS wanted (owner, request_key)
             JOIN spot_orders AS stored USING (owner, request_key)`,
    values: [numbersLiteral(names.map(({ owner }) => owner)), bytesLiteral(names.map(({ key }) => key))],
  });
  return new Map(
    rows.map((row) => {
      const order = toSpotOrder(row);
      return [requestText({ owner: order.owner, key: row.request_key }), { order, bodyHash: row.request_hash }];
    }),
  );
}

/** An order of a batch that has no row yet. */
export interface PlacedOrder {
  readonly order: SpotOrder;
  readonly key: RequestKey | null;
}

/** What a batch leaves in the table of orders. */
export interface OrderChanges {
  readonly placed: readonly PlacedOrder[];
  /** Orders of earlier batches, as they stand at the end of this one. */
  readonly changed: readonly SpotOrder[];
  /** Orders of the house that ended without a fill: they leave no trace. */
  readonly forgotten: readonly SpotOrder[];
}

/** What writes orders and trades of a batch: the statements that it needs. */
export function orderStatements(
  { placed, changed }: Pick<OrderChanges, 'placed' | 'changed'>,
  trades: readonly SpotTrade[],
): BesideStatement[] {
  return [
    ...(placed.length > 0 ? [ordersStatement(placed)] : []),
    ...(trades.length > 0 ? [tradesStatement(trades)] : []),
    ...(changed.length > 0 ? [updateStatement(changed)] : []),
  ];
}

/** Deletes orders that leave no trace. */
export async function forgetOrders(client: Queryable, forgotten: OrderChanges['forgotten']): Promise<void> {
  if (forgotten.length === 0) return;
  const values = [numbersLiteral(forgotten.map(({ owner }) => owner)), numbersLiteral(forgotten.map(({ id }) => id))];
  await client.query({ name: 'spot-forget', text: forgetText, values });
}

function ordersStatement(placed: readonly PlacedOrder[]): BesideStatement {
  const orders = placed.map(({ order }) => order);
  return {
    name: 'spot-orders',
    text: ordersText,
    values: [
      numbersLiteral(orders.map((order) => order.id)),
      numbersLiteral(orders.map((order) => order.owner)),
      textsLiteral(orders.map((order) => order.pair)),
      textsLiteral(orders.map((order) => order.side)),
      textsLiteral(orders.map((order) => order.type)),
      numbersLiteral(orders.map((order) => order.price)),
      numbersLiteral(orders.map((order) => order.amount)),
      numbersLiteral(orders.map((order) => order.total)),
      numbersLiteral(orders.map((order) => order.filled)),
      numbersLiteral(orders.map((order) => order.filledTotal)),
      numbersLiteral(orders.map((order) => order.fee)),
      textsLiteral(orders.map((order) => order.status)),
      textsLiteral(orders.map((order) => order.closeReason)),
      numbersLiteral(orders.map((order) => order.createdAt)),
      numbersLiteral(orders.map((order) => order.updatedAt)),
      bytesLiteral(placed.map(({ key }) => key?.key ?? null)),
      bytesLiteral(placed.map(({ key }) => key?.bodyHash ?? null)),
    ],
  };
}

function tradesStatement(trades: readonly SpotTrade[]): BesideStatement {
  return {
    name: 'spot-trades',
    text: tradesText,
    values: [
      numbersLiteral(trades.map((trade) => trade.id)),
      textsLiteral(trades.map((trade) => trade.pair)),
      textsLiteral(trades.map((trade) => trade.side)),
      numbersLiteral(trades.map((trade) => trade.price)),
      numbersLiteral(trades.map((trade) => trade.amount)),
      numbersLiteral(trades.map((trade) => trade.total)),
      numbersLiteral(trades.map((trade) => trade.buyOrder)),
      numbersLiteral(trades.map((trade) => trade.sellOrder)),
      numbersLiteral(trades.map((trade) => trade.buyer)),
      numbersLiteral(trades.map((trade) => trade.seller)),
      numbersLiteral(trades.map((trade) => trade.buyerFee)),
      numbersLiteral(trades.map((trade) => trade.sellerFee)),
      numbersLiteral(trades.map((trade) => trade.at)),
    ],
  };
}

function updateStatement(changed: readonly SpotOrder[]): BesideStatement {
  return {
    name: 'spot-update',
    text: updateText,
    values: [
      numbersLiteral(changed.map((order) => order.owner)),
      numbersLiteral(changed.map((order) => order.id)),
      numbersLiteral(changed.map((order) => order.filled)),
      numbersLiteral(changed.map((order) => order.filledTotal)),
      numbersLiteral(changed.map((order) => order.fee)),
      textsLiteral(changed.map((order) => order.status)),
      textsLiteral(changed.map((order) => order.closeReason)),
      numbersLiteral(changed.map((order) => order.updatedAt)),
    ],
  };
}

const ordersText = `
  INSERT INTO spot_orders (id, owner, pair, side, type, price, amount, total, filled, filled_total, fee, status,
                           close_reason, created_at, updated_at, request_key, request_hash)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
                       $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[], $13::text[],
                       $14::bigint[], $15::bigint[], $16::bytea[], $17::bytea[])`;

const tradesText = `
  INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee,
                      at)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                       $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])`;

const updateText = `
  UPDATE spot_orders AS stored
     SET filled = changed.filled, filled_total = changed.filled_total, fee = changed.fee, status = changed.status,
         close_reason = changed.close_reason, updated_at = changed.updated_at
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[],
                $8::bigint[]) AS changed (owner, id, filled, filled_total, fee, status, close_reason, updated_at)
   WHERE stored.owner = changed.owner AND stored.id = changed.id`;

const forgetText = `
  DELETE FROM spot_orders AS stored USING unnest($1::bigint[], $2::bigint[]) AS forgotten (owner, id)
   WHERE stored.owner = forgotten.owner AND stored.id = forgotten.id`;
