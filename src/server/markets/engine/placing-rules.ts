import type { Ticks } from '../../../protocol/brand.ts';
import { spotPriceFactor, lotsValue, isWithinFactor } from '../../../protocol/maths/orders.ts';
import type { CodeName } from '../../../protocol/codes.ts';
import { opposite, type Book, type PlaceCommand } from './book.ts';
import { baseUnitsOf, type MarketTerms } from './market-terms.ts';

/** Codes an order can be refused with by the rules of its market. */
export type PlacingRefusal = Extract<
  CodeName,
  'delegationPriceInvalid' | 'quantityOutOfRange' | 'belowMinimumDelegation'
>;

/**
 * Whether a market takes an order: its quantity, value and price against the terms and the last price.
 *
 * @param referenceTicks the price to measure a limit price against; null means that there is none yet
 * @returns null when it does, else the code to refuse with
 */
export function placingRefusal(
  terms: MarketTerms,
  book: Book,
  command: PlaceCommand,
  referenceTicks: Ticks | null,
): PlacingRefusal | null {
  if (command.lots !== null && (command.lots < terms.minLots || command.lots > terms.maxLots)) {
    return 'quantityOutOfRange';
  }
  if (command.kind === 'limit') {
    if (
      referenceTicks !== null &&
      !isWithinFactor(BigInt(command.priceTicks), BigInt(referenceTicks), spotPriceFactor)
    ) {
      return 'delegationPriceInvalid';
    }
    const total = lotsValue(terms, command.priceTicks, command.lots);
    return total < terms.minTotalUnits ? 'belowMinimumDelegation' : null;
  }
  if (command.budgetUnits !== null) {
    return command.budgetUnits < terms.minTotalUnits ? 'belowMinimumDelegation' : null;
  }
  const priceTicks = book.bestTicks(opposite(command.side)) ?? referenceTicks;
  if (command.lots === null || priceTicks === null) return null;
  return lotsValue(terms, priceTicks, command.lots) < terms.minTotalUnits ? 'belowMinimumDelegation' : null;
}

/**
 * What the owner must have available before an order is taken, in units of the asset it spends (quote
 * when buying, base when selling). A limit order needs its full value at its own price; a market buy of
 * a quantity needs exactly what the book asks for it now.
 */
export function requiredFunds(terms: MarketTerms, book: Book, command: PlaceCommand): bigint {
  if (command.side === 'sell') return baseUnitsOf(terms, command.lots ?? 0);
  if (command.kind === 'limit') return lotsValue(terms, command.priceTicks, command.lots);
  return command.budgetUnits ?? book.costToBuy(command.owner, command.lots ?? 0);
}
