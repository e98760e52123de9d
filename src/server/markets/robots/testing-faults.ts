import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import type { Database } from '#server/core/store/database.ts';
import type { RobotsDeps } from './deps.ts';

/** What a test cuts off. */
class Cut extends Error {}

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

type Submitting = Pick<RobotsDeps['spot'] | RobotsDeps['contracts'], 'submit'>;

/** A book, or contracts, that do what they are asked, and lose one answer. */
export function losingAnswer<Books extends Submitting>(books: Books, isNow: () => boolean): Books {
  return submittingBy(books, async (submit) => {
    const answer = await submit();
    if (isNow()) throw new OutcomeUnknown('an order of a test');
    return answer;
  });
}

/** A book, or contracts, that never hear of one request. */
export function losingRequest<Books extends Submitting>(books: Books, isNow: () => boolean): Books {
  return submittingBy(books, async (submit) => {
    if (isNow()) throw new OutcomeUnknown('an order of a test');
    return submit();
  });
}

/** Everything else is done by the books themselves, on whose state it depends. */
function submittingBy<Books extends Submitting>(
  books: Books,
  by: (submit: () => Promise<unknown>) => Promise<unknown>,
): Books {
  const submit = books.submit.bind(books) as (...asked: readonly unknown[]) => Promise<unknown>;
  return new Proxy(books, {
    get(target, name) {
      if (name === 'submit') return (...asked: readonly unknown[]) => by(() => submit(...asked));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
