import type { OrderType } from '#protocol/spot/order-types.ts';
import type { CloseReason, Side } from '../engine/book.ts';
import type { SpotOrder } from './order.ts';

/** A row of `spot_orders` as the driver returns it: 64-bit columns are strings. */
export interface OrderRow {
  readonly id: string;
  readonly owner: string;
  readonly pair: string;
  readonly side: Side;
  readonly type: OrderType;
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
  readonly last_trade: string | null;
}

/** The order of a row of `spot_orders`. */
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
    lastTrade: row.last_trade === null ? (row.filled === '0' ? 0 : null) : Number(row.last_trade),
  };
}

function unitsOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
