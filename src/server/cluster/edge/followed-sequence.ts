import type { Delta } from '../bus/operations.ts';

/** The last change that was received: the epoch of the feed, and the number within it. */
export interface Position {
  readonly epoch: string;
  readonly seq: number;
}

/**
 * Where an edge is in the changes of a feed. The engine numbers them by one within an epoch, which ends when it closes
 * the feed: whatever does not follow the last change that was received is a gap.
 */
export class FollowedSequence {
  #position: Position | null = null;
  #isBroken = false;

  /** For the lease; null while nothing is followed and only the full state can go on. */
  get position(): Position | null {
    return this.#position;
  }

  /** Goes on behind a state that was read. */
  follow({ epoch, seq }: Position): void {
    this.#position = { epoch, seq };
  }

  /** Whether a change is the next one, which counts it; otherwise it was received before, or changes are missing. */
  advance({ epoch, seq }: Delta): 'next' | 'known' | 'gap' {
    const last = this.#position;
    // What was published before the full state is in it.
    if (last === null || (epoch === last.epoch && seq <= last.seq)) return 'known';
    if (epoch !== last.epoch || seq !== last.seq + 1) return 'gap';
    this.#position = { epoch, seq };
    return 'next';
  }

  /** Nothing is followed until a state was read. */
  forget(): void {
    this.#position = null;
  }

  /** Changes are missing that subscribers rely on: they need the full state. */
  break(): void {
    this.#isBroken = true;
  }

  /** Whether it broke since it was last asked. */
  takeBroken(): boolean {
    const isBroken = this.#isBroken;
    this.#isBroken = false;
    return isBroken;
  }
}
