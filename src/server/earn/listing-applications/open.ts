import type { Area } from '#server/core/areas/area.ts';
import { type ListingApplicationHandlers, createListingApplicationHandlers } from './calls.ts';
import { type ListingApplicationsDeps, aboutApplication } from './deps.ts';
import { createDueApplications } from './due.ts';
import { listCoin, NotListed } from '#server/core/instrument-acts/list.ts';
import type { Signed } from '#server/core/gate/stops.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { ReviewEffect } from '#server/accounts/reviews/reviews.ts';
import { type ApplicationRow, listingOf } from './rules.ts';
import { lockApplication, writeApplication } from './store.ts';

const dueEveryMs = 1_000;

/** Applications to list a coin, of a running exchange. */
export interface OpenedListingApplications extends Area<ListingApplicationHandlers> {
  /** Notifies those who are due to hear something, as the job does. @returns how many */
  readonly handleDue: () => Promise<number>;
}

/** Opens applications to list a coin, and registers the effect of their reviews. */
export function openListingApplications(deps: ListingApplicationsDeps): OpenedListingApplications {
  deps.reviews.onDecision('listing', coinReviewEffect(deps));
  const handleDue = createDueApplications(deps);
  return {
    calls: createListingApplicationHandlers(deps),
    jobs: [{ name: 'notify who applied for a coin', everyMs: dueEveryMs, run: handleDue }],
    handleDue,
  };
}

/** What the listing's log says of a coin that the policy of practice mode accepts. */
const acceptedReason = 'an application was accepted';

/**
 * The effect of a decision on an application: an accepted one lists the coin and its pair in the same transaction, and the
 * running exchange opens the market within a second. What cannot be listed is refused, with what is wrong.
 */
function coinReviewEffect(deps: ListingApplicationsDeps): ReviewEffect {
  const { clock, notices, config } = deps;
  return async (tx, { subject }, { approved, reason, by }) => {
    const row = await lockApplication(tx, subject);
    if (row === null || row.decidedAt !== null) throw new Error(`application ${subject} is not open`);
    const now = clock();
    const signed = { by, reason: reason === '' ? acceptedReason : reason, at: now };
    const faults = approved ? await list(tx, row, config.mode, signed) : [reason];
    const decided = { decidedAt: now, answerBy: null, isHeard: true };
    if (faults === null) {
      const pair = `${row.symbol}${listingOf(row, config.mode).pair?.quote ?? ''}`;
      await writeApplication(tx, row.id, { ...decided, state: 'listed', pair });
      await notices.send(tx, row.owner, 'account', 'notice/coin-listed', { coin: row.symbol, pair }, aboutApplication);
    } else {
      const why = faults.join('; ');
      await writeApplication(tx, row.id, { ...decided, state: 'refused', reason: why });
      await notices.send(
        tx,
        row.owner,
        'account',
        'notice/coin-refused',
        { coin: row.symbol, reason: why },
        aboutApplication,
      );
    }
    return () => notices.changed(row.owner);
  };
}

/** Lists the coin with its pair. @returns null; or why it cannot be, with nothing written */
async function list(
  tx: Transaction,
  row: ApplicationRow,
  mode: ListingApplicationsDeps['config']['mode'],
  signed: Signed,
): Promise<readonly string[] | null> {
  await tx.client.query('SAVEPOINT listing');
  try {
    await listCoin(tx, listingOf(row, mode), signed);
    return null;
  } catch (error) {
    if (!(error instanceof NotListed)) throw error;
    await tx.client.query('ROLLBACK TO SAVEPOINT listing');
    return error.faults;
  }
}
