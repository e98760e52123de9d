import type { Clock } from '../clock/clock.ts';
import { instruments } from '../instruments/instruments.ts';
import type { Logger } from '../log/log.ts';
import type { Database } from '../store/database.ts';
import { movePair, NotListed } from './list.ts';

/** How often pairs are looked at whose opening or end is set. */
export const dueEveryMs = 1_000;

interface DuePairsDeps {
  readonly database: Pick<Database, 'transaction'>;
  /** Cancels every order of a pair, and answers how many are left. */
  readonly cancelAll: (pair: string) => Promise<number>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Does what is due in the lives of pairs, once each and also after a restart: an announced pair opens, and so does one
 * whose call auction ends: what it collected is uncrossed before it trades. The orders of one that closes are cancelled
 * so that what they hold returns, and it is closed when none is left. A change is a line of the operators' log like any
 * other, and the markets follow it.
 */
export async function handleDuePairs({ database, cancelAll, clock, logger }: DuePairsDeps): Promise<void> {
  const now = clock();
  const isDue = (at: number | null) => at !== null && at <= now;
  const move = async (id: string, to: 'open' | 'closed', reason: string) => {
    try {
      await database.transaction((tx) => movePair(tx, id, { to }, { by: 'exchange', reason, at: clock() }));
    } catch (error) {
      // An operator decided otherwise meanwhile, which is followed within a second.
      if (!(error instanceof NotListed)) throw error;
      logger.warn({ err: error, pair: id }, 'a pair was moved meanwhile');
    }
  };
  for (const { id, state, opensAt, cancelsAt, closesAt } of instruments.pairs) {
    const opens = state === 'announced' || state === 'auction';
    if (opens && isDue(opensAt)) await move(id, 'open', 'its opening has come');
    if (state !== 'closing' || !isDue(cancelsAt)) continue;
    const left = await cancelAll(id);
    if (left > 0) logger.error({ pair: id, left }, 'orders of a pair that closes could not be cancelled yet');
    else if (isDue(closesAt)) await move(id, 'closed', 'its end has come');
  }
}
