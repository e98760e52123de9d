import * as v from 'valibot';
import { assetId, choice, decimal, entity, id, pairId, timestamp } from '#protocol/core/fields.ts';
import { intervalNames } from '../intervals.ts';

/** Which state may follow which is a table of the exchange (`src/server/core/instruments/rules.ts`). */
export const pairState = choice(
  'The states of a pair, from its announcement to its end: `announced` and `auction` come before the opening, `open` trades, `halted` takes no orders for now, `closing` takes none any more and `closed` is gone.',
  ['announced', 'auction', 'open', 'halted', 'closing', 'closed'],
);
export type PairState = v.InferOutput<typeof pairState>;

export const pair = entity('A trading pair with its precisions, limits and fees.', {
  id: pairId,
  base: assetId,
  quote: assetId,
  name: v.pipe(v.string(), v.description('The base asset’s everyday name, as in `Bitcoin`.')),
  tickSize: v.pipe(decimal, v.description('Smallest step of a price.')),
  priceDecimals: v.number(),
  lotSize: v.pipe(decimal, v.description('Smallest step of a quantity, in base.')),
  amountDecimals: v.number(),
  minAmount: v.pipe(decimal, v.description('Smallest quantity of one order, in base.')),
  maxAmount: v.pipe(decimal, v.description('Largest quantity of one order, in base.')),
  minTotal: v.pipe(decimal, v.description('Smallest value of one order, in quote.')),
  makerFee: v.pipe(
    decimal,
    v.description('Fee of who rests in the book, as a share of what is received: 0.001 is 0.1 %.'),
  ),
  takerFee: v.pipe(decimal, v.description('Fee of who takes from the book, as a share of what is received.')),
  tags: v.pipe(v.array(v.string()), v.description('Boards the pair is listed on, as in `layer1`, `defi`, `meme`.')),
  listedAt: v.pipe(timestamp, v.description('Listing time; a pair listed within 30 days counts as new.')),
  open: v.pipe(v.boolean(), v.description('False while the market is halted; orders are refused with 2057.')),
  state: pairState,
  opensAt: v.pipe(v.nullable(timestamp), v.description('When it opens, or opened, at a set time; else null.')),
  cancelsAt: v.pipe(
    v.nullable(timestamp),
    v.description('While closing: when orders that still rest are cancelled, and what they hold returns; else null.'),
  ),
  closesAt: v.pipe(v.nullable(timestamp), v.description('While closing: when the pair is gone; else null.')),
});
export type Pair = v.InferOutput<typeof pair>;

export const chartedIndex = entity(
  'What contracts follow and nobody trades, such as `XAUUSDT`. It has K-lines, a ticker and the topics `kline:` and `ticker:`, and neither a book nor trades.',
  {
    id: pairId,
    base: assetId,
    quote: assetId,
    name: v.string(),
    priceDecimals: v.number(),
    amountDecimals: v.number(),
  },
);
export type ChartedIndex = v.InferOutput<typeof chartedIndex>;

export const ticker = entity('The last 24 hours of a pair, from the exchange’s own trades.', {
  pair: pairId,
  last: v.pipe(decimal, v.description('Price of the last trade.')),
  open: v.pipe(decimal, v.description('Price 24 hours ago.')),
  high: v.pipe(decimal, v.description('Highest price of the last 24 hours.')),
  low: v.pipe(decimal, v.description('Lowest price of the last 24 hours.')),
  volume: v.pipe(decimal, v.description('Traded within 24 hours, in base.')),
  turnover: v.pipe(decimal, v.description('Traded within 24 hours, in quote.')),
  change: v.pipe(decimal, v.description('Change against `open` in percent, truncated to 2 places.')),
  at: timestamp,
});
export type Ticker = v.InferOutput<typeof ticker>;

export const side = choice('`buy` or `sell`: the side of an order, or of the taker of a trade.', ['buy', 'sell']);
export type Side = v.InferOutput<typeof side>;

export const trade = v.pipe(
  v.object({ id, price: decimal, amount: decimal, side, at: timestamp }),
  v.description('A public trade; `side` is the taker’s.'),
);
export type Trade = v.InferOutput<typeof trade>;

export const interval = v.picklist(intervalNames as [(typeof intervalNames)[number]]);

export const candle = v.pipe(
  v.tuple([timestamp, decimal, decimal, decimal, decimal, decimal]),
  v.description('One candle: start, open, high, low, close, volume in base. A tuple, to be short.'),
);
export type Candle = v.InferOutput<typeof candle>;

/** One level of the book: price and quantity; quantity `0` in a delta removes the level. */
export type Level = readonly [price: string, amount: string];
