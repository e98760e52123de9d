import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { ticketRepliesMax } from '#protocol/core/limits.ts';
import type { Files } from '#server/accounts/files/files.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database } from '#server/core/store/database.ts';
import { repliesOf, type TicketReplyRow, type TicketRow } from './read-tickets.ts';
import { ticketLog, ticketReplies, tickets } from './tables.ts';

/** Operator actions on tickets, outside the running exchange, which notifies the user within about a second. */

/** Lines per listing. */
export const listedAtOnce = 100;
/** Maximum length of the operator's name, in characters. */
export const operatorNameMax = 100;

/** One line of the log. */
export type TicketLogLine = typeof ticketLog.$inferSelect;

/** Orders that wait for customer service, longest wait first; with `all`, all orders, newest first. */
export async function listTickets({ drizzle }: Database, all: boolean): Promise<TicketRow[]> {
  return drizzle
    .select()
    .from(tickets)
    .where(all ? undefined : inArray(tickets.state, ['open', 'waiting']))
    .orderBy(all ? desc(tickets.id) : asc(tickets.updatedAt))
    .limit(listedAtOnce);
}

/** One order with its replies, or null. */
export async function readTicket(
  database: Database,
  id: bigint,
): Promise<{ readonly order: TicketRow; readonly replies: TicketReplyRow[] } | null> {
  const [order] = await database.drizzle.select().from(tickets).where(eq(tickets.id, id));
  return order === undefined ? null : { order, replies: await repliesOf(database, id) };
}

/** The images of an order and its replies in sending order, for the operator. */
export async function imagesOfTicket(
  files: Pick<Files, 'readAny'>,
  { order, replies }: { readonly order: TicketRow; readonly replies: readonly TicketReplyRow[] },
): Promise<{ name: string; bytes: Buffer }[]> {
  const ids = [...order.images, ...replies.flatMap((reply) => reply.images)];
  const images: { name: string; bytes: Buffer }[] = [];
  for (const [index, id] of ids.entries()) {
    const bytes = await files.readAny(id);
    if (bytes === null) throw new Error(`image ${index + 1} of ticket ${order.id} is not there`);
    images.push({ name: String(index + 1), bytes });
  }
  return images;
}

/** Logs that an operator viewed an order with its images. */
export async function logLook({ drizzle }: Database, ticket: bigint, who: string, at: number): Promise<void> {
  await drizzle.insert(ticketLog).values({ ticket, at, who, what: 'looked', reason: '' });
}

/** The newest lines of the log, newest first; of one order when it is named. */
export async function readTicketLog({ drizzle }: Database, order: bigint | null): Promise<TicketLogLine[]> {
  return drizzle
    .select()
    .from(ticketLog)
    .where(order === null ? undefined : eq(ticketLog.ticket, order))
    .orderBy(desc(ticketLog.id))
    .limit(listedAtOnce);
}

/** An operator's reply, with a name that is logged but not shown to the user. */
export interface Saying {
  readonly text: string;
  readonly by: string;
}

/**
 * Answers a ticket; an answer to a closed one reopens it.
 *
 * @throws Refusal `notFound`, `alreadyProcessed` when the order has the maximum number of answers
 */
export function replyToTicket(database: Database, id: bigint, saying: Saying, now: number): Promise<void> {
  return say(database, id, saying, 'text', now);
}

/**
 * Closes a ticket; the user reads the reason.
 *
 * @throws Refusal `notFound`, `alreadyProcessed` when it is closed already
 */
export function closeTicket(database: Database, id: bigint, saying: Saying, now: number): Promise<void> {
  return say(database, id, saying, 'closed', now);
}

async function say(
  database: Database,
  id: bigint,
  { text, by }: Saying,
  kind: TicketReplyRow['kind'],
  now: number,
): Promise<void> {
  if (text === '' || by.trim() === '' || by.length > operatorNameMax) throw new Error('a text and a name are needed');
  await database.transaction(async (tx) => {
    const [row] = await tx.drizzle.select().from(tickets).where(eq(tickets.id, id)).for('update');
    if (row === undefined) throw new Refusal('notFound');
    const closes = kind === 'closed';
    if (closes ? row.state === 'closed' : row.supportReplies >= ticketRepliesMax) throw new Refusal('alreadyProcessed');
    const [reply] = await tx.drizzle
      .insert(ticketReplies)
      .values({ ticket: id, owner: row.owner, author: 'support', kind, text, images: [], at: now })
      .returning({ id: ticketReplies.id });
    if (reply === undefined) throw new Error('a reply was not written');
    await tx.drizzle
      .update(tickets)
      .set({
        state: closes ? 'closed' : 'answered',
        closedAt: closes ? now : null,
        updatedAt: now,
        lastAnswer: reply.id,
        supportReplies: sql`${tickets.supportReplies} + 1`,
        unannounced: closes ? 'closed' : 'answered',
      })
      .where(eq(tickets.id, id));
    const what = closes ? 'closed' : 'answered';
    await tx.drizzle.insert(ticketLog).values({ ticket: id, at: now, who: by, what, reason: closes ? text : '' });
  });
}
