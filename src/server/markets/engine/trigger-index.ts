import type { Ticks } from '#protocol/core/brand.ts';
import { createRequire } from 'node:module';
import type sortedBtree from 'sorted-btree';

// The package is CommonJS, and loaders disagree on its default export; `require` is unambiguous.
const { default: SortedTree } = createRequire(import.meta.url)('sorted-btree') as typeof sortedBtree;

/** Why a mark price closes a position, most urgent first. */
export const triggerReasons = ['forced', 'stop-loss', 'take-profit'] as const;
export type TriggerReason = (typeof triggerReasons)[number];

/** Fires when the mark price falls to or rises to a price. */
export interface Trigger {
  readonly reason: TriggerReason;
  readonly when: 'falls-to' | 'rises-to';
  readonly ticks: Ticks;
}

/** A position whose trigger fired. */
interface Crossed {
  readonly id: number;
  readonly reason: TriggerReason;
}

interface Entry {
  readonly id: number;
  readonly trigger: Trigger;
}

/**
 * The sorted trigger prices of all positions, so that a mark price visits only those it crosses: the cost of a tick
 * grows with what it crosses, not with what is open.
 */
export class TriggerIndex {
  readonly #falls = new SortedTree<number, Set<Entry>>(undefined, (a, b) => b - a);
  readonly #rises = new SortedTree<number, Set<Entry>>(undefined, (a, b) => a - b);
  readonly #entries = new Map<number, readonly Entry[]>();

  /** Replaces a position's triggers. */
  set(id: number, triggers: readonly Trigger[]): void {
    this.remove(id);
    if (triggers.length === 0) return;
    const entries = triggers.map((trigger) => ({ id, trigger }));
    this.#entries.set(id, entries);
    for (const entry of entries) {
      const tree = this.#tree(entry.trigger);
      const level = tree.get(entry.trigger.ticks);
      if (level === undefined) tree.set(entry.trigger.ticks, new Set([entry]));
      else level.add(entry);
    }
  }

  remove(id: number): void {
    for (const entry of this.#entries.get(id) ?? []) {
      const tree = this.#tree(entry.trigger);
      const level = tree.get(entry.trigger.ticks);
      level?.delete(entry);
      if (level?.size === 0) tree.delete(entry.trigger.ticks);
    }
    this.#entries.delete(id);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Positions closed by a mark price, each once by its most urgent reason: liquidations first, then by id. */
  crossed(markTicks: Ticks): Crossed[] {
    const found = new Map<number, TriggerReason>();
    const look = ({ id, trigger: { reason } }: Entry) => {
      const known = found.get(id);
      if (known === undefined || urgency(reason) < urgency(known)) found.set(id, reason);
    };
    for (const [ticks, level] of this.#falls.entries()) {
      if (ticks < markTicks) break;
      for (const entry of level) look(entry);
    }
    for (const [ticks, level] of this.#rises.entries()) {
      if (ticks > markTicks) break;
      for (const entry of level) look(entry);
    }
    return [...found]
      .map(([id, reason]) => ({ id, reason }))
      .toSorted((a, b) => urgency(a.reason) - urgency(b.reason) || a.id - b.id);
  }

  #tree({ when }: Trigger) {
    return when === 'falls-to' ? this.#falls : this.#rises;
  }
}

function urgency(reason: TriggerReason): number {
  return triggerReasons.indexOf(reason);
}
