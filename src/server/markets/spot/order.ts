import type { OrderType } from '#protocol/spot/order-types.ts';
import type { Ms, OrderId, OwnerId, Units } from '#protocol/core/brand.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { fromUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import type { CloseReason, Side } from '../engine/book.ts';
import { assetScale } from '#server/core/assets.ts';
import { pairOf } from '../pairs.ts';

/** A spot order: prices and totals in quote units, quantities in base units. */
export interface SpotOrder {
  readonly id: OrderId;
  readonly owner: OwnerId;
  readonly pair: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: Units | null;
  readonly amount: Units | null;
  readonly total: Units | null;
  readonly filled: Units;
  readonly filledTotal: Units;
  /** Paid so far, in units of the asset received. */
  readonly fee: Units;
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly closeReason: CloseReason | null;
  readonly createdAt: Ms;
  readonly updatedAt: Ms;
  /** Its last trade; 0 before the first, null where that was not noted. Only who writes an order knows. */
  readonly lastTrade?: number | null;
}

/** A public fill, without its two owners. Price and total in quote units, amount in base units. */
export interface SpotTrade {
  readonly id: number;
  readonly pair: string;
  /** The taker's side. */
  readonly side: Side;
  readonly price: Units;
  readonly amount: Units;
  readonly total: Units;
  readonly buyOrder: OrderId;
  readonly sellOrder: OrderId;
  readonly buyer: OwnerId;
  readonly seller: OwnerId;
  readonly buyerFee: Units;
  readonly sellerFee: Units;
  readonly at: Ms;
}

/** A fill as it is stored: with the trades before of both orders. */
export interface StoredTrade extends SpotTrade {
  readonly buyBefore: number | null;
  readonly sellBefore: number | null;
}

/** An order as defined by the API. */
export function toOrder(order: SpotOrder): Order {
  const { base, quote } = pairOf(order.pair);
  const baseScale = assetScale(base);
  const quoteScale = assetScale(quote);
  const inQuote = (units: Units | null) => (units === null ? null : fromUnits(units, quoteScale));
  const average = order.filled === 0n ? null : (order.filledTotal * unitsPerOne(baseScale)) / order.filled;
  return {
    id: String(order.id),
    pair: order.pair,
    side: order.side,
    type: order.type,
    price: inQuote(order.price),
    amount: order.amount === null ? null : fromUnits(order.amount, baseScale),
    total: inQuote(order.total),
    filled: fromUnits(order.filled, baseScale),
    filledTotal: fromUnits(order.filledTotal, quoteScale),
    averagePrice: inQuote(average),
    fee: fromUnits(order.fee, order.side === 'buy' ? baseScale : quoteScale),
    status: order.status,
    closeReason: order.closeReason,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  };
}
