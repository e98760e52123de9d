import type { CodeName } from '../../contract/codes.ts';
import { contractValue, tierOf, type ContractTerms } from '../engine/contract-terms.ts';
import type { PositionSide } from '../engine/position.ts';
import type { ContractMarket } from './contract-market.ts';

/** A delegate that is to be placed. */
export interface PlaceContract {
  readonly kind: 'place';
  readonly owner: bigint;
  readonly contract: string;
  readonly side: PositionSide;
  readonly type: 'limit' | 'market';
  /** Null for a market delegate. */
  readonly priceTicks: number | null;
  readonly lots: number;
  readonly leverage: number;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
}

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

/** A limit price further than this factor from the mark, either way, is taken for a slip. */
const priceSanityFactor = 4;

/**
 * Whether a market takes a delegate by its own terms (spec point 5, contract).
 *
 * @returns null when it does
 */
export function placingRefusal(market: ContractMarket, command: PlaceContract): RuleRefusal | null {
  const { terms } = market.listed;
  const { mark } = market;
  if (mark === null) return 'pairClosed';
  if (command.lots < terms.minLots || command.lots > terms.maxLots) return 'quantityOutOfRange';
  const price = command.priceTicks ?? mark.ticks;
  const isLeverage = terms.leverages.includes(command.leverage);
  const { leverageMost } = tierOf(terms, contractValue(terms, price, command.lots));
  if (!isLeverage || command.leverage > leverageMost) return 'quantityOutOfRange';
  if (command.priceTicks !== null) {
    if (price * priceSanityFactor < mark.ticks || price > mark.ticks * priceSanityFactor)
      return 'delegationPriceInvalid';
    const beyond = command.side === 'long' ? price > bestAgainst(market, 'sell') : price < bestAgainst(market, 'buy');
    if (beyond) return 'delegationPriceBeyondMarket';
  }
  return protectionRefusal(command.side, price, command);
}

/** The price a delegate may not go beyond: the best one of the other side, or the mark where there is none. */
function bestAgainst(market: ContractMarket, side: 'buy' | 'sell'): number {
  return market.book.bestTicks(side) ?? market.mark?.ticks ?? 0;
}

/** Take-profit and stop-loss on the right side of the price they protect (spec point 5). */
function protectionRefusal(
  side: PositionSide,
  price: number,
  { takeProfitTicks, stopLossTicks }: { readonly takeProfitTicks: number; readonly stopLossTicks: number },
): RuleRefusal | null {
  if (side === 'long') {
    if (takeProfitTicks <= price) return 'longTakeProfitBelowPrice';
    return stopLossTicks >= price ? 'longStopLossAbovePrice' : null;
  }
  if (takeProfitTicks >= price) return 'shortTakeProfitAbovePrice';
  return stopLossTicks <= price ? 'shortStopLossBelowPrice' : null;
}

/** Whether new protection of an open position would fire at once. */
export function movingRefusal(
  side: PositionSide,
  markTicks: number,
  takeProfitTicks: number,
  stopLossTicks: number,
): RuleRefusal | null {
  const sign = side === 'long' ? 1 : -1;
  if ((takeProfitTicks - markTicks) * sign <= 0) return 'takeProfitAgainstMarket';
  return (markTicks - stopLossTicks) * sign <= 0 ? 'stopPriceAgainstMark' : null;
}

/** What a delegate's lots can cost at most, as the book stands now. */
export function costAtMost(
  market: ContractMarket,
  { owner, side, priceTicks, lots }: PlaceContract,
  terms: ContractTerms,
): bigint {
  const { book } = market;
  if (side === 'long') {
    return priceTicks === null ? book.costToBuy(owner, lots) : contractValue(terms, priceTicks, lots);
  }
  // Nobody buys above the best bid; a resting delegate sells at its own price.
  const best = book.bestTicks('buy') ?? 0;
  return contractValue(terms, Math.max(best, priceTicks ?? 0), lots);
}
