import type { Ticks } from '#protocol/core/brand.ts';
import { spotPriceFactor, lotsValue, isWithinFactor } from '#protocol/contracts/maths/orders.ts';
import type { CodeName } from '#protocol/core/codes.ts';
import { opposite, type Book, type PlaceCommand } from './book.ts';
import { baseUnitsOf, type MarketTerms } from './market-terms.ts';

/** Refusal codes of a market's placing rules. */
type PlacingRefusal = Extract<CodeName, 'delegationPriceInvalid' | 'quantityOutOfRange' | 'belowMinimumDelegation'>;

/**
 * Validates an order's quantity, value and price against the terms and the last price.
 *
 * @param referenceTicks the reference of a limit price; null when there is none yet
 * @returns null when accepted, else the refusal code
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
 * The available balance an order requires, in units of the asset it spends (quote when buying, base when selling). A
 * limit order needs its full value at its own price; a market buy of a quantity needs exactly its current cost in the
 * book.
 */
export function requiredFunds(terms: MarketTerms, book: Book, command: PlaceCommand): bigint {
  if (command.side === 'sell') return baseUnitsOf(terms, command.lots ?? 0);
  if (command.kind === 'limit') return lotsValue(terms, command.priceTicks, command.lots);
  return command.budgetUnits ?? book.costToBuy(command.owner, command.lots ?? 0);
}
