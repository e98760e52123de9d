import { houseOwners } from '../../../core/ledger/account.ts';
import { markContracts } from '../../contracts/clock.ts';
import type { Contracts } from '../../contracts/contracts.ts';

/** The contract on the pair that tests trade. */
export const contract = 'ETHPERP';
/** Lots a maker quotes on each side: more than robots of a test trade. */
const plenty = 500_000;

/**
 * Moves the contract of tests to a price in ticks: a maker trades with whoever rests on the way and quotes there, and then the
 * mark price follows.
 */
export function createPerpetual(contracts: Contracts, clock: () => number) {
  const maker = houseOwners.makerA;
  return async function moveContract(ticks: number, depth = plenty): Promise<void> {
    await contracts.submit({
      contract,
      owner: maker,
      work: (run) => run.quote(maker, [[ticks - 1, depth]], [[ticks + 1, depth]]),
    });
    await markContracts(contracts, (pair) => (pair === 'ETHUSDT' ? { ticks } : null), clock);
  };
}
