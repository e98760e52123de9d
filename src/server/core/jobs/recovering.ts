/** Steps over state that is held in memory beside the store. */
export interface Recovering {
  /**
   * Runs one step. When it throws, nobody knows what of it is durable: memory may be behind the store or ahead of it, so
   * the next step loads it again first. Steps must not overlap.
   */
  step<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Has the next step load first, as when the store was away. */
  doubt(): void;
}

/** @param load makes memory what the store says; called before the first step only after `doubt` */
export function recovering(load: () => Promise<void>): Recovering {
  let isDoubtful = false;
  return {
    async step(work) {
      if (isDoubtful) await load();
      // Until the work is through, an end in the middle leaves it doubtful.
      isDoubtful = true;
      const result = await work();
      isDoubtful = false;
      return result;
    },
    doubt() {
      isDoubtful = true;
    },
  };
}

/**
 * Runs one piece of work after another, also behind one that failed.
 *
 * @throws what failed, once all had their turn
 */
export async function allInTurn(works: Iterable<() => Promise<unknown>>, what: string): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `several failed: ${what}`);
  if (failures.length > 0) throw failures[0];
}
