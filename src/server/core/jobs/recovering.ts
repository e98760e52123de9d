/** Runs steps over in-memory state that mirrors the store. */
export interface Recovering {
  /**
   * Runs one step. When it throws, it is unknown what became durable: memory may be behind the store or ahead of it, so
   * the next step reloads it first. Steps must not overlap.
   */
  step<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Makes the next step reload first, as after a store outage. */
  doubt(): void;
}

/** @param load reloads memory from the store; called before the first step only after `doubt` */
export function recovering(load: () => Promise<void>): Recovering {
  let isDoubtful = false;
  return {
    async step(work) {
      if (isDoubtful) await load();
      // Until the work has completed, an interruption leaves the state in doubt.
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
 * Runs pieces of work one after another, continuing after failures.
 *
 * @throws the failures, once all have run
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
