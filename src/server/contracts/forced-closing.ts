import { bankruptcyTicks, deleveragingOrder } from '../engine/position.ts';
import { houseOwners } from '../ledger/account.ts';
import type { ContractChanges } from './contract-changes.ts';
import type { ContractJournals } from './contract-journals.ts';
import type { ContractMarket } from './contract-market.ts';
import type { ClosingReason, ContractPosition } from './contract-rows.ts';

/** What a forced close is worked out with: the batch it belongs to. */
export interface ForcedMeans {
  readonly market: ContractMarket;
  readonly journals: ContractJournals;
  readonly changes: ContractChanges;
  /** Sends lots of a position to the book, no further than a limit. */
  readonly closeInBook: (position: ContractPosition, lots: number, reason: ClosingReason, limitTicks: number) => void;
}

/**
 * Closes a position by force: through the book as far as its margin goes, then as far as the insurance fund goes, then
 * against opposing positions in the published order, at its bankruptcy price.
 *
 * @param markTicks the mark price that asked for it; it decides the order of the opposing positions
 * @throws Error when lots are left that nobody holds the other side of
 */
export function closeByForce(means: ForcedMeans, position: ContractPosition, markTicks: number): void {
  const { market, journals, closeInBook } = means;
  const { terms } = market.listed;
  const bankruptcy = bankruptcyTicks(terms, position);
  closeInBook(position, position.lots, 'forced', bankruptcy);
  const rest = market.positions.get(position.id);
  if (rest === undefined) return;
  const fund = journals.available(houseOwners.insurance, market.listed);
  const further = Number(fund / (BigInt(rest.lots) * terms.unitsPerTickLot));
  if (further > 0) {
    const limit = position.side === 'long' ? Math.max(1, bankruptcy - further) : bankruptcy + further;
    closeInBook(rest, rest.lots, 'forced', limit);
  }
  const left = market.positions.get(position.id);
  if (left !== undefined) deleverage(means, left, bankruptcy, markTicks);
}

/** Takes what is left of a forced close off opposing positions: makers of the house first, then people by rank. */
function deleverage(
  { market, changes }: ForcedMeans,
  position: ContractPosition,
  priceTicks: number,
  markTicks: number,
): void {
  let { lots } = position;
  const take = (most: number, from: (lots: number) => void) => {
    const taken = Math.min(lots, most);
    if (taken === 0) return;
    changes.closePart(position.id, taken, priceTicks, 'forced');
    from(taken);
    lots -= taken;
  };
  for (const net of market.nets.values()) {
    if (net.side === position.side) continue;
    take(net.lots, (taken) => changes.moveNet(net.owner, net.side === 'long' ? 'sell' : 'buy', taken, priceTicks));
  }
  const opposing = [...market.positions.values()].filter(({ side }) => side !== position.side);
  for (const other of deleveragingOrder(market.listed.terms, opposing, markTicks)) {
    take(other.lots, (taken) => changes.closePart(other.id, taken, priceTicks, 'deleveraged'));
  }
  if (lots > 0) throw new Error(`${position.contract}: ${lots} lots of a forced close have nobody opposite`);
}
