import type { Area } from '../../core/areas/area.ts';
import { createTicketHandlers } from './calls.ts';
import { ticketTopics } from './topic.ts';
import { createTickets, type TicketsDeps, type Tickets } from './tickets.ts';

/** How often operator replies are polled. */
const takeUpEveryMs = 400;

/** The customer service of a running exchange. */
export interface Support extends Area<ReturnType<typeof createTicketHandlers>> {
  readonly workOrders: Tickets;
}

/** Opens customer service: work orders of users; the job polls for operator replies. */
export function openTickets(deps: TicketsDeps): Support {
  const workOrders = createTickets(deps);
  return {
    workOrders,
    calls: createTicketHandlers(workOrders),
    topics: ticketTopics(workOrders),
    jobs: [{ name: 'take up work orders', everyMs: takeUpEveryMs, run: () => workOrders.takeUp(), isLoggedOnly: true }],
  };
}
