import { inArray } from 'drizzle-orm';
import type { Closers } from '../../core/jobs/closers.ts';
import type { Logger } from '../../core/log/log.ts';
import { repeat } from '../../core/jobs/repeating.ts';
import type { Database, Transaction } from '../../core/store/database.ts';
import { OutcomeUnknown } from '../../core/failures/outcome-unknown.ts';
import type { Troubles } from '../../core/jobs/troubles.ts';
import type { Notices } from './notices.ts';
import { notices, noticeOutbox } from './tables.ts';

/** A notice that is being told. */
export type DeliveredNotice = typeof notices.$inferSelect;

/** What else is done with a notice, such as a message to a phone; in the transaction that marks it told. */
export type DeliveryStep = (tx: Transaction, delivered: readonly DeliveredNotice[]) => Promise<void>;

/** A notice of the operator, who writes beside the exchange, is heard of this soon. */
const deliverEveryMs = 1_000;
const deliveredAtOnce = 200;

/**
 * Tells of notices that were written since: open apps at once, and through `step` whoever put the phone away. Each is
 * handed to the step once, also across a restart.
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
    // It may be durable, and then nobody is told again. Told for nothing, an app only looks once more.
    if (error instanceof OutcomeUnknown) notify();
    throw error;
  }
  notify();
  return delivered.length === deliveredAtOnce;
}

/** Tells notices for as long as the exchange runs. */
export function openNotificationOutbox(
  deps: {
    readonly database: Database;
    readonly logger: Logger;
    readonly closers: Closers;
    readonly troubles?: Troubles;
  },
  known: Pick<Notices, 'changed'>,
  step: DeliveryStep,
): void {
  const deliverAll = async (isClosed: () => boolean) => {
    while (!isClosed() && (await deliverNotices(deps.database, known, step)));
  };
  const delivering = repeat(deps.logger, 'tell notices', deliverEveryMs, deliverAll, deps.troubles);
  deps.closers.add('telling notices', () => delivering.close());
}
