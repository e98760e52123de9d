import { OutcomeUnknown } from '../../core/failures/outcome-unknown.ts';
import type { Database } from '../../core/store/database.ts';
import type { RobotsDeps } from './deps.ts';

/** What a test cuts off. */
export class Cut extends Error {}

/** Whether a count has come to what a test waits for: once, then never again. */
export function onceAt(nth: number): () => boolean {
  let count = 0;
  return () => (count += 1) === nth;
}

/** A store of which one transaction fails before it commits. */
export function failingBefore(database: Database, isNow: () => boolean): Database {
  return {
    ...database,
    transaction: (work, isolation) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        if (isNow()) throw new Cut();
        return result;
      }, isolation),
  };
}

/** A store of which the answer to one COMMIT is lost. */
export function losingCommit(database: Database, isNow: () => boolean): Database {
  return {
    ...database,
    async transaction(work, isolation) {
      const result = await database.transaction(work, isolation);
      if (isNow()) throw new OutcomeUnknown('a transaction of a test');
      return result;
    },
  };
}

/** A book that does what it is asked, and loses one answer. */
export function losingAnswer(spot: RobotsDeps['spot'], isNow: () => boolean): RobotsDeps['spot'] {
  return {
    ...spot,
    async submit(...request) {
      const order = await spot.submit(...request);
      if (isNow()) throw new OutcomeUnknown('an order of a test');
      return order;
    },
  };
}

/** A book that never hears of one request. */
export function losingRequest(spot: RobotsDeps['spot'], isNow: () => boolean): RobotsDeps['spot'] {
  return {
    ...spot,
    async submit(...request) {
      if (isNow()) throw new OutcomeUnknown('an order of a test');
      return spot.submit(...request);
    },
  };
}
