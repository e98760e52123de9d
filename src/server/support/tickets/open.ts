import type { Area } from '#server/core/areas/area.ts';
import { createTicketHandlers } from './calls.ts';
import { ticketTopics } from './topic.ts';
import { createTickets, type TicketsDeps, type Tickets } from './tickets.ts';

/** How often operator replies are polled. */
const takeUpEveryMs = 400;

/** The customer service of a running exchange. */
export interface Support extends Area<ReturnType<typeof createTicketHandlers>> {
  readonly tickets: Tickets;
}

/** Opens customer service: tickets of users; the job polls for operator replies. */
export function openTickets(deps: TicketsDeps): Support {
  const tickets = createTickets(deps);
  return {
    tickets,
    calls: createTicketHandlers(tickets),
    topics: ticketTopics(tickets),
    jobs: [{ name: 'take up tickets', everyMs: takeUpEveryMs, run: () => tickets.takeUp(), isLoggedOnly: true }],
  };
}
