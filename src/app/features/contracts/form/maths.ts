import { ticksOfPrice } from '#protocol/core/ticks.ts';
import { lotsValue, averageTicks } from '#protocol/contracts/maths/orders.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import { leveragesFor, maintenanceAt, initialMargin, openingNeeds } from '#protocol/contracts/maths/margin.ts';
import { feeOn } from '#protocol/core/fees.ts';
import { type ContractSpec, unitsOfMoney } from '#protocol/contracts/maths/contract-spec.ts';
import type { ContractOrder, ContractPosition, ContractSide } from '#protocol/contracts/entities.ts';
import { type MarketSnapshot, walkBook, levelsAgainst } from './market-snapshot.ts';

/** What the sums of an order need to know of it. */
export interface OpeningSize {
  readonly side: ContractSide;
  readonly type: 'limit' | 'market';
  /** Null for a market order. */
  readonly ticks: number | null;
  readonly lots: number;
  readonly leverage: number;
  /** What the user has on its side already; nothing when absent. */
  readonly own?: OwnUse;
}

/** What a user has on one side of a contract: margin tiers go by all of it. */
export interface OwnUse {
  /** What the open positions cost. */
  readonly held: bigint;
  /** What the resting orders will. */
  readonly resting: bigint;
}

/** What an order comes to in the current market. */
export interface Estimate {
  /** What the lots cost at the prices they are expected to trade at. */
  readonly cost: bigint;
  /** Average price in ticks, cut. */
  readonly ticks: number;
  readonly margin: bigint;
  readonly fee: bigint;
  /** Margin that must stay when it is opened. */
  readonly maintenance: bigint;
  readonly liquidation: number | null;
  /** False when the book that is seen does not hold the lots. */
  readonly complete: boolean;
}

/** What lots cost at most, which is what must be available for them; null while the market has no price. */
function costAtMost(spec: ContractSpec, size: OpeningSize, market: MarketSnapshot): bigint | null {
  if (size.ticks !== null) return lotsValue(spec, size.ticks, size.lots);
  if (size.side === 'long') return walkBook(spec, market.asks, size.lots)?.cost ?? null;
  const best = market.bids[0];
  return best === undefined ? null : lotsValue(spec, best[0], size.lots);
}

/** Margin and fee that must be available for an order; null while the market has no price. */
export function neededFor(spec: ContractSpec, size: OpeningSize, market: MarketSnapshot): bigint | null {
  const cost = costAtMost(spec, size, market);
  return cost === null ? null : openingNeeds(spec, cost, size.leverage);
}

/** What an order comes to; null while the market has no price or the order no size. */
export function estimateOpening(spec: ContractSpec, size: OpeningSize, market: MarketSnapshot): Estimate | null {
  if (size.lots < 1) return null;
  const walked =
    size.ticks === null
      ? walkBook(spec, levelsAgainst(market, size.side), size.lots)
      : { cost: lotsValue(spec, size.ticks, size.lots), complete: true };
  if (walked === null) return null;
  const { cost, complete } = walked;
  const ticks = averageTicks(spec, cost, size.lots);
  const margin = initialMargin(cost, size.leverage);
  const stake = { side: size.side, lots: size.lots, cost, margin };
  const sideCost = cost + (size.own?.held ?? 0n);
  return {
    cost,
    ticks,
    margin,
    fee: feeOn(cost, spec.openFeePpm),
    maintenance: maintenanceAt(spec, stake, ticks, sideCost),
    liquidation: liquidationTicks(spec, stake, sideCost),
    complete,
  };
}

/** The price that the rules of an order look at: its own, or the mark price. */
export function referenceTicks(size: Pick<OpeningSize, 'ticks'>, market: MarketSnapshot): number | null {
  return size.ticks ?? market.mark;
}

/** What a user's positions and resting orders on one side of a contract come to. */
export function ownUse(
  spec: ContractSpec,
  side: ContractSide,
  positions: readonly ContractPosition[],
  orders: readonly ContractOrder[],
): OwnUse {
  const use = { held: 0n, resting: 0n };
  for (const position of positions) if (position.side === side) use.held += unitsOfMoney(position.cost);
  for (const order of orders) {
    const ticks = order.side === side && order.price !== null ? ticksOfPrice(spec, order.price) : null;
    if (ticks !== null) use.resting += lotsValue(spec, ticks, order.lots - order.filledLots);
  }
  return use;
}

/** Leverages that an order of a value may use beside what the user has on its side, ascending. */
export function leveragesOf(spec: ContractSpec, own: OwnUse | undefined, value: bigint): readonly number[] {
  return leveragesFor(spec, value + (own?.held ?? 0n) + (own?.resting ?? 0n));
}

/**
 * The most lots that what is available opens at a leverage: whole lots, within the contract's and the tier's bounds.
 */
export function mostLots(
  spec: ContractSpec,
  size: Omit<OpeningSize, 'lots'>,
  market: MarketSnapshot,
  available: bigint,
): number {
  const reference = referenceTicks(size, market);
  const fits = (lots: number) => {
    const needed = neededFor(spec, { ...size, lots }, market);
    if (needed === null || reference === null || needed > available) return false;
    return leveragesOf(spec, size.own, lotsValue(spec, reference, lots)).includes(size.leverage);
  };
  let low = 0;
  let high = spec.maxLots + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The price at which a position of a leverage returns a percentage of its margin, at least a tick away from where it is
 * opened: long up for a profit, down for a loss, and short the other way.
 */
export function ticksAtReturn(side: ContractSide, fromTicks: number, leverage: number, percent: number): number | null {
  const up = (side === 'long') === percent > 0;
  const away = (BigInt(fromTicks) * BigInt(Math.abs(percent))) / (BigInt(leverage) * 100n);
  const ticks = fromTicks + (up ? 1 : -1) * Math.max(1, Number(away));
  return ticks > 0 ? ticks : null;
}
