import { inArray } from 'drizzle-orm';
import type { Database, Transaction } from '../../core/store/database.ts';
import { OutcomeUnknown } from '../../core/failures/outcome-unknown.ts';
import type { Notices } from './notices.ts';
import { notices, noticeOutbox } from './tables.ts';

/** A notice that is being published. */
export type DeliveredNotice = typeof notices.$inferSelect;

/** What else is done with a notice, such as a message to a phone; in the transaction that takes it out of the outbox. */
export type DeliveryStep = (tx: Transaction, delivered: readonly DeliveredNotice[]) => Promise<void>;

const deliveredAtOnce = 200;

/**
 * Publishes notices that were written since: to open apps at once, and through `step` to whoever put the phone away. Each
 * is handed to the step once, also across a restart.
 *
 * @returns whether there may be more
 */
export async function deliverNotices(database: Database, known: Pick<Notices, 'changed'>, step: DeliveryStep) {
  let delivered: readonly DeliveredNotice[] = [];
  const notify = () => {
    for (const owner of new Set(delivered.map((row) => row.owner))) known.changed(owner);
  };
  const work = async (tx: Transaction) => {
    delivered = [];
    const due = tx.drizzle
      .select({ notice: noticeOutbox.notice })
      .from(noticeOutbox)
      .orderBy(noticeOutbox.notice)
      .limit(deliveredAtOnce)
      .for('update', { skipLocked: true });
    const taken = await tx.drizzle.delete(noticeOutbox).where(inArray(noticeOutbox.notice, due)).returning();
    if (taken.length === 0) return;
    const ids = taken.map(({ notice }) => notice);
    const rows = await tx.drizzle.select().from(notices).where(inArray(notices.id, ids)).orderBy(notices.id);
    await step(tx, rows);
    delivered = rows;
  };
  try {
    await database.transaction(work);
  } catch (error) {
    // It may be durable, and then nobody is notified again. Notified for nothing, an app only looks once more.
    if (error instanceof OutcomeUnknown) notify();
    throw error;
  }
  notify();
  return delivered.length === deliveredAtOnce;
}
