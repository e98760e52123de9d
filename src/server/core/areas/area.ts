import type { Handlers } from '../handler.ts';
import type { Job } from '../jobs/jobs.ts';
import type { AreaTopics } from '../topics/area-topics.ts';

/**
 * What every area of the exchange is once it has been opened. `open<Area>` answers it beside what other areas need of
 * this one, and holds nothing running: its jobs begin with `RunArea`.
 */
export interface Area<Calls extends Partial<Handlers> = Partial<Handlers>> {
  /** Its handlers, for the HTTP edge; none where it serves no call. */
  readonly calls: Calls;
  /** What it publishes over the stream; absent where that is nothing. */
  readonly topics?: AreaTopics;
  /** What it repeats while the exchange runs. */
  readonly jobs: readonly Job[];
  /** What begins beside the jobs, as payouts that are woken. */
  readonly start?: () => void;
  /** Ends what it holds. Called once its jobs have ended, and before the areas that were run before it are closed. */
  readonly close?: () => Promise<void> | void;
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What several areas publish over the stream, in their order. */
export function topicsOf(areas: Readonly<Record<string, Area>>): AreaTopics[] {
  return Object.values(areas).flatMap(({ topics }) => topics ?? []);
}

/** The handlers of several areas as one. */
export type CallsOf<Areas extends Readonly<Record<string, Area>>> = Intersection<Areas[keyof Areas]['calls']>;

/**
 * Merges the handlers of areas.
 *
 * @throws Error when two of them serve the same call
 */
export function callsOf<Areas extends Readonly<Record<string, Area>>>(areas: Areas): CallsOf<Areas> {
  const merged = new Map<string, unknown>();
  for (const [name, { calls }] of Object.entries(areas)) {
    for (const [call, handler] of Object.entries(calls)) {
      if (merged.has(call)) throw new Error(`${call} of ${name} is served by another area too`);
      merged.set(call, handler);
    }
  }
  return Object.fromEntries(merged) as CallsOf<Areas>;
}
