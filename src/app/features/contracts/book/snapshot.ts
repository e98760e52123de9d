import { type ContractSpec, contractSpec } from '#protocol/contracts/maths/contract-spec.ts';
import type { ContractView, ListedContract } from '#protocol/contracts/entities.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { snapshotOf, type MarketSnapshot } from '../form/market-snapshot.ts';

const specOf = new WeakMap<ListedContract, ContractSpec>();
const snapshots = new WeakMap<ContractView, MarketSnapshot>();

/** A market without data. */
export const unknownMarket: MarketSnapshot = { mark: null, bids: [], asks: [] };

/** The integers of a listed contract, worked out once. */
export function specFor(contract: ListedContract): ContractSpec {
  const known = specOf.get(contract);
  if (known !== undefined) return known;
  const spec = contractSpec(contract);
  specOf.set(contract, spec);
  return spec;
}

/** A view in ticks, worked out once for all cells that look at it. */
export function snapshotFor(contract: ListedContract, view: ContractView): MarketSnapshot {
  const known = snapshots.get(view);
  if (known !== undefined) return known;
  const snapshot = snapshotOf(specFor(contract), view);
  snapshots.set(view, snapshot);
  return snapshot;
}

/** Current market of a contract, for calculations on a tap. */
export function marketNow(contract: ListedContract): MarketSnapshot {
  const view = stream.view<'contract'>(`contract:${contract.id}`);
  return view === null ? unknownMarket : snapshotFor(contract, view);
}
