import type { Ms, Units } from '#protocol/core/brand.ts';

/** What a liquidation took from the insurance fund. */
export interface FundUse {
  readonly at: Ms;
  /** In units of the settling coin, above zero. */
  readonly amount: Units;
}

/** Recent withdrawals of one contract from its insurance fund, which are bounded per window. */
export class FundUses {
  #uses: FundUse[] = [];

  /** Takes over what is stored. */
  load(uses: readonly FundUse[]): void {
    this.#uses = uses.toSorted((a, b) => a.at - b.at);
  }

  add(use: FundUse): void {
    this.#uses.push(use);
  }

  /** What was taken within a window that ends at a time; older uses are dropped. */
  within(at: Ms, windowMs: Ms): bigint {
    this.#uses = this.#uses.filter((use) => use.at > at - windowMs);
    return this.#uses.reduce((sum, { amount }) => sum + amount, 0n);
  }
}
