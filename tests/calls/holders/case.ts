import type { End } from '#server/main/holders/holders.ts';

/**
 * What becomes of a holder's money when something it stands on ends. Each is shown by a run: every holder is
 * let hold money, the end comes, and the money comes out.
 *
 * - `open`: its owner takes it out meanwhile, as ever.
 * - `after`: moving it is refused with a code meanwhile, and the same call moves it as soon as the end is lifted, which an
 *   operator does.
 * - `itself`: it comes back without its owner, who gets the notice named, or one of those.
 * - `later`: as `itself`, but it waits for the end to be lifted.
 * - `lapses`: it holds nothing: it is refused meanwhile, and what its owner can spend is as it was.
 * - `barred`: the end cannot begin while something stands on it: the console says so, and its owner takes it out as ever.
 * - `apart`: it does not stand on it: its owner takes it out as ever, which is done.
 */
export type Case =
  | { readonly out: 'open'; readonly notices: readonly string[] }
  | { readonly out: 'after' }
  | { readonly out: 'itself'; readonly notices: readonly string[] }
  | { readonly out: 'later'; readonly notices: readonly string[] }
  | { readonly out: 'lapses' }
  | { readonly barred: string }
  | { readonly apart: string }
  /** The same as another end by its nature, with the reason; the other one is run. */
  | { readonly sameAs: End; readonly why: string };

export const open: Case = { out: 'open', notices: [] };
export const opened = (...notices: readonly string[]): Case => ({ out: 'open', notices });
export const after = { out: 'after' } as const;
export const lapses = { out: 'lapses' } as const;
export const apart = (why: string): Case => ({ apart: why });
export const itself = (...notices: readonly string[]): Case => ({ out: 'itself', notices });
export const later = (...notices: readonly string[]): Case => ({ out: 'later', notices });
export const barred = (said: string): Case => ({ barred: said });

/** Whether a run shows it, beside those that cannot begin. */
export const isRun = (one: Case) => 'out' in one || 'apart' in one;
