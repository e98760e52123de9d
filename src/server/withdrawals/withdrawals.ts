import type { Withdrawal } from '../../contract/entities/withdrawal.ts';
import { isWatched } from '../chains/chain.ts';
import type { Closers } from '../closers.ts';
import { createAddressBook, type AddressBook } from './address-book.ts';
import { createWithdrawalHandlers, type WithdrawalHandlers } from './handlers.ts';
import { startPayouts, type PayoutTimer } from './payout-timer.ts';
import { createPayouts } from './payouts.ts';
import { reviewEffect } from './settlement.ts';
import { createWithdrawalChanges, type WithdrawalChanges } from './withdrawal-changes.ts';
import { withdrawalsUnderWay } from './withdrawal-store.ts';
import type { WithdrawalsMeans } from './withdrawals-means.ts';

/** Withdrawals of a running exchange. */
export interface Withdrawals extends Pick<WithdrawalChanges, 'onChange'> {
  readonly handlers: WithdrawalHandlers;
  readonly addressBook: AddressBook;
  /** A person's withdrawals that have not ended, newest first, for the account's topic. */
  underWay(owner: bigint): Promise<Withdrawal[]>;
  /** Begins to pay out what is approved, on every chain that has a node. */
  start(): void;
}

/**
 * Opens withdrawals: their calls, the effect of their reviews, and the payouts of each chain. Opened before reviews
 * start, which may have decisions of before a restart.
 */
export function openWithdrawals(means: WithdrawalsMeans, closers: Closers): Withdrawals {
  const changes = createWithdrawalChanges();
  const timers = new Map<string, PayoutTimer>();
  const own = { ...means, changes };
  means.reviews.onDecision(
    'withdrawal',
    reviewEffect(own, (chain) => timers.get(chain)?.wake()),
  );
  return {
    handlers: createWithdrawalHandlers(means, changes),
    addressBook: createAddressBook(means),
    onChange: (listener) => changes.onChange(listener),
    underWay: (owner) => withdrawalsUnderWay(means.database.pool, owner),
    start() {
      for (const chain of means.chains.all.filter(isWatched)) {
        if (timers.has(chain.id)) throw new Error(`payouts of ${chain.id} run already`);
        timers.set(chain.id, startPayouts(createPayouts(own, chain), chain, means));
      }
      closers.add('payouts', async () => {
        await Promise.all([...timers.values()].map((timer) => timer.close()));
      });
    },
  };
}
