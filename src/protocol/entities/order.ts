import * as v from 'valibot';
import { decimal, id, pairId, timestamp } from '../fields.ts';
import { side } from './market.ts';

/** Limit rests in the book until it is filled or cancelled; market takes what is there and never rests. */
export const orderType = v.picklist(['limit', 'market']);
export type OrderType = v.InferOutput<typeof orderType>;

/** `open` (not completed), `filled` (completed) or `cancelled`, the last two also after a partial fill. */
export const orderStatus = v.picklist(['open', 'filled', 'cancelled']);
export type OrderStatus = v.InferOutput<typeof orderStatus>;

/** Why an order ended: asked for, nothing left to match, would have met one's own order, or the price band. */
export const closeReason = v.picklist(['user', 'no-liquidity', 'self-trade', 'price-band', 'dust']);

/** A spot order (spec point 3). */
export const order = v.object({
  id,
  pair: pairId,
  side,
  type: orderType,
  /** Limit price; null for a market order. */
  price: v.nullable(decimal),
  /** Quantity in base; null for a market buy, which names `total` instead. */
  amount: v.nullable(decimal),
  /** Quote a market buy may spend; null otherwise. */
  total: v.nullable(decimal),
  /** Filled so far: quantity in base, value in quote, and their quotient (null before the first fill). */
  filled: decimal,
  filledTotal: decimal,
  averagePrice: v.nullable(decimal),
  /** Fee paid so far, in the asset received (base when buying, quote when selling). */
  fee: decimal,
  status: orderStatus,
  closeReason: v.nullable(closeReason),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Order = v.InferOutput<typeof order>;
