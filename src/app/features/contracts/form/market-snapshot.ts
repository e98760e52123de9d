import { ticksOfPrice } from '#protocol/core/ticks.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import type { ContractSpec } from '#protocol/contracts/maths/contract-spec.ts';
import type { ContractSide, ContractView } from '#protocol/contracts/entities.ts';

/** One level of the book: ticks and lots. */
type TickLevel = readonly [ticks: number, lots: number];

/** Current market of a contract, in ticks; null where there is none. */
export interface MarketSnapshot {
  readonly mark: number | null;
  /** Best first. */
  readonly bids: readonly TickLevel[];
  readonly asks: readonly TickLevel[];
}

/** The market of a view. */
export function snapshotOf(spec: ContractSpec, view: ContractView): MarketSnapshot {
  const levels = (reported: ContractView['bids']): TickLevel[] =>
    reported.flatMap(([price, lots]): TickLevel[] => {
      const ticks = ticksOfPrice(spec, price);
      return ticks === null ? [] : [[ticks, lots]];
    });
  return {
    mark: view.mark === null ? null : ticksOfPrice(spec, view.mark),
    bids: levels(view.bids),
    asks: levels(view.asks),
  };
}

/** What lots cost or bring when they are taken from the book now; what it does not hold counts at its last level. */
export function walkBook(
  spec: ContractSpec,
  levels: readonly TickLevel[],
  lots: number,
): { cost: bigint; complete: boolean } | null {
  let left = lots;
  let cost = 0n;
  for (const [ticks, there] of levels) {
    const taken = Math.min(left, there);
    cost += lotsValue(spec, ticks, taken);
    left -= taken;
    if (left === 0) return { cost, complete: true };
  }
  const last = levels.at(-1);
  return last === undefined ? null : { cost: cost + lotsValue(spec, last[0], left), complete: false };
}

/** Levels of the book that an order of a side takes. */
export function levelsAgainst(market: MarketSnapshot, side: ContractSide): readonly TickLevel[] {
  return side === 'long' ? market.asks : market.bids;
}
