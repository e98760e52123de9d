import { listCoin, NotListed } from '#server/core/instrument-acts/list.ts';
import type { Signed } from '#server/core/gate/stops.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { ReviewEffect } from '#server/accounts/reviews/reviews.ts';
import { aboutApplication, type ListingApplicationsDeps } from './deps.ts';
import { type ApplicationRow, listingOf } from './rules.ts';
import { lockApplication, writeApplication } from './store.ts';

/** What the listing's log says of a coin that the policy of practice mode accepts. */
const acceptedReason = 'an application was accepted';

/**
 * The effect of a decision on an application: an accepted one lists the coin and its pair in the same transaction, and the
 * running exchange opens the market within a second. What cannot be listed is refused, with what is wrong.
 */
export function coinReviewEffect(deps: ListingApplicationsDeps): ReviewEffect {
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
