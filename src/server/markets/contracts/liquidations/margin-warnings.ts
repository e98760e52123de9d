import type { Ms, PositionId, Ppm, Ticks, Units } from '#protocol/core/brand.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { ticksAtRisk } from '#protocol/contracts/maths/liquidation.ts';
import type { ContractTerms } from '#server/markets/engine/contract-terms.ts';
import { TriggerIndex } from '#server/markets/engine/trigger-index.ts';
import type { ContractPosition } from '../position.ts';

/** With this share of what is left needed as maintenance margin, the owner is warned; a million is the liquidation. */
const warnAtPpm: Ppm = 800_000n;
/** At this share the margin is safe again. Between the two nothing changes, so that a price in between warns once. */
const safeAtPpm: Ppm = 600_000n;
/** Least time between two warnings of a position, however often the price crosses. */
const warningPauseMs: Ms = hourMs;

/**
 * Which positions a mark price warns the owners of, and which warnings it ends. Sorted by price like the triggers, so that
 * a tick visits only what it crosses.
 */
export class MarginWarnings {
  readonly #index = new TriggerIndex();
  /** Positions that must not be warned of before a time. */
  readonly #pausedUntil = new Map<number, Ms>();

  /** Replaces the price at which a position is next looked at. @param sideCost cost of its owner's side */
  set(terms: ContractTerms, position: ContractPosition, sideCost: Units): void {
    const { id, side, warned, warnedAt } = position;
    this.remove(id);
    const ticks = ticksAtRisk(terms, position, sideCost, warned ? safeAtPpm : warnAtPpm);
    if (ticks === null) return;
    const when = (side === 'long') === warned ? 'rises-to' : 'falls-to';
    this.#index.set(id, [{ reason: 'forced', when, ticks: safely(ticks, when, warned) }]);
    if (!warned && warnedAt > 0) this.#pausedUntil.set(id, warnedAt + warningPauseMs);
  }

  remove(id: PositionId): void {
    this.#index.remove(id);
    this.#pausedUntil.delete(id);
  }

  /** Positions to warn of, and those whose warning ends, at a mark price. */
  due(markTicks: Ticks, at: Ms): PositionId[] {
    return this.#index
      .crossed(markTicks)
      .map(({ id }) => id)
      .filter((id) => (this.#pausedUntil.get(id) ?? 0) <= at);
  }
}

/** A warning ends one tick further than where the risk is reached, which is rounded away from safety. */
function safely(ticks: Ticks, when: 'falls-to' | 'rises-to', warned: boolean): Ticks {
  if (!warned) return ticks;
  return when === 'rises-to' ? ticks + 1 : ticks - 1;
}
