import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { Tickets } from './tickets.ts';

/** The tickets of the account topic. */
export function ticketTopics(tickets: Pick<Tickets, 'underWay' | 'onChange'>): AreaTopics {
  return {
    account: {
      fields: ['workOrders'],
      load: async (owner) => ({ workOrders: await tickets.underWay(owner) }),
      publishTo: (accounts) => tickets.onChange((owner, changed) => accounts.changed(owner, { workOrders: changed })),
    },
  };
}
