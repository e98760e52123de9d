import type { Ms, Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { million } from '#protocol/core/fees.ts';
import { unitsPerOne } from '#protocol/core/decimal.ts';
import { averageTicks } from '#protocol/contracts/maths/orders.ts';
import type { RobotEvent, RobotMarket } from '#protocol/robots/maths/strategy.ts';
import type { RobotOrderRow, RobotRow } from './tables.ts';

/** Share of the profit that the exchange takes at a robot’s end, in millionths. */
export const serviceFeePpm = 100_000;
/** Robots of one person that have not ended. */
export const robotsOpenMax = 50;
/** The least a robot starts with, in smallest orders of its pair; and the most, in whole coins of the quote. */
export const leastOrders = 4n;
/** The least on a contract, whose orders have no smallest value, in whole coins of the quote. */
export const leastOnContract = 10n;
export const mostQuote = 1_000_000n;

/** What a robot’s book says it holds and made: amounts of `RobotRow`. */
export type RobotBook = Pick<
  RobotRow,
  'quoteHeld' | 'baseHeld' | 'cost' | 'costFees' | 'realized' | 'fees' | 'net' | 'trades' | 'pairs' | 'bought'
>;

/** How far an order is filled: amounts in base, totals in quote, the fee in what it receives. */
export interface Progress {
  readonly filled: Units;
  readonly filledTotal: Units;
  readonly fee: Units;
}

/** A fill as a robot’s list of trades shows it: prices and totals in quote units. */
export interface Fill {
  readonly side: 'buy' | 'sell';
  readonly price: Units;
  readonly amount: Units;
  readonly total: Units;
  readonly fee: Units;
  readonly boughtAt: Units | null;
  readonly net: Units | null;
}

/** What an order shows filled beyond what was accounted for. */
export function progressOf(accounted: Progress, now: Progress): Progress {
  return {
    filled: now.filled - accounted.filled,
    filledTotal: now.filledTotal - accounted.filledTotal,
    fee: now.fee - accounted.fee,
  };
}

/**
 * Accounts for a fill of one coin by average cost. Coins cost what was paid for those that stayed after the fee; a sale
 * takes its share of that cost with it. So `quote + base × price − put in = realized + held − fees` at any price, exactly:
 * nothing is rounded on one side alone.
 *
 * @param progress above zero
 */
export function accountFill(
  book: RobotBook,
  side: 'buy' | 'sell',
  { filled, filledTotal, fee }: Progress,
  perOne: Units,
): { readonly book: RobotBook; readonly fill: Fill } {
  const price = (filledTotal * perOne) / filled;
  const trades = book.trades + 1;
  if (side === 'buy') {
    const inQuote = (fee * filledTotal) / filled;
    const after = {
      ...book,
      trades,
      quoteHeld: book.quoteHeld - filledTotal,
      baseHeld: book.baseHeld + filled - fee,
      cost: book.cost + filledTotal - inQuote,
      costFees: book.costFees + inQuote,
      fees: book.fees + inQuote,
    };
    return {
      book: after,
      fill: { side, price, amount: filled, total: filledTotal, fee: inQuote, boughtAt: null, net: null },
    };
  }
  // Fills of one moment may come in either order: what is sold before it was bought takes all the cost there is.
  const share = (of: Units) => (filled >= book.baseHeld ? of : (of * filled) / book.baseHeld);
  const cost = share(book.cost);
  const costFees = share(book.costFees);
  const net = filledTotal - fee - cost - costFees;
  const after = {
    ...book,
    trades,
    quoteHeld: book.quoteHeld + filledTotal - fee,
    baseHeld: book.baseHeld - filled,
    cost: book.cost - cost,
    costFees: book.costFees - costFees,
    realized: book.realized + filledTotal - cost,
    fees: book.fees + fee,
    net: book.net + net,
  };
  const boughtAt = (cost * perOne) / filled;
  return { book: after, fill: { side, price, amount: filled, total: filledTotal, fee, boughtAt, net } };
}

/** The event of a fill, or of an end without one, as its strategy hears it: the order’s number, and its coin. */
export function fillEvent(
  market: RobotMarket,
  { side, ticks }: Pick<RobotOrderRow, 'side' | 'ticks'>,
  { ref, coin }: { readonly ref: number; readonly coin: number },
  { filled, filledTotal, fee }: Progress,
  done: boolean,
): RobotEvent {
  const lots = Number(filled / market.lotUnits);
  const given = side === 'buy' ? filledTotal : filled;
  const received = (side === 'buy' ? filled : filledTotal) - fee;
  const average = lots === 0 ? (ticks ?? 0) : averageTicks(market, filledTotal, lots);
  return { kind: 'fill', ref, ...(coin === 0 ? {} : { coin }), side, ticks: average, lots, received, given, done };
}

/** Value of coins at a price, in quote units, truncated. @param price of one coin, in quote units */
export function coinValue(held: Units, price: Units, perOne: Units): Units {
  return (held * price) / perOne;
}

/** The service fee on a value: only on what is above the highest value it was charged on before. In quote, truncated. */
export function serviceFeeOn(value: Units, chargedTo: Units, ppm: Ppm): Units {
  return value <= chargedTo ? 0n : ((value - chargedTo) * ppm) / million;
}

/** A coin that is held at its end: the price of one is in quote units. */
interface HeldCoin {
  readonly held: Units;
  readonly price: Units;
  readonly perOne: Units;
}

/**
 * How a service fee is taken: in quote as far as there is any, the rest in kept coins at their prices, truncated, the first
 * coin first.
 *
 * @returns quote, and the coins in their order
 */
export function takenFee(
  fee: Units,
  quoteHeld: Units,
  coins: readonly HeldCoin[],
): { readonly quote: Units; readonly coins: readonly Units[] } {
  const quote = fee < quoteHeld ? fee : quoteHeld;
  let rest = fee - quote;
  const taken = coins.map(({ held, price, perOne }) => {
    const wanted = price === 0n ? 0n : (rest * perOne) / price;
    const own = wanted < held ? wanted : held;
    rest -= coinValue(own, price, perOne);
    return own;
  });
  return { quote, coins: taken };
}

/** Base units of one coin of a market. */
export function perOneOf({ baseScale }: Pick<RobotMarket, 'baseScale'>): Units {
  return unitsPerOne(baseScale);
}

/** The highest price in ticks at or below a bound, and the lowest at or above it. */
export function ticksBelow(bound: Units, { tickUnits }: Pick<RobotMarket, 'tickUnits'>): Ticks {
  return Number(bound / tickUnits);
}
export function ticksAbove(bound: Units, { tickUnits }: Pick<RobotMarket, 'tickUnits'>): Ticks {
  return Number((bound + tickUnits - 1n) / tickUnits);
}

/** When the hour after a time begins: values are taken then. */
export function nextHour(at: Ms): Ms {
  return (Math.floor(at / hourMs) + 1) * hourMs;
}

/** The lots of the next slice of a sale: at most what an order may name, and what the best bids would take. */
export function sliceLots(held: Units, bidLots: bigint, market: RobotMarket): number {
  const most = BigInt(market.maxLots);
  const own = held / market.lotUnits;
  const wanted = own < bidLots ? own : bidLots;
  const lots = wanted < most ? wanted : most;
  // What would be left alone is sold with it, when it is too little for an order of its own.
  const left = own - lots;
  return Number(left > 0n && left < BigInt(market.minLots) && own <= most ? own : lots);
}
