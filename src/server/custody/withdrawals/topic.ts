import type { Withdrawal } from '#protocol/withdrawals/entities.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import { toWithdrawal, type WithdrawalRow } from './withdrawal-row.ts';

/** Notified after the commit with a changed withdrawal of a user. */
type WithdrawalListener = (owner: bigint, withdrawal: Withdrawal) => void;

/** Listeners for changed withdrawals: the account topic. */
export interface WithdrawalChanges {
  /** @returns unsubscribes */
  readonly onChange: (listener: WithdrawalListener) => () => void;
  /** Called after the commit of the change. */
  changed(row: WithdrawalRow): void;
}

export function createWithdrawalChanges(): WithdrawalChanges {
  const listeners = new Set<WithdrawalListener>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed(row) {
      const withdrawal = toWithdrawal(row);
      for (const listener of listeners) listener(row.owner, withdrawal);
    },
  };
}

/** What the account topic needs of withdrawals. */
interface PublishedWithdrawals extends Pick<WithdrawalChanges, 'onChange'> {
  /** A user's withdrawals that have not ended, newest first. */
  underWay(owner: bigint): Promise<readonly Withdrawal[]>;
}

/** The withdrawals of the account topic. */
export function withdrawalTopics(withdrawals: PublishedWithdrawals): AreaTopics {
  return {
    account: {
      fields: ['withdrawals'],
      load: async (owner) => ({ withdrawals: await withdrawals.underWay(owner) }),
      publishTo: (accounts) =>
        void withdrawals.onChange((owner, withdrawal) => accounts.changed(owner, { withdrawals: [withdrawal] })),
    },
  };
}
