/** How fast a budget fills, and how much it holds. Units are up to the owner. */
export interface BudgetTerms {
  readonly unitsPerSecond: number;
  /** What may be spent at once after a quiet period; also the deepest debt. */
  readonly burstUnits: number;
}

interface Level {
  units: number;
  atMs: number;
}

/** Keys whose level is remembered. A forgotten key starts with a full budget. */
const keysMaxDefault = 50_000;

/**
 * Token buckets, one per key. A cost that is only known afterwards (bytes of an answer) may be charged into debt, so a
 * charge never fails; spenders check `waitMs` first. A debt is never deeper than the burst, so the longest wait has a
 * bound: `burstUnits / unitsPerSecond`.
 */
export class CostBudgets<Key> {
  readonly #terms: BudgetTerms;
  readonly #keysMax: number;
  /** By last charge, oldest first. A full budget is not stored: it equals an untouched one. */
  readonly #levels = new Map<Key, Level>();

  /** @param terms a rate of `Infinity` is no limit */
  constructor(terms: BudgetTerms, keysMax = keysMaxDefault) {
    this.#terms = terms;
    this.#keysMax = keysMax;
  }

  get keyCount(): number {
    return this.#levels.size;
  }

  /** Milliseconds until the key is out of debt; 0 when it may spend now. */
  waitMs(key: Key, nowMs: number): number {
    const level = this.#levels.get(key);
    if (level === undefined) return 0;
    const units = this.#unitsAt(level, nowMs);
    return units >= 0 ? 0 : Math.ceil((-units * 1_000) / this.#terms.unitsPerSecond);
  }

  /** Takes the cost from the key's budget, into debt when it holds less. */
  charge(key: Key, units: number, nowMs: number): void {
    const { unitsPerSecond, burstUnits } = this.#terms;
    if (units <= 0 || unitsPerSecond === Number.POSITIVE_INFINITY) return;
    const level = this.#levels.get(key) ?? { units: burstUnits, atMs: nowMs };
    const left = Math.max(-burstUnits, this.#unitsAt(level, nowMs) - units);
    this.#levels.delete(key);
    this.#levels.set(key, { units: left, atMs: Math.max(level.atMs, nowMs) });
    if (this.#levels.size > this.#keysMax) this.#forget(nowMs);
  }

  #unitsAt(level: Level, nowMs: number): number {
    const earned = (Math.max(0, nowMs - level.atMs) * this.#terms.unitsPerSecond) / 1_000;
    return Math.min(this.#terms.burstUnits, level.units + earned);
  }

  /** Forgets budgets that are full again, or else the one charged longest ago. */
  #forget(nowMs: number): void {
    for (const [key, level] of this.#levels) {
      if (this.#unitsAt(level, nowMs) >= this.#terms.burstUnits) this.#levels.delete(key);
    }
    while (this.#levels.size > this.#keysMax) {
      const [oldest] = this.#levels.keys();
      if (oldest === undefined) return;
      this.#levels.delete(oldest);
    }
  }
}
