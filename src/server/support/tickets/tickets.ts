import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { CheckedInput } from '#protocol/calls.ts';
import type { Ticket, TicketThread } from '#protocol/tickets/entities.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Files } from '#server/accounts/files/files.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import { Retries } from '#server/core/jobs/retries.ts';
import { ticketPage, ticketsUnderWay, ownTicket, threadOf, toTicket, type TicketRow } from './read-tickets.ts';
import { tickets } from './tables.ts';
import { markSeen, writeTicket, writeReply, type Written } from './write-tickets.ts';

export interface TicketsDeps extends Pick<CoreDeps, 'database' | 'clock' | 'logger'> {
  readonly files: Pick<Files, 'use'>;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
}

/** Notified after the commit with the changed orders of a user. */
type TicketListener = (owner: bigint, orders: readonly Ticket[]) => void;

/** Tickets to customer service (spec point 4). Another user's order is reported as not found. */
export interface Tickets {
  page(
    owner: bigint,
    query: { readonly cursor?: string | undefined; readonly size: number },
  ): Promise<{ list: Ticket[]; next: string | null }>;
  /** One order, whose answers are marked as seen; null when the user has none under that id. */
  read(owner: bigint, id: bigint): Promise<TicketThread | null>;
  /** @throws Refusal as `writeTicket` does */
  add(owner: bigint, order: CheckedInput<'POST worker/order/add'>): Promise<TicketThread>;
  /** @throws Refusal as `writeReply` does */
  reply(owner: bigint, reply: CheckedInput<'POST worker/order/reply/add'>): Promise<TicketThread>;
  /** Orders that are open or have an unread answer. */
  underWay(owner: bigint): Promise<readonly Ticket[]>;
  onChange(listener: TicketListener): void;
  /** Notifies users of what the operator wrote since the last run. Returns the number of orders. */
  takeUp(): Promise<number>;
}

/** Orders per run. */
const takenAtOnce = 100;

export function createTickets({ database, clock, files, notices, logger }: TicketsDeps): Tickets {
  const retries = new Retries<bigint>(clock, (error, order) =>
    logger.error({ err: error, order: order.toString() }, 'a user could not be notified of an answer to a ticket'),
  );
  const listeners: TicketListener[] = [];
  const changed = (row: TicketRow) => {
    for (const listener of listeners) listener(row.owner, [toTicket(row)]);
  };

  async function published({ row, changed: isChanged }: Written): Promise<TicketThread> {
    if (isChanged) changed(row);
    return threadOf(database, row);
  }

  /** The notice and the flag that it was sent are one transaction: the user is notified exactly once. */
  async function notify(id: bigint): Promise<boolean> {
    const row = await database.transaction(async (tx) => {
      const which = and(eq(tickets.id, id), isNotNull(tickets.unannounced));
      const [found] = await tx.drizzle.select().from(tickets).where(which).for('update');
      if (found === undefined) return null;
      await tx.drizzle.update(tickets).set({ unannounced: null }).where(eq(tickets.id, id));
      const facts = { number: id.toString(), title: found.title };
      await notices.send(tx, found.owner, 'account', `notice/work-order-${found.unannounced}`, facts);
      return found;
    });
    if (row === null) return false;
    notices.changed(row.owner);
    changed(row);
    return true;
  }

  return {
    page: (owner, query) => ticketPage(database, owner, query),
    async read(owner, id) {
      const row = await ownTicket(database, owner, id);
      if (row === null) return null;
      const seen = row.lastAnswer > row.seenAnswer ? await database.transaction((tx) => markSeen(tx, id)) : null;
      if (seen !== null) changed(seen);
      return threadOf(database, seen ?? row);
    },
    async add(owner, order) {
      return published(await database.transaction((tx) => writeTicket(tx, files, owner, order, clock())));
    },
    async reply(owner, reply) {
      return published(await database.transaction((tx) => writeReply(tx, files, owner, reply, clock())));
    },
    underWay: (owner) => ticketsUnderWay(database, owner),
    onChange: (listener) => void listeners.push(listener),
    async takeUp() {
      const waiting = await database.drizzle
        .select({ id: tickets.id })
        .from(tickets)
        .where(isNotNull(tickets.unannounced))
        .orderBy(asc(tickets.id))
        .limit(takenAtOnce + retries.failing.count);
      let taken = 0;
      for (const { id } of waiting) {
        await retries.attempt(id, async () => {
          if (await notify(id)) taken += 1;
        });
      }
      return taken;
    },
  };
}
