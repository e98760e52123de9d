import type { Ticks, Units } from '#protocol/core/brand.ts';
import { type PositionSide, isTakeProfit, isStopLoss } from '#protocol/contracts/maths/positions.ts';
import { isDue } from '#protocol/contracts/maths/liquidation.ts';
import { tierOf } from '#protocol/contracts/maths/margin.ts';
import { lotsValue, isWithinFactor, contractPriceFactor } from '#protocol/contracts/maths/orders.ts';
import type { CodeName } from '#protocol/core/codes.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { contractOrdersMax, contractPositionsMax } from '#protocol/core/limits.ts';
import { protectionLimitTicks } from '../engine/market-terms.ts';
import { openingBandPpm, ticksAway, type ContractTerms } from '../engine/contract-terms.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { ContractMarket } from './market.ts';
import type { PlaceContract } from './requests/request.ts';

type RuleRefusal = Extract<
  CodeName,
  | 'pairClosed'
  | 'quantityOutOfRange'
  | 'delegationPriceInvalid'
  | 'delegationPriceBeyondMarket'
  | 'longTakeProfitBelowPrice'
  | 'longStopLossAbovePrice'
  | 'shortTakeProfitAbovePrice'
  | 'shortStopLossBelowPrice'
  | 'takeProfitAgainstMarket'
  | 'stopPriceAgainstMark'
>;

/**
 * Whether a market accepts an order by its own terms (spec point 5, contract).
 *
 * @returns null when it does
 */
export function placingRefusal(market: ContractMarket, command: PlaceContract): RuleRefusal | null {
  const { terms } = market.listed;
  const { mark } = market;
  if (mark === null) return 'pairClosed';
  if (command.lots < terms.minLots || command.lots > terms.maxLots) return 'quantityOutOfRange';
  const price = command.priceTicks ?? mark.ticks;
  if (!terms.leverages.includes(command.leverage)) return 'quantityOutOfRange';
  if (command.priceTicks !== null) {
    if (!isWithinFactor(BigInt(price), BigInt(mark.ticks), contractPriceFactor)) return 'delegationPriceInvalid';
    const beyond = command.side === 'long' ? price > bestAgainst(market, 'sell') : price < bestAgainst(market, 'buy');
    if (beyond || isBeyondBand(command.side, price, openingLimitTicks(market, command, mark.ticks))) {
      return 'delegationPriceBeyondMarket';
    }
  }
  return protectionRefusal(command.side, price, command);
}

/**
 * Whether an order fits its owner's exposure in the contract. The margin tier depends on the total on the order's side:
 * positions, resting orders and the order itself. Sides do not add up, because a price that takes the margin of one
 * pays the other.
 *
 * @returns the refusal `quantityOutOfRange` with what is allowed: `leverageMost` for this size, `sideMost` and
 * `sideUsed`
 *   (USDT) at this leverage, `ordersMax` or `positionsMax`; null when it fits
 */
export function sizeRefusal(market: ContractMarket, command: PlaceContract): Refusal | null {
  const { owner, side, leverage, lots, priceTicks } = command;
  const { mark, orders, positions } = market;
  const { terms } = market.listed;
  if (mark === null) return new Refusal('pairClosed');
  const resting = orders.countOf(owner);
  if (priceTicks !== null && resting >= contractOrdersMax) {
    return new Refusal('quantityOutOfRange', { ordersMax: contractOrdersMax });
  }
  if (resting + positions.countOf(owner) >= contractPositionsMax) {
    return new Refusal('quantityOutOfRange', { positionsMax: contractPositionsMax });
  }
  const used = market.exposure(owner, side);
  const cost = lotsValue(terms, priceTicks ?? mark.ticks, lots);
  const tier = tierOf(terms, used + cost);
  const refusal = (leverageMost: number, sideMost: Units | null) => {
    const money = (units: Units) => fromUnits(units, assetScale(market.listed.book.quote));
    const allowed = { leverageMost, sideUsed: money(used) };
    return new Refusal('quantityOutOfRange', sideMost === null ? allowed : { ...allowed, sideMost: money(sideMost) });
  };
  if (leverage > tier.leverageMost) {
    const allowed = terms.leverages.findLast((one) => one <= tier.leverageMost) ?? 1;
    return refusal(allowed, terms.tiers.findLast(({ leverageMost }) => leverage <= leverageMost)?.costMost ?? null);
  }
  // Existing positions need the margin of the new tier too: an order must not liquidate them.
  const held = market.sideCost(owner, side);
  if (tierOf(terms, held) === tierOf(terms, held + cost)) return null;
  const endangered = positions.of(owner).some((one) => one.side === side && isDue(terms, one, mark.ticks, held + cost));
  return endangered ? refusal(leverage, tierOf(terms, held).costMost) : null;
}

/** Whether a price is worse than a limit for opening a side. */
export function isBeyondBand(side: PositionSide, ticks: Ticks, limitTicks: Ticks): boolean {
  return side === 'long' ? ticks > limitTicks : ticks < limitTicks;
}

/**
 * The worst price an order may open at for a mark price, so that its position starts far from liquidation. Otherwise
 * two accounts of one user could trade at any price and leave the loss beyond the margin to others.
 */
export function openingLimitTicks(
  market: ContractMarket,
  { owner, side, leverage, lots }: Pick<PlaceContract, 'owner' | 'side' | 'leverage' | 'lots'>,
  markTicks: Ticks,
): number {
  const { terms } = market.listed;
  const total = market.exposure(owner, side) + lotsValue(terms, markTicks, lots);
  return ticksAway(markTicks, side === 'long' ? 1 : -1, openingBandPpm(terms, total, leverage));
}

/**
 * The worst price a market order takes: no further than its opening limit, and no further from the best price of the
 * other side than any market order. `costAtMost` prices exactly the levels up to the second bound, so an order that
 * walked past it would spend what nobody checked.
 */
export function marketLimitTicks(market: ContractMarket, command: PlaceContract, markTicks: Ticks): number {
  const opening = openingLimitTicks(market, command, markTicks);
  const side = command.side === 'long' ? ('buy' as const) : ('sell' as const);
  const best = market.book.bestTicks(side === 'buy' ? 'sell' : 'buy');
  if (best === null) return opening;
  const protection = protectionLimitTicks(side, best);
  return side === 'buy' ? Math.min(opening, protection) : Math.max(opening, protection);
}

/** The reference price of an order: the best of the other side, or the mark without one. */
function bestAgainst(market: ContractMarket, side: 'buy' | 'sell'): number {
  return market.book.bestTicks(side) ?? market.mark?.ticks ?? 0;
}

/** Take-profit and stop-loss on the right side of the price they protect (spec point 5). */
function protectionRefusal(
  side: PositionSide,
  price: number,
  { takeProfitTicks, stopLossTicks }: { readonly takeProfitTicks: Ticks; readonly stopLossTicks: Ticks },
): RuleRefusal | null {
  if (!isTakeProfit(side, takeProfitTicks, price)) {
    return side === 'long' ? 'longTakeProfitBelowPrice' : 'shortTakeProfitAbovePrice';
  }
  if (isStopLoss(side, stopLossTicks, price)) return null;
  return side === 'long' ? 'longStopLossAbovePrice' : 'shortStopLossBelowPrice';
}

/** Whether new protection of an open position would fire at once. */
export function movingRefusal(
  side: PositionSide,
  markTicks: Ticks,
  takeProfitTicks: Ticks,
  stopLossTicks: Ticks,
): RuleRefusal | null {
  if (!isTakeProfit(side, takeProfitTicks, markTicks)) return 'takeProfitAgainstMarket';
  return isStopLoss(side, stopLossTicks, markTicks) ? null : 'stopPriceAgainstMark';
}

/** The most an order's lots can cost with the current book. */
export function costAtMost(
  market: ContractMarket,
  { owner, side, priceTicks, lots }: PlaceContract,
  terms: ContractTerms,
): bigint {
  const { book } = market;
  if (side === 'long') {
    return priceTicks === null ? book.costToBuy(owner, lots) : lotsValue(terms, priceTicks, lots);
  }
  // A short opens at the best bid at most when it takes; a resting order sells at its own price.
  const best = book.bestTicks('buy') ?? 0;
  return lotsValue(terms, Math.max(best, priceTicks ?? 0), lots);
}
