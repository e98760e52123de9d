import { and, asc, desc, eq, gt, lt, ne, or } from 'drizzle-orm';
import type { Ticket, TicketReply, TicketThread } from '#protocol/tickets/entities.ts';
import { ticketReopenMs } from '#protocol/core/limits.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { ticketReplies, tickets } from './tables.ts';

/** A stored ticket. */
export type TicketRow = typeof tickets.$inferSelect;
/** A stored reply. */
export type TicketReplyRow = typeof ticketReplies.$inferSelect;

/** Orders in the account topic. */
const underWayMax = 50;

/** The order as shown to its user. */
export function toTicket(row: TicketRow): Ticket {
  return {
    id: row.id.toString(),
    clientId: row.clientId,
    title: row.title,
    state: row.state,
    unread: row.lastAnswer > row.seenAnswer,
    at: row.at,
    updatedAt: row.updatedAt,
    reopensUntil: row.closedAt === null ? null : row.closedAt + ticketReopenMs,
  };
}

function toReply({ id, clientId, author, kind, text, images, at }: TicketReplyRow): TicketReply {
  return { id: id.toString(), clientId, from: author, kind, text, images, at };
}

/** All replies of an order, oldest first. */
export async function repliesOf(store: Database | Transaction, order: bigint): Promise<TicketReplyRow[]> {
  return store.drizzle
    .select()
    .from(ticketReplies)
    .where(eq(ticketReplies.ticket, order))
    .orderBy(asc(ticketReplies.id));
}

/** An order with its replies. */
export async function threadOf(store: Database | Transaction, row: TicketRow): Promise<TicketThread> {
  const replies = await repliesOf(store, row.id);
  const { description, images } = row;
  return { order: toTicket(row), description, images, replies: replies.map(toReply) };
}

/** A page of a user's orders, most recently updated first. */
export async function ticketPage(
  { drizzle }: Database,
  owner: bigint,
  { cursor, size }: { readonly cursor?: string | undefined; readonly size: number },
): Promise<{ list: Ticket[]; next: string | null }> {
  const [, movedAt, id] = /^(\d{1,15})-(\d{1,18})$/.exec(cursor ?? '') ?? [];
  const before =
    movedAt === undefined || id === undefined
      ? undefined
      : or(
          lt(tickets.updatedAt, Number(movedAt)),
          and(eq(tickets.updatedAt, Number(movedAt)), lt(tickets.id, BigInt(id))),
        );
  const rows = await drizzle
    .select()
    .from(tickets)
    .where(and(eq(tickets.owner, owner), before))
    .orderBy(desc(tickets.updatedAt), desc(tickets.id))
    .limit(size + 1);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const next = rows.length > size && last !== undefined ? `${last.updatedAt}-${last.id}` : null;
  return { list: shown.map(toTicket), next };
}

/** A user's own order; null for any other id. */
export async function ownTicket({ drizzle }: Database, owner: bigint, id: bigint): Promise<TicketRow | null> {
  const [row] = await drizzle
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), eq(tickets.owner, owner)));
  return row ?? null;
}

/** Orders in the account snapshot: open ones, and those with an unread answer. */
export async function ticketsUnderWay({ drizzle }: Database, owner: bigint): Promise<Ticket[]> {
  const matters = or(ne(tickets.state, 'closed'), gt(tickets.lastAnswer, tickets.seenAnswer));
  const rows = await drizzle
    .select()
    .from(tickets)
    .where(and(eq(tickets.owner, owner), matters))
    .orderBy(desc(tickets.updatedAt), desc(tickets.id))
    .limit(underWayMax);
  return rows.map(toTicket);
}
