import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    depth: number;
    seed: number;
  }
}

/** Seed of all random tests of this run; `SEED` repeats one. */
export const seed = inject('seed');

/**
 * Runs or rounds of a random test that takes long, as with a store or a process: `npm test` makes a quarter of them,
 * `npm run test:deep` all, and `DEPTH=5` five times as many. Every property is tried at every depth.
 *
 * @param full how many at depth 1
 * @param least how many at a small depth at least, where a quarter would be less; never more than `full`
 */
export function atDepth(full: number, least = 10): number {
  const depth = inject('depth');
  const share = Math.ceil(full * depth);
  return depth >= 1 ? share : Math.min(full, Math.max(least, share));
}

/** Runs of a random test that takes about a second at most: all at a small depth as well, more at one above 1. */
export function allRuns(full: number): number {
  return Math.ceil(full * Math.max(1, inject('depth')));
}

/** Runs that only `npm run test:deep` makes. */
export function deepRuns(full: number): number {
  const depth = inject('depth');
  return depth >= 1 ? Math.ceil(full * depth) : 0;
}
