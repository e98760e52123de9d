import type { Handlers } from '../handler.ts';
import type { Job } from '../jobs/jobs.ts';
import type { AreaTopics } from '../topics/area-topics.ts';

/**
 * An opened area of the exchange. `open<Area>` returns it together with what other areas need of it. Nothing runs yet:
 * `RunArea` starts its jobs.
 */
export interface Area<Calls extends Partial<Handlers> = Partial<Handlers>> {
  /** Its call handlers, for the HTTP edge; absent when it serves no calls. */
  readonly calls: Calls;
  /** What it publishes over the stream, if anything. */
  readonly topics?: AreaTopics;
  /** Jobs repeated while the exchange runs. */
  readonly jobs: readonly Job[];
  /** Started together with the jobs, such as payouts that run on demand. */
  readonly start?: () => void;
  /** Releases its resources. Called once its jobs have ended, and before areas that were started earlier are closed. */
  readonly close?: () => Promise<void> | void;
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The stream topics of several areas, in order. */
export function topicsOf(areas: Readonly<Record<string, Area>>): AreaTopics[] {
  return Object.values(areas).flatMap(({ topics }) => topics ?? []);
}

/** The merged handlers of several areas. */
type CallsOf<Areas extends Readonly<Record<string, Area>>> = Intersection<Areas[keyof Areas]['calls']>;

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
