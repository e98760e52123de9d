import { pino } from 'pino';
import type { Clock } from '../../core/clock/clock.ts';
import { gateForTest } from '../../core/gate/testing.ts';
import { createLedger } from '../../core/ledger/ledger.ts';
import type { Database } from '../../core/store/database.ts';
import type { LaunchDeps } from './deps.ts';

/** A failure that was made on purpose. */
export class MadeFailure extends Error {}

/** Which of the next transactions fails, and how: undone at its commit, or done with its answer lost. */
export interface NextFailure {
  /** Transactions that still succeed; null for no failure. */
  after: number | null;
  how: 'undone' | 'unheard';
}

/** The store, with failures that a test asks for. */
export function failingDatabase(database: Database, next: NextFailure): Database {
  return {
    ...database,
    async transaction(work, isolation) {
      if (next.after === null || next.after-- > 0) return database.transaction(work, isolation);
      next.after = null;
      if (next.how === 'unheard') {
        await database.transaction(work, isolation);
        throw new MadeFailure('the answer is lost');
      }
      return database.transaction(async (tx) => {
        await work(tx);
        throw new MadeFailure('nothing was written');
      }, isolation);
    },
  };
}

/** What the area works with in tests: a clock that the test holds, and a gate. */
export function launchDepsForTest(
  database: Database,
  clock: Clock,
): LaunchDeps & { gate: ReturnType<typeof gateForTest> } {
  return {
    database,
    clock,
    ledger: createLedger(),
    logger: pino({ level: 'silent' }),
    gate: gateForTest(),
    config: { mode: 'practice', makers: 'off' },
    notices: { changed: () => undefined },
  };
}
