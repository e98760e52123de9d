import { inArray } from 'drizzle-orm';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import type { Notices } from './notices.ts';
import { notices, noticeOutbox } from './tables.ts';

/** A notice that is being published. */
export type DeliveredNotice = typeof notices.$inferSelect;

/**
 * An additional step for each notice, such as a push message; runs in the transaction that removes it from the outbox.
 */
export type DeliveryStep = (tx: Transaction, delivered: readonly DeliveredNotice[]) => Promise<void>;

const deliveredAtOnce = 200;

/**
 * Publishes new notices: to open apps at once, and through `step` to other devices. Each is passed to the step exactly
 * once, even across a restart.
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
    // It may be durable, and would then not be published again. A redundant notification only causes one more query.
    if (error instanceof OutcomeUnknown) notify();
    throw error;
  }
  notify();
  return delivered.length === deliveredAtOnce;
}
