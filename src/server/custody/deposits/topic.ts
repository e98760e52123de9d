import type { AreaTopics } from '../../core/topics/area-topics.ts';
import type { Deposits } from './open.ts';

/** The deposits of the account topic. */
export function depositTopics(deposits: Pick<Deposits, 'underWay' | 'onChange'>): AreaTopics {
  return {
    account: {
      fields: ['deposits'],
      load: async (owner) => ({ deposits: await deposits.underWay(owner) }),
      publishTo: (accounts) =>
        void deposits.onChange((owner, changed) => accounts.changed(owner, { deposits: changed })),
    },
  };
}
