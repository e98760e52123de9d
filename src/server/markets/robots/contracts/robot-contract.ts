import type { Ticks } from '#protocol/core/brand.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import type { RobotMarket, StrategyName } from '#protocol/robots/maths/strategy.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { type ListedContract, settlingAsset } from '#server/markets/contracts/listed-contracts.ts';
import type { ViewedContract } from '#server/markets/contracts/viewed-contract.ts';
import type { RobotsDeps } from '../deps.ts';

type Contracts = Pick<RobotsDeps, 'contracts'>;

/** Whether robots of a strategy trade the contract that follows their pair, and not the pair itself. */
export function isOnContract({ strategy }: { readonly strategy: StrategyName }): boolean {
  return strategy === 'contract-grid';
}

/** The contract that follows a pair; null where none is listed. Contracts on gold follow an index, not a pair. */
export function contractOn({ contracts }: Contracts, pair: string): ViewedContract | null {
  for (const market of contracts.markets.values()) {
    if (market.listed.pair === pair && market.listed.wallet === 'contract') return market;
  }
  return null;
}

/** The contract of a robot that trades one. @throws Error where none is listed: contracts are never taken off the list */
export function contractOf(deps: Contracts, { pair }: { readonly pair: string }): ViewedContract {
  const market = contractOn(deps, pair);
  if (market === null) throw new Error(`no contract follows ${pair}`);
  return market;
}

const markets = new WeakMap<ListedContract, RobotMarket>();

/** The terms of a contract as strategies see them. Sizes are in base at the scale of its coin, as those of spot. */
export function contractTerms({ listed }: Pick<ViewedContract, 'listed'>): RobotMarket {
  const known = markets.get(listed);
  if (known !== undefined) return known;
  const { terms, book, tickUnits, lotSize } = listed;
  const baseScale = assetScale(book.base);
  const market: RobotMarket = {
    baseScale,
    quoteScale: assetScale(settlingAsset),
    tickUnits,
    lotUnits: toUnits(lotSize, baseScale),
    unitsPerTickLot: terms.unitsPerTickLot,
    minLots: terms.minLots,
    maxLots: terms.maxLots,
    minTotalUnits: 0n,
    makerFeePpm: terms.openFeePpm,
    takerFeePpm: terms.openFeePpm,
    contract: terms,
  };
  markets.set(listed, market);
  return market;
}

/** Whether nothing of a contract trades now: halted, switched off or stopped, or robots are stopped. */
export function isContractHalted({ contracts, gate }: Pick<RobotsDeps, 'contracts' | 'gate'>, market: ViewedContract) {
  const { base, quote } = market.listed.book;
  return (
    market.halted !== null ||
    !contracts.isOn(market) ||
    market.isStopped() ||
    gate.isStopped('robots', { assets: [base, quote] })
  );
}

/**
 * Whether a robot may open nothing on a contract now: it is halted, or its positions can only be reduced, as while too few sources
 * of its price are alive. Before its first price after a start it waits for that: a restart pauses nothing.
 */
export function mayOpenNothing(
  deps: Pick<RobotsDeps, 'contracts' | 'gate' | 'clock'>,
  market: ViewedContract,
): boolean {
  const isReduceOnly = market.mark === null && market.isPriced(deps.clock());
  return isReduceOnly || isContractHalted(deps, market);
}

/** The mark price of a contract that trades. @throws Refusal `notFound` where none follows a pair, `pairClosed` without a price */
export function pricedContract(
  deps: Pick<RobotsDeps, 'contracts' | 'gate'>,
  pair: string,
): { readonly market: RobotMarket; readonly ticks: Ticks } {
  const market = contractOn(deps, pair);
  if (market === null) throw new Refusal('notFound');
  if (isContractHalted(deps, market) || market.mark === null) throw new Refusal('pairClosed');
  return { market: contractTerms(market), ticks: market.mark.ticks };
}
