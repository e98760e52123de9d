import type { Ms, PositionId } from '#protocol/core/brand.ts';

/** Liquidations whose last slice found too few buyers near the mark price, by position. */
export class WaitingLiquidations {
  readonly #waits = new Map<number, { readonly since: number; readonly lastAt: number }>();

  /** Records that a slice found too few buyers at a time. */
  note(position: PositionId, at: Ms): void {
    this.#waits.set(position, { since: this.#waits.get(position)?.since ?? at, lastAt: at });
  }

  /** Forgets a position: it found enough buyers, or is gone. */
  forget(position: PositionId): void {
    this.#waits.delete(position);
  }

  /** Whether the patience has run out. A position that was not due for a while starts waiting again. */
  isOverdue(position: PositionId, at: Ms, patienceMs: Ms): boolean {
    const wait = this.#waits.get(position);
    if (wait === undefined) return false;
    if (at - wait.lastAt > patienceMs) this.#waits.delete(position);
    return at - wait.since >= patienceMs && at - wait.lastAt <= patienceMs;
  }

  clear(): void {
    this.#waits.clear();
  }
}
