import { Retries } from '#server/core/jobs/retries.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { OrderChanges } from '../changes.ts';
import type { OrdersDeps } from '../deps.ts';
import { type OrderDone, withoutCoins } from '../ending.ts';
import { notifyOfOrder } from '../order-notices.ts';
import { isEnded } from '../rules.ts';
import { lockOrder, writeEvent, writeOrder } from '../store.ts';
import { openCaseAppeal } from './case-appeal.ts';
import { markAnnounced, unannouncedCases } from './case-rows.ts';

/** Cases announced per run. */
const announcedAtOnce = 200;

/**
 * Notifies both sides of orders that got a case, each once: a line in the record and in the conversation, and a notice.
 * One that is paid goes under appeal with it. What it creates runs as a job and returns how many orders it changed.
 */
export function createCaseAnnouncements(deps: OrdersDeps, changes: OrderChanges): () => Promise<number> {
  const { database, clock, logger } = deps;
  const retries = new Retries<bigint>(clock, (error, order) =>
    logger.error({ err: error, order: order.toString() }, 'the case of a fiat order could not be announced'),
  );
  return async function announceCases(): Promise<number> {
    let announced = 0;
    for (const id of await unannouncedCases(database.pool, announcedAtOnce + retries.failing.count)) {
      await retries.attempt(id, async () => {
        const done = await database.transaction((tx) => announce(tx, deps, id, clock()));
        changes.changed(done);
        if (done !== null) announced += 1;
      });
    }
    return announced;
  };
}

async function announce(tx: Transaction, deps: OrdersDeps, id: bigint, now: number): Promise<OrderDone | null> {
  const row = await lockOrder(tx, id);
  if (row === null) throw new Error(`a case of fiat order ${id}, which is not there`);
  // One that has ended meanwhile needs nobody: its end was announced.
  if (!(await markAnnounced(tx, id, now)) || isEnded(row.state)) return null;
  await writeEvent(tx, id, 'case', 'system', now);
  await notifyOfOrder(tx, deps, row, ['buyer', 'seller'], 'case');
  return withoutCoins(
    row.state === 'paid' ? await openCaseAppeal(tx, deps, row, now) : await writeOrder(tx, row, {}, now),
  );
}
