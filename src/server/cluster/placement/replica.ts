import type { Family } from './messages.ts';

/** A market that another engine runs, as of the last of its commits that is known here. */
export interface Replica<Of extends Family> {
  /** The market, as it is listed. */
  readonly id: string;
  /** The epoch of the market's ownership that is followed; null before the first snapshot. */
  readonly epoch: number | null;
  /** The last commit under that epoch that is known here; null before the first snapshot. */
  readonly seq: number | null;
  /** Why it takes no commands any more; null while it does. */
  readonly halted: string | null;
  /** Takes the whole state, whatever was known before. @throws Error when it is unsound; nothing changes then */
  load(snapshot: Of['snapshot']): void;
  /**
   * Follows the next commit. One that is known already changes nothing.
   *
   * @returns false, with nothing changed, when a commit in between is missing or the epoch is another: only a snapshot
   *   helps then
   * @throws Error when it is unsound; nothing changes then
   */
  apply(change: Of['change']): boolean;
}
