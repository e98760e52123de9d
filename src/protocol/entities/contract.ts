import * as v from 'valibot';
import { assetId, decimal, id, pairId, timestamp } from '../fields.ts';

/** A contract by its id, as in `BTCPERP`. */
export const contractId = v.pipe(v.string(), v.regex(/^[A-Z0-9]{4,12}$/));

export const contractSide = v.picklist(['long', 'short']);
export type ContractSide = v.InferOutput<typeof contractSide>;

/** A listed contract: what it follows, its steps, limits, margin tiers and fees. Rates are shares: 0.005 is 0.5 %. */
export const listedContract = v.object({
  id: contractId,
  /** As users call it: `BTC/USDT`, `XAU/USDT Mini`. The same in every language. */
  name: v.string(),
  /**
   * What it follows: a spot pair (`BTCUSDT`) or an index (`XAUUSDT`, in `indices` of `common/symbolsList`). The contract
   * has K-lines and a ticker of its own trades too: `common/kline` with its id as `pair`, topics `kline:` and `ticker:`.
   */
  pair: pairId,
  base: assetId,
  wallet: v.picklist(['contract', 'gold']),
  tickSize: decimal,
  priceDecimals: v.number(),
  /** How much of the base one lot is. */
  lotSize: decimal,
  minLots: v.number(),
  maxLots: v.number(),
  leverages: v.array(v.number()),
  tiers: v.array(
    v.object({
      /**
       * The most that one user's positions and resting orders of this tier may cost together on one side of the contract,
       * in USDT; null for the last one.
       */
      costMost: v.nullable(decimal),
      maintenanceRate: decimal,
      leverageMost: v.number(),
    }),
  ),
  openFeeRate: decimal,
  closeFeeRate: decimal,
  /** Of the cost of a position, at 00:00 UTC; not taken when no session is open then. */
  overnightFeeRate: decimal,
  /** How far the mark price may be from the index; it is the index with the smoothed premium of trades and depth. */
  premiumBound: decimal,
  /** When it trades, in minutes since Sunday 00:00 UTC, `[opens, closes)`; null when it always does. */
  hours: v.nullable(v.array(v.tuple([v.number(), v.number()]))),
});
export type ListedContract = v.InferOutput<typeof listedContract>;

/**
 * `reduce-only` while too few price sources are alive: positions can be closed and nothing is liquidated. `closed`
 * between two sessions or after a fault: nothing happens but cancelling, and prices are the last ones.
 */
export const contractState = v.picklist(['open', 'reduce-only', 'closed']);

const level = v.tuple([decimal, v.number()]);

/** What everybody sees of a contract: the prices that decide, and the book in price and lots. */
export const contractView = v.object({
  contract: contractId,
  state: contractState,
  /** Null while too few price sources are alive. */
  mark: v.nullable(decimal),
  index: v.nullable(decimal),
  last: v.nullable(decimal),
  bids: v.array(level),
  asks: v.array(level),
  openLots: v.number(),
  /** The session of trading and when it changes next; null for a contract that always trades. */
  session: v.nullable(v.object({ open: v.boolean(), changesAt: timestamp })),
  at: timestamp,
});
export type ContractView = v.InferOutput<typeof contractView>;

/** An own order. */
export const contractOrder = v.object({
  id,
  contract: contractId,
  side: contractSide,
  type: v.picklist(['limit', 'market']),
  price: v.nullable(decimal),
  lots: v.number(),
  filledLots: v.number(),
  leverage: v.number(),
  takeProfit: decimal,
  stopLoss: decimal,
  /** Frozen behind the lots that rest. */
  reserve: decimal,
  status: v.picklist(['open', 'filled', 'cancelled']),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type ContractOrder = v.InferOutput<typeof contractOrder>;

/** An own position; with no lots left it is closed. Amounts in USDT. */
export const contractPosition = v.object({
  id,
  contract: contractId,
  side: contractSide,
  leverage: v.number(),
  lots: v.number(),
  openedLots: v.number(),
  /** What the open lots cost, exactly, and per unit of the base, truncated to a tick. */
  cost: decimal,
  openPrice: decimal,
  margin: decimal,
  /** Of its value, what must be left of its margin: by the tier of all that the owner holds on its side of the contract. */
  maintenanceRate: decimal,
  takeProfit: v.nullable(decimal),
  stopLoss: v.nullable(decimal),
  /** The mark price that closes it by force; null when none does. */
  liquidationPrice: v.nullable(decimal),
  openFee: decimal,
  closeFee: decimal,
  overnightFee: decimal,
  /** Profit of what was closed, before fees. */
  realised: decimal,
  openedAt: timestamp,
  updatedAt: timestamp,
});
export type ContractPosition = v.InferOutput<typeof contractPosition>;

/** Lots of a position that were closed at one price. */
export const contractClosing = v.object({
  id,
  position: id,
  contract: contractId,
  side: contractSide,
  lots: v.number(),
  openPrice: decimal,
  closePrice: decimal,
  profit: decimal,
  fee: decimal,
  reason: v.picklist(['manual', 'forced', 'stop-loss', 'take-profit', 'deleveraged']),
  at: timestamp,
});
export type ContractClosing = v.InferOutput<typeof contractClosing>;
