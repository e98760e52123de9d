import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { workOrderRepliesMax } from '../../../protocol/core/limits.ts';
import type { Files } from '../../accounts/files/files.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Database } from '../../core/store/database.ts';
import { repliesOf, type TicketReplyRow, type TicketRow } from './read-tickets.ts';
import { workOrderLog, workOrderReplies, workOrders } from './tables.ts';

/** Operator actions on work orders, outside the running exchange, which notifies the user within about a second. */

/** Lines per listing. */
export const listedAtOnce = 100;
/** Maximum length of the operator's name, in characters. */
export const operatorNameMax = 100;

/** One line of the log. */
export type TicketLogLine = typeof workOrderLog.$inferSelect;

/** Orders that wait for customer service, longest wait first; with `all`, all orders, newest first. */
export async function listOrders({ drizzle }: Database, all: boolean): Promise<TicketRow[]> {
  return drizzle
    .select()
    .from(workOrders)
    .where(all ? undefined : inArray(workOrders.state, ['open', 'waiting']))
    .orderBy(all ? desc(workOrders.id) : asc(workOrders.updatedAt))
    .limit(listedAtOnce);
}

/** One order with its replies, or null. */
export async function readOrder(
  database: Database,
  id: bigint,
): Promise<{ readonly order: TicketRow; readonly replies: TicketReplyRow[] } | null> {
  const [order] = await database.drizzle.select().from(workOrders).where(eq(workOrders.id, id));
  return order === undefined ? null : { order, replies: await repliesOf(database, id) };
}

/** The images of an order and its replies in sending order, for the operator. */
export async function imagesOfOrder(
  files: Pick<Files, 'readAny'>,
  { order, replies }: { readonly order: TicketRow; readonly replies: readonly TicketReplyRow[] },
): Promise<{ name: string; bytes: Buffer }[]> {
  const ids = [...order.images, ...replies.flatMap((reply) => reply.images)];
  const images: { name: string; bytes: Buffer }[] = [];
  for (const [index, id] of ids.entries()) {
    const bytes = await files.readAny(id);
    if (bytes === null) throw new Error(`image ${index + 1} of work order ${order.id} is not there`);
    images.push({ name: String(index + 1), bytes });
  }
  return images;
}

/** Logs that an operator viewed an order with its images. */
export async function logLook({ drizzle }: Database, workOrder: bigint, who: string, at: number): Promise<void> {
  await drizzle.insert(workOrderLog).values({ workOrder, at, who, what: 'looked', reason: '' });
}

/** The newest lines of the log, newest first; of one order when it is named. */
export async function readOrderLog({ drizzle }: Database, order: bigint | null): Promise<TicketLogLine[]> {
  return drizzle
    .select()
    .from(workOrderLog)
    .where(order === null ? undefined : eq(workOrderLog.workOrder, order))
    .orderBy(desc(workOrderLog.id))
    .limit(listedAtOnce);
}

/** An operator's reply, with a name that is logged but not shown to the user. */
export interface Saying {
  readonly text: string;
  readonly by: string;
}

/**
 * Answers a work order; an answer to a closed one reopens it.
 *
 * @throws Refusal `notFound`, `alreadyProcessed` when the order has the maximum number of answers
 */
export function answerOrder(database: Database, id: bigint, saying: Saying, now: number): Promise<void> {
  return say(database, id, saying, 'text', now);
}

/**
 * Closes a work order; the user reads the reason.
 *
 * @throws Refusal `notFound`, `alreadyProcessed` when it is closed already
 */
export function closeOrder(database: Database, id: bigint, saying: Saying, now: number): Promise<void> {
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
    const [row] = await tx.drizzle.select().from(workOrders).where(eq(workOrders.id, id)).for('update');
    if (row === undefined) throw new Refusal('notFound');
    const closes = kind === 'closed';
    if (closes ? row.state === 'closed' : row.supportReplies >= workOrderRepliesMax)
      throw new Refusal('alreadyProcessed');
    const [reply] = await tx.drizzle
      .insert(workOrderReplies)
      .values({ workOrder: id, owner: row.owner, author: 'support', kind, text, images: [], at: now })
      .returning({ id: workOrderReplies.id });
    if (reply === undefined) throw new Error('a reply was not written');
    await tx.drizzle
      .update(workOrders)
      .set({
        state: closes ? 'closed' : 'answered',
        closedAt: closes ? now : null,
        updatedAt: now,
        lastAnswer: reply.id,
        supportReplies: sql`${workOrders.supportReplies} + 1`,
        unannounced: closes ? 'closed' : 'answered',
      })
      .where(eq(workOrders.id, id));
    const what = closes ? 'closed' : 'answered';
    await tx.drizzle.insert(workOrderLog).values({ workOrder: id, at: now, who: by, what, reason: closes ? text : '' });
  });
}
