import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock/clock.ts';

/** A part of the exchange that is failing and retries automatically, or waits for a human. */
interface Trouble {
  readonly part: string;
  /** When it first failed, in epoch milliseconds. */
  readonly since: number;
  /** How often it has failed since, or how many items wait. */
  readonly times: number;
}

/** Which parts of the exchange are in trouble now. Parts report themselves; health and metrics read it. */
export interface Troubles {
  failing(part: string): void;
  working(part: string): void;
  /** Items of a part wait for a human, the first of them since `since`; none when it is null. */
  waiting(part: string, things: { readonly count: number; readonly since: number | null }): void;
  /** Longest lasting first. */
  list(): readonly Trouble[];
}

/** Parts have fixed names, so their number is bounded by the code. */
export function createTroubles(clock: Clock): Troubles {
  const troubles = new Map<string, Trouble>();
  return {
    failing(part) {
      const before = troubles.get(part);
      troubles.set(part, { part, since: before?.since ?? clock(), times: (before?.times ?? 0) + 1 });
    },
    working(part) {
      troubles.delete(part);
    },
    waiting(part, { count, since }) {
      if (since === null) troubles.delete(part);
      else troubles.set(part, { part, since, times: count });
    },
    list: () => [...troubles.values()].toSorted((a, b) => a.since - b.since),
  };
}

/** For callers that do not need them. */
export const noTroubles: Troubles = {
  failing: () => undefined,
  working: () => undefined,
  waiting: () => undefined,
  list: () => [],
};

/** A gauge of how long each part has been in trouble. */
export function measureTroubles(troubles: Pick<Troubles, 'list'>, clock: Clock, registry: Registry): void {
  const seconds: Gauge<'part'> = new Gauge({
    name: 'dunlin_trouble_seconds',
    help: 'How long a part of the exchange has been failing; absent while it works.',
    labelNames: ['part'],
    registers: [registry],
    collect() {
      seconds.reset();
      for (const { part, since } of troubles.list()) seconds.set({ part }, (clock() - since) / 1_000);
    },
  });
}
