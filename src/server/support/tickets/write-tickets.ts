import { and, count, eq, gt, ne, sql } from 'drizzle-orm';
import { dayMs } from '#protocol/core/durations.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import { ticketRepliesMax, ticketReopenMs, ticketsOpenMax, ticketsPerDay } from '#protocol/core/limits.ts';
import type { Files } from '#server/accounts/files/files.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { TicketRow } from './read-tickets.ts';
import { ticketLog, ticketReplies, tickets } from './tables.ts';

/** Name of the order's user in the log. */
const userName = 'person';

/** The result of a user's write: the current order, and whether anything changed. */
export interface Written {
  readonly row: TicketRow;
  readonly changed: boolean;
}

/**
 * Opens a ticket. A repeated client id returns the existing order.
 *
 * @throws Refusal `alreadyProcessed` when the client id belongs to another text, `unfinishedOrder` when too many are
 *   open, `verificationTooOften` past those of a day, `uploadPhotos` for an image that is not the user's own
 */
export async function writeTicket(
  tx: Transaction,
  files: Pick<Files, 'use'>,
  owner: bigint,
  { clientId, title, description, images }: CheckedInput<'POST worker/order/add'>,
  now: number,
): Promise<Written> {
  await lockUser(tx, owner);
  const [known] = await tx.drizzle
    .select()
    .from(tickets)
    .where(and(eq(tickets.owner, owner), eq(tickets.clientId, clientId)));
  if (known !== undefined) {
    if (known.title !== title || known.description !== description) throw new Refusal('alreadyProcessed');
    return { row: known, changed: false };
  }
  await refuseTooManyOpen(tx, owner);
  const [today] = await tx.drizzle
    .select({ orders: count() })
    .from(tickets)
    .where(and(eq(tickets.owner, owner), gt(tickets.at, now - dayMs)));
  if ((today?.orders ?? 0) >= ticketsPerDay) throw new Refusal('verificationTooOften');
  const [row] = await tx.drizzle
    .insert(tickets)
    .values({ owner, clientId, title, description, images, at: now, updatedAt: now })
    .returning();
  if (row === undefined) throw new Error('a ticket was not written');
  if (images.length > 0) await files.use(tx, owner, 'work-order', images, `work order ${row.id}`);
  await log(tx, row.id, 'opened', now);
  return { row, changed: true };
}

/**
 * Writes a reply of the user, which can reopen a closed order for a while, or closes the order. A repeated client id
 * changes nothing.
 *
 * @throws Refusal `notFound` for an order that is not the user's, `alreadyProcessed` when the client id belongs to
 *   another reply, with reason `closed` when the order is closed for good, with reason `replies` when there are too
 *   many; `operationFailed` for an empty reply, `unfinishedOrder` when too many orders are open already, `uploadPhotos`
 */
export async function writeReply(
  tx: Transaction,
  files: Pick<Files, 'use'>,
  owner: bigint,
  reply: CheckedInput<'POST worker/order/reply/add'>,
  now: number,
): Promise<Written> {
  await lockUser(tx, owner);
  const row = await lockOwn(tx, owner, BigInt(reply.order));
  const { clientId, text, images, close } = reply;
  const [known] = await tx.drizzle
    .select()
    .from(ticketReplies)
    .where(and(eq(ticketReplies.owner, owner), eq(ticketReplies.clientId, clientId)));
  if (known !== undefined) {
    const isSame = known.ticket === row.id && known.text === text && (known.kind === 'closed') === close;
    if (!isSame) throw new Refusal('alreadyProcessed');
    return { row, changed: false };
  }
  const saysNothing = text === '' && images.length === 0;
  if (saysNothing && !close) throw new Refusal('operationFailed');
  if (saysNothing && row.state === 'closed') return { row, changed: false };
  await refuseReply(tx, row, close, now);
  const kind = close ? 'closed' : 'text';
  const [written] = await tx.drizzle
    .insert(ticketReplies)
    .values({ ticket: row.id, owner, clientId, author: 'person', kind, text, images, at: now })
    .returning({ id: ticketReplies.id });
  if (written === undefined) throw new Error('a reply was not written');
  if (images.length > 0) await files.use(tx, owner, 'work-order', images, `work order ${row.id}`);
  const [changed] = await tx.drizzle
    .update(tickets)
    .set({
      // An unanswered order stays open; a reply after an answer makes it wait for customer service again.
      state: close ? 'closed' : row.lastAnswer === 0n ? 'open' : 'waiting',
      closedAt: close ? now : null,
      updatedAt: now,
      userReplies: sql`${tickets.userReplies} + 1`,
    })
    .where(eq(tickets.id, row.id))
    .returning();
  if (changed === undefined) throw new Error('a ticket was not written');
  await log(tx, row.id, close ? 'closed' : row.state === 'closed' ? 'reopened' : 'replied', now);
  return { row: changed, changed: true };
}

/** Marks every answer of an order as seen. */
export async function markSeen(tx: Transaction, id: bigint): Promise<TicketRow | null> {
  const [row] = await tx.drizzle
    .update(tickets)
    .set({ seenAnswer: tickets.lastAnswer })
    .where(and(eq(tickets.id, id), gt(tickets.lastAnswer, tickets.seenAnswer)))
    .returning();
  return row ?? null;
}

/** Serialises a user's writes, so that counts are still valid when the next one is written. */
async function lockUser(tx: Transaction, owner: bigint): Promise<void> {
  await tx.client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner]);
}

async function lockOwn(tx: Transaction, owner: bigint, id: bigint): Promise<TicketRow> {
  const [row] = await tx.drizzle
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), eq(tickets.owner, owner)))
    .for('update');
  if (row === undefined) throw new Refusal('notFound');
  return row;
}

async function refuseTooManyOpen(tx: Transaction, owner: bigint): Promise<void> {
  const [open] = await tx.drizzle
    .select({ orders: count() })
    .from(tickets)
    .where(and(eq(tickets.owner, owner), ne(tickets.state, 'closed')));
  if ((open?.orders ?? 0) >= ticketsOpenMax) throw new Refusal('unfinishedOrder', { most: ticketsOpenMax });
}

async function refuseReply(tx: Transaction, row: TicketRow, close: boolean, now: number): Promise<void> {
  const isOver = row.closedAt !== null && now > row.closedAt + ticketReopenMs;
  if (isOver) throw new Refusal('alreadyProcessed', { reason: 'closed' });
  // Closing an open order is always possible; text sent with it is a normal reply.
  if (close && row.state !== 'closed') return;
  if (row.userReplies >= ticketRepliesMax) throw new Refusal('alreadyProcessed', { reason: 'replies' });
  if (!close && row.state === 'closed') await refuseTooManyOpen(tx, row.owner);
}

async function log(
  tx: Transaction,
  ticket: bigint,
  what: 'opened' | 'replied' | 'reopened' | 'closed',
  at: number,
): Promise<void> {
  await tx.drizzle.insert(ticketLog).values({ ticket, at, who: userName, what, reason: '' });
}
