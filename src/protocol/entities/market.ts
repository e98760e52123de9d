import * as v from 'valibot';
import { assetId, decimal, id, pairId, timestamp } from '../fields.ts';
import { intervalNames } from '../intervals.ts';

/** A trading pair with its precisions, limits and fees. */
export const pair = v.object({
  id: pairId,
  base: assetId,
  quote: assetId,
  /** The base asset's everyday name, as in `Bitcoin`. */
  name: v.string(),
  /** Smallest step of a price, and the digits behind the point it has. */
  tickSize: decimal,
  priceDecimals: v.number(),
  /** Smallest step of a quantity, and the digits behind the point it has. */
  lotSize: decimal,
  amountDecimals: v.number(),
  /** Smallest and largest quantity of one order, in base. */
  minAmount: decimal,
  maxAmount: decimal,
  /** Smallest value of one order, in quote. */
  minTotal: decimal,
  /** Fees as a share of what is received: 0.001 is 0.1 %. */
  makerFee: decimal,
  takerFee: decimal,
  /** Boards the pair is listed on, as in `layer1`, `defi`, `meme`. */
  tags: v.array(v.string()),
  /** Listing time; a pair listed within 30 days counts as new. */
  listedAt: timestamp,
  /** False while the market is halted; orders are refused with 2057. */
  open: v.boolean(),
});
export type Pair = v.InferOutput<typeof pair>;

/**
 * What contracts follow and nobody trades, such as `XAUUSDT`. It has K-lines, a ticker and the topics `kline:` and
 * `ticker:`, and neither a book nor trades.
 */
export const chartedIndex = v.object({
  id: pairId,
  base: assetId,
  quote: assetId,
  name: v.string(),
  priceDecimals: v.number(),
  amountDecimals: v.number(),
});
export type ChartedIndex = v.InferOutput<typeof chartedIndex>;

/** The last 24 hours of a pair, from the exchange's own trades. */
export const ticker = v.object({
  pair: pairId,
  last: decimal,
  /** Price 24 hours ago. */
  open: decimal,
  high: decimal,
  low: decimal,
  /** Traded within 24 hours, in base and in quote. */
  volume: decimal,
  turnover: decimal,
  /** Change against `open` in percent, truncated to 2 places. */
  change: decimal,
  at: timestamp,
});
export type Ticker = v.InferOutput<typeof ticker>;

/** `buy` or `sell`: the side of an order, or of the taker of a trade. */
export const side = v.picklist(['buy', 'sell']);
export type Side = v.InferOutput<typeof side>;

/** A public trade; `side` is the taker's. */
export const trade = v.object({ id, price: decimal, amount: decimal, side, at: timestamp });
export type Trade = v.InferOutput<typeof trade>;

export const interval = v.picklist(intervalNames as [(typeof intervalNames)[number]]);

/** One candle: start, open, high, low, close, volume in base. A tuple, because charts hold thousands. */
export const candle = v.tuple([timestamp, decimal, decimal, decimal, decimal, decimal]);
export type Candle = v.InferOutput<typeof candle>;

/** One level of the book: price and quantity; quantity `0` in a delta removes the level. */
export type Level = readonly [price: string, amount: string];
