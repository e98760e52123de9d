import { type ContractSums, contractSums } from '../../../contract/contract-maths.ts';
import type { ContractView, ListedContract } from '../../../contract/entities/contract.ts';
import { stream } from '../../platform/stream/stream.ts';
import { glanceOf, type MarketGlance } from './opening-maths.ts';

const sumsOf = new WeakMap<ListedContract, ContractSums>();
const glances = new WeakMap<ContractView, MarketGlance>();

/** A market of which nothing was told. */
export const unknownMarket: MarketGlance = { mark: null, bids: [], asks: [] };

/** The integers of a listed contract, worked out once. */
export function sumsFor(contract: ListedContract): ContractSums {
  const known = sumsOf.get(contract);
  if (known !== undefined) return known;
  const sums = contractSums(contract);
  sumsOf.set(contract, sums);
  return sums;
}

/** A view in ticks, worked out once for all cells that look at it. */
export function glanceFor(contract: ListedContract, view: ContractView): MarketGlance {
  const known = glances.get(view);
  if (known !== undefined) return known;
  const glance = glanceOf(sumsFor(contract), view);
  glances.set(view, glance);
  return glance;
}

/** The market of a contract as it stands at this moment, for what a tap works out. */
export function marketNow(contract: ListedContract): MarketGlance {
  const view = stream.view<'contract'>(`contract:${contract.id}`);
  return view === null ? unknownMarket : glanceFor(contract, view);
}
