import * as v from 'valibot';
import { orderTypeNames } from './order-types.ts';
import { choice, decimal, entity, id, pairId, timestamp } from '../core/fields.ts';
import { side } from '../market-data/entities/market.ts';

export const orderType = choice(
  'Limit rests in the book until it is filled or cancelled; market takes what is there and never rests.',
  orderTypeNames,
);

export const orderStatus = choice(
  '`open` (not completed), `filled` (completed) or `cancelled`, the last two also after a partial fill.',
  ['open', 'filled', 'cancelled'],
);

export const closeReason = choice(
  'Why an order ended: asked for, nothing left to match, would have met one’s own order, or the price band.',
  ['user', 'no-liquidity', 'self-trade', 'price-band', 'dust'],
);

export const order = entity('A spot order.', {
  id,
  pair: pairId,
  side,
  type: orderType,
  price: v.pipe(v.nullable(decimal), v.description('Limit price; null for a market order.')),
  amount: v.pipe(
    v.nullable(decimal),
    v.description('Quantity in base; null for a market buy, which names `total` instead.'),
  ),
  total: v.pipe(v.nullable(decimal), v.description('Quote a market buy may spend; null otherwise.')),
  filled: v.pipe(
    decimal,
    v.description('Filled so far: quantity in base, value in quote, and their quotient (null before the first fill).'),
  ),
  filledTotal: decimal,
  averagePrice: v.nullable(decimal),
  fee: v.pipe(decimal, v.description('Fee paid so far, in the asset received (base when buying, quote when selling).')),
  status: orderStatus,
  closeReason: v.nullable(closeReason),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Order = v.InferOutput<typeof order>;
