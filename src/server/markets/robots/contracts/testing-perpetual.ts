import { markContracts } from '#server/markets/contracts/prices/clock.ts';
import type { Contracts } from '#server/markets/contracts/contracts.ts';
import { quoteAt } from '#server/markets/contracts/requests/testing-requests.ts';

/** The contract on the pair that tests trade. */
export const contract = 'ETHPERP';
/** Lots a maker quotes on each side: more than robots of a test trade. */
const plenty = 500_000;

/**
 * The contract of tests: `move` takes it to a price in ticks, where a maker trades with whoever rests on the way and quotes, and
 * then the mark price follows; `mark` moves the mark price alone.
 */
export function createPerpetual(contracts: Contracts, clock: () => number) {
  const mark = (ticks: number) => markContracts(contracts, (pair) => (pair === 'ETHUSDT' ? { ticks } : null), clock);
  return {
    mark,
    async move(ticks: number, depth = plenty): Promise<void> {
      await quoteAt(contracts, contract, [[[ticks - 1, depth]], [[ticks + 1, depth]]]);
      await mark(ticks);
    },
  };
}
