import { isPriced, type OrderType } from '#protocol/spot/order-types.ts';
import type { OwnerId, Units } from '#protocol/core/brand.ts';
import type { CodeName } from '#protocol/core/codes.ts';
import { toExactUnits } from '#protocol/core/decimal.ts';
import type { PlaceCommand, RestingOrder, Side } from '../engine/book.ts';
import type { MarketTerms } from '../engine/market-terms.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { FairPrice } from './fair-price.ts';
import type { SpotOrder } from './order.ts';

/** An order request; decimals as received. */
export interface PlaceRequest {
  readonly kind: 'place';
  readonly owner: OwnerId;
  readonly pair: string;
  readonly side: Side;
  readonly type: OrderType;
  /** Limit price in quote; of a market order the worst price it trades at, or null for the protection band alone. */
  readonly price: string | null;
  /** Quantity in base; null for a market buy that names `total`. */
  readonly amount: string | null;
  /** Quote a market buy may spend; null otherwise. */
  readonly total: string | null;
  /** Absent where no hold of the owner's value can concern it. */
  readonly fair?: FairPrice;
}

/**
 * The command for the book: price in ticks, quantity in lots, budget in quote units.
 *
 * @throws Refusal `enterAmount` when a market order names neither or both of quantity and total, or a sell
 *   names a total; `delegationPriceInvalid` for a price off the ticks; `quantityOutOfRange` for a quantity off
 *   the lots or a total finer than the quote's smallest unit
 */
export function commandOf(terms: MarketTerms, request: PlaceRequest, id: number): PlaceCommand {
  const { owner, side } = request;
  if (isPriced(request.type)) {
    if (request.price === null) throw new Refusal('delegationPriceInvalid');
    if (request.amount === null || request.total !== null) throw new Refusal('enterAmount');
    const priceTicks = ticksOf(terms, request.price);
    return { kind: 'limit', id, owner, side, priceTicks, lots: lotsOf(terms, request.amount) };
  }
  const worstTicks = request.price === null ? null : ticksOf(terms, request.price);
  if ((request.amount === null) === (request.total === null)) throw new Refusal('enterAmount');
  if (request.amount !== null) {
    return { kind: 'market', id, owner, side, lots: lotsOf(terms, request.amount), budgetUnits: null, worstTicks };
  }
  if (request.total === null || side === 'sell') throw new Refusal('enterAmount');
  const budgetUnits = unitsOf(request.total, terms.quote, 'quantityOutOfRange');
  return { kind: 'market', id, owner, side, lots: null, budgetUnits, worstTicks };
}

/**
 * An open order as a book counts it: its price in ticks, and what is left of it in lots.
 *
 * @throws Error when it cannot rest: it names no price, or is off the market's steps, or nothing is left of it
 */
export function restingOf(terms: MarketTerms, order: SpotOrder): RestingOrder {
  if (order.price === null || order.amount === null) throw new Error(`order ${order.id} cannot rest`);
  const left = order.amount - order.filled;
  const offGrid = order.price % terms.tickUnits !== 0n || left % terms.lotUnits !== 0n;
  if (offGrid || left <= 0n) throw new Error(`order ${order.id} is off the steps of ${terms.pair}`);
  return {
    id: order.id,
    owner: order.owner,
    side: order.side,
    priceTicks: Number(order.price / terms.tickUnits),
    lots: Number(left / terms.lotUnits),
  };
}

function ticksOf(terms: MarketTerms, price: string): number {
  return wholeSteps(unitsOf(price, terms.quote, 'delegationPriceInvalid'), terms.tickUnits, 'delegationPriceInvalid');
}

function lotsOf(terms: MarketTerms, amount: string): number {
  const units = unitsOf(amount, terms.base, 'quantityOutOfRange');
  return wholeSteps(units, terms.lotUnits, 'quantityOutOfRange');
}

function unitsOf(text: string, asset: string, refusal: Exclude<CodeName, 'success'>): bigint {
  const units = toExactUnits(text, assetScale(asset));
  if (units === null || units <= 0n) throw new Refusal(refusal);
  return units;
}

function wholeSteps(units: Units, step: bigint, refusal: Exclude<CodeName, 'success'>): number {
  const steps = units / step;
  if (units % step !== 0n || steps > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal(refusal);
  return Number(steps);
}
