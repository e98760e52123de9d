import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock/clock.ts';

/** A part of the exchange that does not do its work at the moment and tries again by itself, or waits for users. */
export interface Trouble {
  readonly part: string;
  /** When it failed first, in epoch milliseconds. */
  readonly since: number;
  /** How often it failed since, or how many things wait. */
  readonly times: number;
}

/** What of the exchange is in trouble now. Parts report themselves; health and metrics read it. */
export interface Troubles {
  failing(part: string): void;
  working(part: string): void;
  /** Things of a part wait for users, the first of them since a moment; none do when `since` is null. */
  waiting(part: string, things: { readonly count: number; readonly since: number | null }): void;
  /** The longest lasting first. */
  list(): readonly Trouble[];
}

/** Parts have fixed names, so there are never more than the code has of them. */
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

/** Where nobody asks. */
export const noTroubles: Troubles = {
  failing: () => undefined,
  working: () => undefined,
  waiting: () => undefined,
  list: () => [],
};

/** How long each part has been in trouble, whenever the figures are asked for. */
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
