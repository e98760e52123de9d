import type { Lots, Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import { million } from '#protocol/core/fees.ts';
import { protectionLimit, type ValueSteps } from '#protocol/contracts/maths/orders.ts';
import type { PlaceCommand } from './book.ts';

/**
 * The terms of a market: its steps, limits and fees as integers.
 *
 * A price is a whole number of ticks and a quantity a whole number of lots, so a book never sees a fraction. Money
 * (costs, fees) is `bigint` in the asset's smallest unit. Because the decimals of price and quantity together never
 * exceed the quote's scale, one tick times one lot is a whole number of quote units: the value of a fill is exact.
 */
export interface MarketTerms extends ValueSteps {
  readonly pair: string;
  readonly base: string;
  readonly quote: string;
  /** Quote units (at the quote's scale) of one tick of price for one whole base coin. */
  readonly tickUnits: Units;
  /** Base units of one lot. */
  readonly lotUnits: Units;
  readonly minLots: Lots;
  readonly maxLots: Lots;
  /** Smallest value of an order, in quote units. */
  readonly minTotalUnits: Units;
  /** Fees in millions of what is received. */
  readonly makerFeePpm: Ppm;
  readonly takerFeePpm: Ppm;
}

/**
 * The most lots one order may name. It leaves room for nine thousand such orders on one price
 * level before the level's sum would pass the safe integers.
 */
const lotsBound = 1_000_000_000_000;

/** Base units of a quantity: exact. */
export function baseUnitsOf(terms: MarketTerms, lots: Lots): Units {
  return BigInt(lots) * terms.lotUnits;
}

/** The furthest price a market order may pay or accept, given the best opposing price at its arrival. */
export function protectionLimitTicks(side: 'buy' | 'sell', bestTicks: Ticks): Ticks {
  return Number(protectionLimit(side, BigInt(bestTicks)));
}

/** The worst price of an order that takes: its own limit, or the protection band, or what it named within that. */
export function worstTicksOf(command: PlaceCommand, bestTicks: Ticks | null): Ticks {
  if (command.kind === 'limit') return command.priceTicks;
  if (bestTicks === null) return 0;
  const band = protectionLimitTicks(command.side, bestTicks);
  if (command.worstTicks === null) return band;
  return command.side === 'buy' ? Math.min(band, command.worstTicks) : Math.max(band, command.worstTicks);
}

/**
 * Validates the terms once, when a market opens.
 *
 * @throws Error when a bound is violated: such a market must not open
 */
export function assertTerms(terms: MarketTerms): void {
  const sound =
    terms.tickUnits > 0n &&
    terms.lotUnits > 0n &&
    terms.unitsPerTickLot > 0n &&
    Number.isSafeInteger(terms.minLots) &&
    terms.minLots > 0 &&
    terms.maxLots >= terms.minLots &&
    terms.maxLots <= lotsBound &&
    terms.minTotalUnits >= 0n &&
    terms.makerFeePpm >= 0n &&
    terms.takerFeePpm >= 0n &&
    terms.makerFeePpm < million &&
    terms.takerFeePpm < million;
  if (!sound) throw new Error(`the terms of ${terms.pair} do not hold together`);
}
