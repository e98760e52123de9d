import type { BesideStatement } from '#server/core/ledger/beside.ts';
import { bytesLiteral, numbersLiteral, textsLiteral } from '#server/core/store/array-literals.ts';
import type { Queryable } from '#server/core/store/database.ts';
import type { SpotOrder, StoredTrade } from './order.ts';
import type { RequestKey } from './order-lookups.ts';

/** A new order of a batch. */
export interface PlacedOrder {
  readonly order: SpotOrder;
  readonly key: RequestKey | null;
}

/** The changes of a batch to the orders table. */
export interface OrderChanges {
  readonly placed: readonly PlacedOrder[];
  /** Orders of earlier batches, in their state after this one. */
  readonly changed: readonly SpotOrder[];
  /** House orders that ended without a fill, which are deleted. */
  readonly forgotten: readonly SpotOrder[];
}

/** The statements that write orders and trades of a batch. */
export function orderStatements(
  { placed, changed }: Pick<OrderChanges, 'placed' | 'changed'>,
  trades: readonly StoredTrade[],
): BesideStatement[] {
  return [
    ...(placed.length > 0 ? [ordersStatement(placed)] : []),
    ...(trades.length > 0 ? [tradesStatement(trades)] : []),
    ...(changed.length > 0 ? [updateStatement(changed)] : []),
  ];
}

/** Deletes unfilled house orders. */
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
      numbersLiteral(orders.map(lastTradeOf)),
    ],
  };
}

function tradesStatement(trades: readonly StoredTrade[]): BesideStatement {
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
      numbersLiteral(trades.map((trade) => trade.buyBefore)),
      numbersLiteral(trades.map((trade) => trade.sellBefore)),
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
      numbersLiteral(changed.map(lastTradeOf)),
    ],
  };
}

const lastTradeOf = ({ lastTrade }: SpotOrder): number | null => lastTrade ?? null;

const ordersText = `
  INSERT INTO spot_orders (id, owner, pair, side, type, price, amount, total, filled, filled_total, fee, status,
                           close_reason, created_at, updated_at, request_key, request_hash, last_trade)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
                       $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[], $13::text[],
                       $14::bigint[], $15::bigint[], $16::bytea[], $17::bytea[], $18::bigint[])`;

const tradesText = `
  INSERT INTO trades (id, pair, side, price, amount, total, buy_order, sell_order, buyer, seller, buyer_fee, seller_fee,
                      at, buy_before, sell_before)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                       $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
                       $14::bigint[], $15::bigint[])`;

const updateText = `
  UPDATE spot_orders AS stored
     SET filled = changed.filled, filled_total = changed.filled_total, fee = changed.fee, status = changed.status,
         close_reason = changed.close_reason, updated_at = changed.updated_at, last_trade = changed.last_trade
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[],
                $8::bigint[], $9::bigint[])
         AS changed (owner, id, filled, filled_total, fee, status, close_reason, updated_at, last_trade)
   WHERE stored.owner = changed.owner AND stored.id = changed.id`;

const forgetText = `
  DELETE FROM spot_orders AS stored USING unnest($1::bigint[], $2::bigint[]) AS forgotten (owner, id)
   WHERE stored.owner = forgotten.owner AND stored.id = forgotten.id`;
