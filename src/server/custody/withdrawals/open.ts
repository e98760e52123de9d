import type { Withdrawal } from '#protocol/withdrawals/entities.ts';
import { isWatched } from '../chains/chain.ts';
import type { Area } from '#server/core/areas/area.ts';
import { createAddressBook, type AddressBook } from './address-book.ts';
import { createWithdrawalHandlers, type WithdrawalHandlers } from './calls.ts';
import { startPayouts, type PayoutTimer } from './payouts/payout-timer.ts';
import { createPayouts } from './payouts/payouts.ts';
import { reviewEffect } from './settlement.ts';
import { createWithdrawalChanges, type WithdrawalChanges, withdrawalTopics } from './topic.ts';
import { withdrawalsUnderWay } from './store.ts';
import type { WithdrawalsDeps } from './deps.ts';

/** Withdrawals of a running exchange. */
export interface Withdrawals extends Area<WithdrawalHandlers>, Pick<WithdrawalChanges, 'onChange'> {
  readonly addressBook: AddressBook;
  /** A user's withdrawals that have not ended, newest first, for the account's topic. */
  underWay(owner: bigint): Promise<Withdrawal[]>;
  /** Starts the payouts of every chain with a node; approvals wake them. */
  readonly start: () => void;
}

/**
 * Opens withdrawals: their calls, the effect of their reviews, and the payouts of each chain. Opened before reviews
 * run, which may have decisions from before a restart.
 */
export function openWithdrawals(deps: WithdrawalsDeps): Withdrawals {
  const changes = createWithdrawalChanges();
  const timers = new Map<string, PayoutTimer>();
  const own = { ...deps, changes };
  deps.reviews.onDecision(
    'withdrawal',
    reviewEffect(own, (chain) => timers.get(chain)?.wake()),
  );
  const published = {
    onChange: changes.onChange,
    underWay: (owner: bigint) => withdrawalsUnderWay(deps.database.pool, owner),
  };
  return {
    calls: createWithdrawalHandlers(deps, changes),
    addressBook: createAddressBook(deps),
    ...published,
    topics: withdrawalTopics(published),
    jobs: [],
    start() {
      for (const chain of deps.chains.all.filter(isWatched)) {
        if (timers.has(chain.id)) throw new Error(`payouts of ${chain.id} are already running`);
        timers.set(chain.id, startPayouts(createPayouts(own, chain), chain, deps));
      }
    },
    async close() {
      await Promise.all([...timers.values()].map((timer) => timer.close()));
    },
  };
}
