import type { OwnerId } from '#protocol/core/brand.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { onStandby } from './routing.ts';
import type { StandbyPosition } from './position.ts';

/**
 * Where histories are read: from a standby while it shows all that its reader can know of, else from the primary. Only
 * for reads of what is past and never changes again; balances and open orders are never read from a standby.
 */
export interface Histories {
  /**
   * Runs a read of what is past. It may run twice: when the standby fails, the primary is asked.
   *
   * @param owner whose past it is
   */
  read<Result>(owner: OwnerId, work: () => Promise<Result>): Promise<Result>;
  /** Something of an owner was written, or published to them: what they read from now on must show it. */
  changed(owner: OwnerId): void;
}

/** Without a standby. */
export const primaryHistories: Histories = {
  read: (_owner, work) => work(),
  changed: () => undefined,
};

/** What the standby shows, and what to do when it fails. */
type ShownPosition = Pick<StandbyPosition, 'shownUntil' | 'distrust'>;

/** Histories with a standby, and what they remember for it. */
interface StandbyHistories extends Histories {
  /** Owners whose last change the standby may not show yet. */
  readonly size: number;
  /** Forgets those whose last change it shows by now; after each look. */
  forgetShown(): void;
}

/** A standby that shows less than this, in milliseconds before now, is not read. */
const staleMostMs = 5_000;

/**
 * Histories with a standby. Of owners it remembers only when they last changed, and that only until the standby shows it.
 *
 * @param now a clock that never goes back, in milliseconds: that of `position`
 */
export function standbyHistories(position: ShownPosition, now: () => number): StandbyHistories {
  const changedAt = new Map<OwnerId, number>();

  function isShown(owner: OwnerId): boolean {
    const shown = position.shownUntil();
    // What changed at the very moment of a look may or may not be within it.
    return shown >= now() - staleMostMs && shown > (changedAt.get(owner) ?? -Infinity);
  }

  return {
    get size() {
      return changedAt.size;
    },
    forgetShown() {
      // What is older than every standby that is read need not be remembered either.
      const shown = Math.max(position.shownUntil(), now() - staleMostMs);
      for (const [owner, at] of changedAt) if (at < shown) changedAt.delete(owner);
    },
    async read(owner, work) {
      if (!isShown(owner)) return work();
      try {
        return await onStandby(work);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        position.distrust(error);
        return work();
      }
    },
    changed: (owner) => void changedAt.set(owner, now()),
  };
}
