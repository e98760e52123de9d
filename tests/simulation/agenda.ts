import * as inspector from 'node:inspector';
import type { Part } from './parts.ts';
import { realImmediate } from './real.ts';

type Work = () => void | Promise<void>;

interface Event {
  /** When, in milliseconds of the simulated clock. */
  at: number;
  readonly nth: number;
  readonly part: Part;
  readonly work: Work;
  isCancelled: boolean;
}

/**
 * The events to come, and the simulated clock: it stands still during an event and jumps to the next. Of two events at
 * the same time the one that was planned first comes first, so that a run depends on its draws alone.
 */
export class Agenda {
  /** Events that were planned and immediates that ran; while it changes, the program is not at rest. */
  stirred = 0;
  /** Immediates that were set and have not run. */
  immediates = 0;
  /** Events that happened. */
  steps = 0;
  /** How far the clock of the exchange's machine is ahead of true time, in milliseconds. */
  clockAheadMs = 0;
  /** Until then the exchange's process stands still. */
  #pausedUntil = 0;
  readonly #stopAt: number | null;
  readonly #heap: Event[] = [];
  #now: number;
  #planned = 0;

  /**
   * @param startMs epoch milliseconds at which the run begins
   * @param stopAt the number of a step before which it waits for a debugger; null for none
   */
  constructor(startMs: number, stopAt: number | null = null) {
    this.#now = startMs;
    this.#stopAt = stopAt;
  }

  /** Milliseconds since the epoch, with fractions. */
  get now(): number {
    return this.#now;
  }

  /** Plans an event after a while. @returns cancels it */
  plan(part: Part, afterMs: number, work: Work): () => void {
    this.stirred += 1;
    this.#planned += 1;
    const event = { at: this.#now + Math.max(0, afterMs), nth: this.#planned, part, work, isCancelled: false };
    this.#push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Waits as somebody outside of the exchange does. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.plan('world', milliseconds, resolve);
    });
  }

  /** Lets the exchange's process stand still: what it waits for happens afterwards, in its order. */
  pauseExchange(milliseconds: number): void {
    this.#pausedUntil = this.#now + milliseconds;
  }

  /** Cancels everything that a process waits for: it never goes on. */
  kill(part: Part): void {
    if (part === 'exchange') this.#pausedUntil = 0;
    for (const event of this.#heap) if (event.part === part) event.isCancelled = true;
  }

  /** Whether nothing happens within a while: no request is on its way. @throws Error when nothing is planned */
  isQuietFor(milliseconds: number): boolean {
    const event = this.#next();
    this.#push(event);
    return event.at > this.#now + milliseconds;
  }

  /** Lets time pass as on a machine that sleeps: what was due meanwhile happens at its end. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Lets time pass in which nothing happens: everything that is planned comes as much later. */
  skip(milliseconds: number): void {
    this.#now += milliseconds;
    for (const event of this.#heap) event.at += milliseconds;
  }

  /** Runs the next event, and waits until the program is at rest. @throws Error when nothing is planned */
  async step(): Promise<void> {
    const event = this.#next();
    this.#now = Math.max(this.#now, event.at);
    this.steps += 1;
    if (this.steps === this.#stopAt) stopForDebugger();
    await event.work();
    await this.settle();
  }

  /** Waits until the program does nothing but wait for events. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2;) {
      const before = this.stirred;
      await realImmediate();
      const isQuiet = this.stirred === before && this.immediates === 0 && !usesFiles();
      quiet = isQuiet ? quiet + 1 : 0;
    }
  }

  /** @throws Error when nothing is planned */
  #next(): Event {
    for (;;) {
      const event = this.#pop();
      if (event === null) throw new Error('everything waits, and nothing is planned');
      if (event.isCancelled) continue;
      if (event.part !== 'exchange' || event.at >= this.#pausedUntil) return event;
      event.at = this.#pausedUntil;
      this.#push(event);
    }
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, heap[parent] as Event)) break;
      heap[at] = heap[parent] as Event;
      at = parent;
    }
    heap[at] = event;
  }

  #pop(): Event | null {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined) return null;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1;
      if (!isBefore(heap[child] as Event, last)) break;
      heap[at] = heap[child] as Event;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

/** Opens a port for a debugger, which `node inspect` and browsers know, and stops when one has come. */
function stopForDebugger(): void {
  inspector.open(0, '127.0.0.1');
  inspector.waitForDebugger();
  // oxlint-disable-next-line no-debugger -- that is what a replay is for
  debugger;
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.nth < other.nth);
}

/** Whether a file is opened, read, written or closed right now, which ends by itself. */
function usesFiles(): boolean {
  return process.getActiveResourcesInfo().some((resource) => resource.includes('Req'));
}
