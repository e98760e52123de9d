import type { Draws } from './draws.ts';
import { realImmediate } from './real.ts';

/** Something that happens at its time. */
export interface Planned {
  /** When, in milliseconds of the simulated clock. */
  readonly at: number;
  /** What, as the history of a run shows it. */
  readonly what: string;
  readonly run: () => void | Promise<void>;
}

/**
 * Whose it is: what the exchange's process waits for dies with it, and the world goes on.
 */
export type Part = 'exchange' | 'world';

type Entry = Planned & { readonly nth: number; readonly part: Part; isEnded: boolean };

/**
 * What is going to happen, and the simulated clock: it stands still while something happens, and jumps to whatever comes
 * next. Of two things at the same time the one that was planned first comes first, so that a run depends on nothing but
 * what was drawn.
 */
export class Agenda {
  /** For everything that is drawn about the outside world, such as how long an answer takes. */
  readonly draws: Draws;
  /** Things that were planned or began to wait since the start; while it changes, the program is not at rest. */
  stirred = 0;
  /** Immediates that were set and have not run. */
  immediates = 0;
  /** Things that happened. */
  steps = 0;
  readonly #heap: Entry[] = [];
  #now: number;
  #planned = 0;

  /** @param startMs epoch milliseconds at which the run begins */
  constructor(startMs: number, draws: Draws) {
    this.#now = startMs;
    this.draws = draws;
  }

  /** Milliseconds since the epoch, with fractions. */
  get now(): number {
    return this.#now;
  }

  /** Plans something after a while. @returns what takes it back */
  plan(part: Part, what: string, afterMs: number, run: Planned['run']): () => void {
    this.stirred += 1;
    this.#planned += 1;
    const entry = { at: this.#now + Math.max(0, afterMs), what, run, nth: this.#planned, part, isEnded: false };
    this.#push(entry);
    return () => {
      entry.isEnded = true;
    };
  }

  /** Forgets everything that the exchange's process waits for: it will never go on. */
  killExchange(): void {
    for (const entry of this.#heap) if (entry.part === 'exchange') entry.isEnded = true;
  }

  /** Lets the next thing happen, and waits until the program has nothing to do but wait. @returns null when there is none */
  async step(): Promise<Planned | null> {
    for (;;) {
      const entry = this.#pop();
      if (entry === null) return null;
      if (entry.isEnded) continue;
      this.#now = Math.max(this.#now, entry.at);
      this.steps += 1;
      await entry.run();
      await this.settle();
      return entry;
    }
  }

  /** Waits until everything that runs waits for something planned. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2;) {
      const before = this.stirred;
      await realImmediate();
      const isQuiet = this.stirred === before && this.immediates === 0 && !usesFiles();
      quiet = isQuiet ? quiet + 1 : 0;
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, heap[parent] as Entry)) break;
      heap[at] = heap[parent] as Entry;
      at = parent;
    }
    heap[at] = entry;
  }

  #pop(): Entry | null {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined) return null;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child += 1;
      if (!isBefore(heap[child] as Entry, last)) break;
      heap[at] = heap[child] as Entry;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.at < other.at || (one.at === other.at && one.nth < other.nth);
}

/** Whether a file is opened, read, written or closed right now, which ends by itself. */
function usesFiles(): boolean {
  return process.getActiveResourcesInfo().some((resource) => resource.includes('Req'));
}
