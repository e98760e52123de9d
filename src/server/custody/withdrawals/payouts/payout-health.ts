import { noTroubles } from '../../../core/jobs/troubles.ts';
import type { WatchedChain } from '../../chains/chain.ts';
import type { PayoutDeps } from '../deps.ts';
import { waitingForUsers, writeChainAway } from './store.ts';
import { ChainTrouble } from './payout-chain.ts';

/** Health of a chain's payouts, as reported and as noted on withdrawals. */
export interface PayoutHealth {
  /**
   * Runs a turn, and notes whether the chain answered and what waits for the operator.
   *
   * @param turn returns whether something waits for the chain
   * @returns the same; true when the chain did not answer
   */
  during(turn: () => Promise<boolean>): Promise<boolean>;
}

/** Health of one chain's payouts. */
export function payoutHealth(
  { database: { pool }, logger, troubles = noTroubles }: Pick<PayoutDeps, 'database' | 'logger' | 'troubles'>,
  chain: WatchedChain,
): PayoutHealth {
  /** Null before the first turn: an earlier server may have left a note. */
  let isAway: boolean | null = null;

  /** Null when the chain answers. */
  async function noteAway(error: ChainTrouble | null): Promise<void> {
    const isNow = error !== null;
    if (isNow && isAway !== true) logger.error({ err: error, chain: chain.id }, 'payouts wait for their chain');
    if (!isNow && isAway === true) logger.info({ chain: chain.id }, 'payouts resumed');
    // While it is unavailable, more may be approved: each turn notes it on all.
    if (isNow || isAway !== false) await writeChainAway(pool, chain.id, isNow);
    isAway = isNow;
    if (isNow) troubles.failing(`payouts: node of ${chain.id}`);
    else troubles.working(`payouts: node of ${chain.id}`);
  }

  /** Health reports what waits for the operator, and since when. */
  async function tellUsers(): Promise<void> {
    const { aside, short } = await waitingForUsers(pool, chain.id);
    troubles.waiting(`payouts of ${chain.id} set aside`, aside);
    troubles.waiting(`payouts of ${chain.id} wait for funds`, short);
  }

  return {
    async during(turn) {
      try {
        const isBusy = await turn();
        await noteAway(null);
        return isBusy;
      } catch (error) {
        if (!(error instanceof ChainTrouble)) throw error;
        await noteAway(error);
        return true;
      } finally {
        await tellUsers();
      }
    },
  };
}
