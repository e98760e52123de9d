import type { AreaTopics } from '../../core/topics/area-topics.ts';
import type { Tickets } from './tickets.ts';

/** The work orders of the account topic. */
export function ticketTopics(workOrders: Pick<Tickets, 'underWay' | 'onChange'>): AreaTopics {
  return {
    account: {
      fields: ['workOrders'],
      load: async (owner) => ({ workOrders: await workOrders.underWay(owner) }),
      publishTo: (accounts) =>
        workOrders.onChange((owner, changed) => accounts.changed(owner, { workOrders: changed })),
    },
  };
}
