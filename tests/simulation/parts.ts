import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Who waits for an event: what a process of the exchange waits for dies with it, and the world goes on. `exchange` owns the
 * data; an edge has none.
 */
export type Part = 'exchange' | 'world' | `edge ${number}`;

const running = new AsyncLocalStorage<Part>();

/** The process whose code runs now. */
export const partNow = (): Part => running.getStore() ?? 'exchange';

/** Runs code of a process: what it waits for is the process's own. */
export const inPart = <Value>(part: Part, work: () => Value): Value => running.run(part, work);
