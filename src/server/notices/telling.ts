import { inArray } from 'drizzle-orm';
import type { Closers } from '../closers.ts';
import type { Logger } from '../log.ts';
import { repeat } from '../repeating.ts';
import type { Database, Transaction } from '../store/database.ts';
import { OutcomeUnknown } from '../store/outcome-unknown.ts';
import type { Troubles } from '../troubles.ts';
import type { Notices } from './notices.ts';
import { notices, noticesUntold } from './tables.ts';

/** A notice that is being told. */
export type ToldNotice = typeof notices.$inferSelect;

/** What else is done with a notice, such as a message to a phone; in the transaction that marks it told. */
export type TellingStep = (tx: Transaction, told: readonly ToldNotice[]) => Promise<void>;

/** A notice of the operator, who writes beside the exchange, is heard of this soon. */
const tellEveryMs = 1_000;
const toldAtOnce = 200;

/**
 * Tells of notices that were written since: open apps at once, and through `step` whoever put the phone away. Each is
 * handed to the step once, also across a restart.
 *
 * @returns whether there may be more
 */
export async function tellNotices(database: Database, known: Pick<Notices, 'changed'>, step: TellingStep) {
  let told: readonly ToldNotice[] = [];
  const tell = () => {
    for (const owner of new Set(told.map((row) => row.owner))) known.changed(owner);
  };
  const work = async (tx: Transaction) => {
    told = [];
    const due = tx.drizzle
      .select({ notice: noticesUntold.notice })
      .from(noticesUntold)
      .orderBy(noticesUntold.notice)
      .limit(toldAtOnce)
      .for('update', { skipLocked: true });
    const taken = await tx.drizzle.delete(noticesUntold).where(inArray(noticesUntold.notice, due)).returning();
    if (taken.length === 0) return;
    const ids = taken.map(({ notice }) => notice);
    const rows = await tx.drizzle.select().from(notices).where(inArray(notices.id, ids)).orderBy(notices.id);
    await step(tx, rows);
    told = rows;
  };
  try {
    await database.transaction(work);
  } catch (error) {
    // It may be durable, and then nobody is told again. Told for nothing, an app only looks once more.
    if (error instanceof OutcomeUnknown) tell();
    throw error;
  }
  tell();
  return told.length === toldAtOnce;
}

/** Tells notices for as long as the exchange runs. */
export function openTelling(
  ground: {
    readonly database: Database;
    readonly logger: Logger;
    readonly closers: Closers;
    readonly troubles?: Troubles;
  },
  known: Pick<Notices, 'changed'>,
  step: TellingStep,
): void {
  const tellAll = async (isClosed: () => boolean) => {
    while (!isClosed() && (await tellNotices(ground.database, known, step)));
  };
  const telling = repeat(ground.logger, 'tell notices', tellEveryMs, tellAll, ground.troubles);
  ground.closers.add('telling notices', () => telling.close());
}
