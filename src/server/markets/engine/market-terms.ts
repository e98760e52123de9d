/**
 * What a market trades in: its steps, limits and fees as integers.
 *
 * A price is a whole number of ticks and a quantity a whole number of lots, so a book never sees a
 * fraction. Money (what a fill costs, what a fee takes) is `bigint` in the asset's smallest unit.
 * Because the decimals of price and quantity together never exceed the quote's scale, one tick times
 * one lot is a whole number of quote units: the value of a fill is exact and leaves no remainder.
 */
export interface MarketTerms {
  readonly pair: string;
  readonly base: string;
  readonly quote: string;
  /** Quote units (at the quote's scale) of one tick of price for one whole base coin. */
  readonly priceUnitsPerTick: bigint;
  /** Base units of one lot. */
  readonly baseUnitsPerLot: bigint;
  /** Quote units that one lot costs at a price of one tick. */
  readonly quoteUnitsPerTickLot: bigint;
  readonly minLots: number;
  readonly maxLots: number;
  /** Smallest value of an order, in quote units. */
  readonly minTotalUnits: bigint;
  /** Fees in millionths of what is received. */
  readonly makerFeePpm: bigint;
  readonly takerFeePpm: bigint;
}

/**
 * The most lots one order may name. It leaves room for nine thousand such orders on one price
 * level before the level's sum would pass the safe integers.
 */
export const lotsBound = 1_000_000_000_000;

/** A market order stops this far from the best opposing price at its arrival, in percent. */
export const protectionBandPercent = 10;

/** A limit price further than this factor from the last price, either way, is taken for a slip. */
export const priceSanityFactor = 10;

const millionth = 1_000_000n;

/** Quote units of a quantity at a price: exact. */
export function quoteUnitsOf(terms: MarketTerms, priceTicks: number, lots: number): bigint {
  return BigInt(priceTicks) * BigInt(lots) * terms.quoteUnitsPerTickLot;
}

/** Base units of a quantity: exact. */
export function baseUnitsOf(terms: MarketTerms, lots: number): bigint {
  return BigInt(lots) * terms.baseUnitsPerLot;
}

/** The fee on an amount received, truncated in favour of the user (spec point 9). */
export function feeOf(received: bigint, feePpm: bigint): bigint {
  return (received * feePpm) / millionth;
}

/** The furthest price a market order may pay or accept, given the best opposing price at its arrival. */
export function protectionLimitTicks(side: 'buy' | 'sell', bestTicks: number): number {
  const best = BigInt(bestTicks);
  const percent = BigInt(protectionBandPercent);
  if (side === 'buy') return Number((best * (100n + percent)) / 100n);
  return Number((best * (100n - percent) + 99n) / 100n);
}

/**
 * Checks the terms themselves, once, when a market opens.
 *
 * @throws Error when a bound does not hold: such a market must not open
 */
export function assertTerms(terms: MarketTerms): void {
  const sound =
    terms.priceUnitsPerTick > 0n &&
    terms.baseUnitsPerLot > 0n &&
    terms.quoteUnitsPerTickLot > 0n &&
    Number.isSafeInteger(terms.minLots) &&
    terms.minLots > 0 &&
    terms.maxLots >= terms.minLots &&
    terms.maxLots <= lotsBound &&
    terms.minTotalUnits >= 0n &&
    terms.makerFeePpm >= 0n &&
    terms.takerFeePpm >= 0n &&
    terms.makerFeePpm < millionth &&
    terms.takerFeePpm < millionth;
  if (!sound) throw new Error(`the terms of ${terms.pair} do not hold together`);
}
