import {
  type ContractSums,
  feeOn,
  leveragesFor,
  liquidationAt,
  lotsValue,
  maintenanceAtTicks,
  marginFor,
  ticksOfPrice,
  unitsOfMoney,
} from '../../../contract/contract-maths.ts';
import type {
  ContractOrder,
  ContractPosition,
  ContractSide,
  ContractView,
} from '../../../contract/entities/contract.ts';

/** One level of the book: ticks and lots. */
export type TickLevel = readonly [ticks: number, lots: number];

/** A contract's market as it stands now, in ticks; null where there is none. */
export interface MarketGlance {
  readonly mark: number | null;
  /** Best first. */
  readonly bids: readonly TickLevel[];
  readonly asks: readonly TickLevel[];
}

/** What the sums of an order need to know of it. */
export interface OpeningSize {
  readonly side: ContractSide;
  readonly type: 'limit' | 'market';
  /** Null for a market order. */
  readonly ticks: number | null;
  readonly lots: number;
  readonly leverage: number;
  /** What the person has on its side already; nothing when absent. */
  readonly own?: OwnUse;
}

/** What a person has on one side of a contract: margin tiers go by all of it. */
export interface OwnUse {
  /** What the open positions cost. */
  readonly held: bigint;
  /** What the resting orders will. */
  readonly resting: bigint;
}

/** What an order comes to, as the market stands now. */
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

/** The market of a view. */
export function glanceOf(sums: ContractSums, view: ContractView): MarketGlance {
  const levels = (told: ContractView['bids']): TickLevel[] =>
    told.flatMap(([price, lots]): TickLevel[] => {
      const ticks = ticksOfPrice(sums, price);
      return ticks === null ? [] : [[ticks, lots]];
    });
  return {
    mark: view.mark === null ? null : ticksOfPrice(sums, view.mark),
    bids: levels(view.bids),
    asks: levels(view.asks),
  };
}

/** What lots cost or bring when they are taken from the book now; what it does not hold counts at its last level. */
export function walkBook(
  sums: ContractSums,
  levels: readonly TickLevel[],
  lots: number,
): { cost: bigint; complete: boolean } | null {
  let left = lots;
  let cost = 0n;
  for (const [ticks, there] of levels) {
    const taken = Math.min(left, there);
    cost += lotsValue(sums, ticks, taken);
    left -= taken;
    if (left === 0) return { cost, complete: true };
  }
  const last = levels.at(-1);
  return last === undefined ? null : { cost: cost + lotsValue(sums, last[0], left), complete: false };
}

/** Levels of the book that an order of a side takes. */
export function levelsAgainst(market: MarketGlance, side: ContractSide): readonly TickLevel[] {
  return side === 'long' ? market.asks : market.bids;
}

/** What lots cost at most, which is what must be available for them; null while the market has no price. */
export function costAtMost(sums: ContractSums, size: OpeningSize, market: MarketGlance): bigint | null {
  if (size.ticks !== null) return lotsValue(sums, size.ticks, size.lots);
  if (size.side === 'long') return walkBook(sums, market.asks, size.lots)?.cost ?? null;
  const best = market.bids[0];
  return best === undefined ? null : lotsValue(sums, best[0], size.lots);
}

/** Margin and fee that must be available for an order; null while the market has no price. */
export function neededFor(sums: ContractSums, size: OpeningSize, market: MarketGlance): bigint | null {
  const cost = costAtMost(sums, size, market);
  return cost === null ? null : marginFor(cost, size.leverage) + feeOn(cost, sums.openFeePpm);
}

/** What an order comes to; null while the market has no price or the order no size. */
export function estimateOpening(sums: ContractSums, size: OpeningSize, market: MarketGlance): Estimate | null {
  if (size.lots < 1) return null;
  const walked =
    size.ticks === null
      ? walkBook(sums, levelsAgainst(market, size.side), size.lots)
      : { cost: lotsValue(sums, size.ticks, size.lots), complete: true };
  if (walked === null) return null;
  const { cost, complete } = walked;
  const ticks = Number(cost / (BigInt(size.lots) * sums.unitsPerTickLot));
  const margin = marginFor(cost, size.leverage);
  const stake = { side: size.side, lots: size.lots, cost, margin };
  const sideCost = cost + (size.own?.held ?? 0n);
  return {
    cost,
    ticks,
    margin,
    fee: feeOn(cost, sums.openFeePpm),
    maintenance: maintenanceAtTicks(sums, stake, ticks, sideCost),
    liquidation: liquidationAt(sums, stake, sideCost),
    complete,
  };
}

/** The price that the rules of an order look at: its own, or the mark price. */
export function referenceTicks(size: Pick<OpeningSize, 'ticks'>, market: MarketGlance): number | null {
  return size.ticks ?? market.mark;
}

/** What a person's positions and resting orders on one side of a contract come to. */
export function ownUse(
  sums: ContractSums,
  side: ContractSide,
  positions: readonly ContractPosition[],
  orders: readonly ContractOrder[],
): OwnUse {
  const use = { held: 0n, resting: 0n };
  for (const position of positions) if (position.side === side) use.held += unitsOfMoney(position.cost);
  for (const order of orders) {
    const ticks = order.side === side && order.price !== null ? ticksOfPrice(sums, order.price) : null;
    if (ticks !== null) use.resting += lotsValue(sums, ticks, order.lots - order.filledLots);
  }
  return use;
}

/** Leverages that an order of a value may use beside what the person has on its side, ascending. */
export function leveragesOf(sums: ContractSums, own: OwnUse | undefined, value: bigint): readonly number[] {
  return leveragesFor(sums, value + (own?.held ?? 0n) + (own?.resting ?? 0n));
}

/** The most lots that what is available opens at a leverage: whole lots, within the contract's and the tier's bounds. */
export function mostLots(
  sums: ContractSums,
  size: Omit<OpeningSize, 'lots'>,
  market: MarketGlance,
  available: bigint,
): number {
  const reference = referenceTicks(size, market);
  const fits = (lots: number) => {
    const needed = neededFor(sums, { ...size, lots }, market);
    if (needed === null || reference === null || needed > available) return false;
    return leveragesOf(sums, size.own, lotsValue(sums, reference, lots)).includes(size.leverage);
  };
  let low = 0;
  let high = sums.maxLots + 1;
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
