import type { Lots, Ms, Ticks } from '#protocol/core/brand.ts';
import type { ClosingReason, ContractPosition } from '../position.ts';
import { riskPpm, tierOf } from '#protocol/contracts/maths/margin.ts';
import { profitAt } from '#protocol/contracts/maths/positions.ts';
import { million } from '#protocol/core/fees.ts';
import { ticksAway } from '#server/markets/engine/contract-terms.ts';
import { bankruptcyTicks, deleveragingOrder, lotsToReduce, type Position } from '#server/markets/engine/position.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import type { ContractChanges } from '../changes.ts';
import type { ContractJournals } from '../journals.ts';
import type { ContractMarket } from '../market.ts';

/** Context of a liquidation: its batch. */
export interface LiquidationDeps {
  readonly market: ContractMarket;
  readonly journals: ContractJournals;
  readonly changes: ContractChanges;
  readonly at: Ms;
  /** Sends lots of a position to the book, no further than a limit. @returns lots that were closed */
  readonly closeInBook: (position: ContractPosition, lots: Lots, reason: ClosingReason, limitTicks: Ticks) => number;
}

/** With half of its maintenance margin lost, a position no longer waits for buyers. */
const urgentRiskPpm = 2n * million;

/**
 * Liquidates a position at a mark price. The rules follow the ones published by the large exchanges (reduction by
 * tiers, then takeover by the insurance fund, then auto-deleveraging), with bounds so that nobody gains by bidding low:
 *
 * 1. While more than half of its maintenance margin is left, it is reduced to the next lower tier whose margin it
 *    keeps, or closed, a slice at each mark price. Lots are sold in the book, never further than the band from the mark
 *    price and never below its bankruptcy price.
 * 2. After that, or when no order in the band takes a slice within the patience, all of it is closed: in the book with
 *    the same bounds, and the rest against the opposing positions at the mark price.
 * 3. A mark price beyond its bankruptcy price leaves a loss that its margin does not cover. The insurance fund covers
 *    it for what orders in the book take near the mark price, within its limits per liquidation and per window. What is
 *    left goes to the opposing positions at the bankruptcy price, so that no user without a position pays anything.
 *
 * A buyer gets no more below the mark price from the fund than the fee of its own position costs, so bidding low never
 * pays.
 *
 * @throws Error when lots are left without an opposing position
 */
export function liquidate(deps: LiquidationDeps, position: ContractPosition, markTicks: Ticks): void {
  const { market, at, closeInBook } = deps;
  const { terms } = market.listed;
  const { bandPpm, sliceMost, patienceMs } = terms.liquidation;
  const sideCost = market.sideCost(position.owner, position.side);
  const bankruptcy = bankruptcyTicks(terms, position);
  const isUrgent =
    riskPpm(terms, position, markTicks, tierOf(terms, sideCost).maintenancePpm) >= urgentRiskPpm ||
    market.waiting.isOverdue(position.id, at, patienceMs);
  const slice = Math.max(1, Number(sliceMost / (BigInt(markTicks) * terms.unitsPerTickLot)));
  const lots = isUrgent ? position.lots : Math.min(slice, lotsToReduce(terms, position, markTicks, sideCost));
  const band = ticksAway(markTicks, position.side === 'long' ? -1 : 1, bandPpm);
  const closed = closeInBook(position, lots, 'forced', betterOf(position, band, bankruptcy));
  if (!isUrgent) {
    if (closed < lots) market.waiting.note(position.id, at);
    else market.waiting.forget(position.id);
    return;
  }
  payFromFund(deps, position.id, bankruptcy, markTicks);
  const left = market.positions.get(position.id);
  // Between mark and bankruptcy price the opposing side gets the mark price; beyond it, no more than the margin covers.
  if (left !== undefined) deleverage(deps, left, betterOf(position, markTicks, bankruptcy), markTicks);
}

/** Of two prices the one that closes a position better: the higher for a long, the lower for a short. */
function betterOf({ side }: Pick<Position, 'side'>, one: number, other: number): number {
  return side === 'long' ? Math.max(one, other) : Math.min(one, other);
}

/** Sells beyond the bankruptcy price what the fund may pay for, near the mark price. */
function payFromFund(deps: LiquidationDeps, id: number, bankruptcy: number, markTicks: Ticks): void {
  const { market, closeInBook } = deps;
  const position = market.positions.get(id);
  if (position === undefined) return;
  const { terms } = market.listed;
  const isLong = position.side === 'long';
  if (isLong ? markTicks >= bankruptcy : markTicks <= bankruptcy) return;
  const furthest = ticksAway(markTicks, isLong ? -1 : 1, terms.openFeePpm);
  const each = BigInt(Math.abs(bankruptcy - furthest)) * terms.unitsPerTickLot;
  const lots = Math.min(position.lots, Number(allowance(deps) / each));
  if (lots > 0) closeInBook(position, lots, 'forced', furthest);
}

/** What the fund may pay for one liquidation now. */
function allowance({ market, journals, at }: LiquidationDeps): bigint {
  const { fundOncePpm, fundWindowPpm, fundWindowMs } = market.listed.terms.liquidation;
  const fund = journals.available(houseOwners.insurance, market.listed);
  const used = market.fundUses.within(at, fundWindowMs);
  const once = (fund * fundOncePpm) / million;
  const inWindow = ((fund + used) * fundWindowPpm) / million - used;
  const least = once < inWindow ? once : inWindow;
  return least > 0n ? least : 0n;
}

/**
 * Deleverages opposing positions for the rest of a liquidation: house makers first, then users by rank. Positions that
 * lose part of their margin at the price come after all that profit, and those whose margin does not cover it last.
 */
function deleverage(
  { market, changes }: LiquidationDeps,
  position: ContractPosition,
  priceTicks: Ticks,
  markTicks: Ticks,
): void {
  const { terms } = market.listed;
  let { lots } = position;
  const take = (most: number, from: (lots: Lots) => void) => {
    const taken = Math.min(lots, most);
    if (taken === 0) return;
    changes.closePart(position.id, taken, priceTicks, 'forced');
    from(taken);
    lots -= taken;
  };
  for (const net of market.netPositions.values()) {
    if (net.side === position.side) continue;
    take(net.lots, (taken) =>
      changes.changeNetPosition(net.owner, net.side === 'long' ? 'sell' : 'buy', taken, priceTicks),
    );
  }
  if (lots === 0) return;
  const opposing = [...market.positions.values()].filter(({ side }) => side !== position.side);
  const ranked = deleveragingOrder(terms, opposing, markTicks);
  const turnOf = (other: ContractPosition) => {
    const profit = profitAt(terms, other, priceTicks);
    return profit >= 0n ? 0 : other.margin + profit >= 0n ? 1 : 2;
  };
  for (const turn of [0, 1, 2]) {
    for (const other of ranked) {
      if (turnOf(other) !== turn) continue;
      take(other.lots, (taken) => changes.closePart(other.id, taken, priceTicks, 'deleveraged'));
    }
  }
  if (lots > 0) throw new Error(`${position.contract}: ${lots} lots of a liquidation have no opposing position`);
}
