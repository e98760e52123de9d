import type { Handlers } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Tickets } from './tickets.ts';

/** Serves the calls of tickets. */
export function createTicketHandlers(
  orders: Tickets,
): Pick<Handlers, 'GET worker/order/list' | 'POST worker/order/add' | 'POST worker/order/reply/add'> {
  return {
    'GET worker/order/list': async ({ id, ...query }, { caller }) => {
      if (id === undefined) return { ...(await orders.page(caller.userId, query)), thread: null };
      const thread = await orders.read(caller.userId, BigInt(id));
      if (thread === null) throw new Refusal('notFound');
      return { list: [thread.order], next: null, thread };
    },

    'POST worker/order/add': (order, { caller }) => orders.add(caller.userId, order),

    'POST worker/order/reply/add': (reply, { caller }) => orders.reply(caller.userId, reply),
  };
}
