import * as fc from 'fast-check';
import { expect } from 'vitest';
import { allRuns } from '../../../tests/depth.ts';

/** Something with states, known by what was done to it alone. */
export interface NaiveStates<State, Event> {
  readonly state: State;
  may(event: Event): boolean;
  apply(event: Event): void;
}

/**
 * Walks a table of states by chance, beside a naive one that has to agree with it after every event.
 *
 * @returns how many different steps were taken
 */
export function walkStates<State extends string, Event extends string, Naive extends NaiveStates<State, Event>>(walk: {
  readonly first: State;
  readonly events: readonly Event[];
  readonly after: (state: State, event: Event) => State | null;
  readonly naive: () => Naive;
  /** Events per walk. */
  readonly length: { readonly minLength?: number; readonly maxLength: number };
  readonly alsoHolds: (state: State, naive: Naive) => void;
}): number {
  const reached = new Set<string>();
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...walk.events), { ...walk.length, size: 'max' }), (events) => {
      const naive = walk.naive();
      let state = walk.first;
      for (const event of events) {
        const next = walk.after(state, event);
        expect(next !== null, `${event} in ${state}`).toBe(naive.may(event));
        if (next === null) continue;
        reached.add(`${state} ${event}`);
        naive.apply(event);
        state = next;
        expect(state).toBe(naive.state);
        walk.alsoHolds(state, naive);
      }
    }),
    { numRuns: allRuns(2_000) },
  );
  return reached.size;
}
