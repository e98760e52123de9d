import type { Clock } from '../clock.ts';
import type { ContractMarket } from './contract-market.ts';
import type { Contracts } from './contracts.ts';

const dayMs = 86_400_000;

/** The index of a pair in whole ticks, or null while too few sources are alive. */
export type IndexOf = (pair: string, now: number) => { readonly ticks: number } | null;

/**
 * One step of the prices that decide: every contract takes over its index; where the mark price crosses something, the
 * writer does what it asks for. Most steps cross nothing and write nothing.
 */
export async function markContracts(contracts: Contracts, indexOf: IndexOf, clock: Clock): Promise<void> {
  const now = clock();
  const day = Math.floor(now / dayMs);
  for (const market of contracts.markets.values()) {
    if (market.halted !== null) continue;
    const { id, pair } = market.listed;
    const indexTicks = indexOf(pair, now)?.ticks ?? null;
    market.setIndex(indexTicks, now);
    if (market.mark !== null && market.triggers.crossed(market.mark.ticks).length > 0) {
      await contracts.submit({ contract: id, owner: null, work: (run) => run.markTo(indexTicks) });
    }
    if (owesOvernight(market, day)) {
      await contracts.submit({ contract: id, owner: null, work: (run) => run.overnight(day) });
    }
    contracts.changed(id);
  }
}

function owesOvernight(market: ContractMarket, day: number): boolean {
  for (const position of market.positions.values()) if (position.chargedDay < day) return true;
  return false;
}
