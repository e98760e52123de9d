import type { Lots, Ms, OwnerId, Ticks } from '#protocol/core/brand.ts';

/** A price and a number of lots that a maker offers. */
export type Quote = readonly [priceTicks: Ticks, lots: Lots];

/** Lifetime of the makers' quotes: they are renewed every second and a half while the contract is viewed. */
export const quoteLifeMs = 10_000;

/**
 * The makers' quotes in the book of one contract, by maker: they are not stored, and finding them scans no other
 * orders.
 */
export class StandingQuotes {
  readonly #quotes = new Map<number, { readonly owner: OwnerId; readonly at: Ms }>();
  readonly #byOwner = new Map<bigint, Set<number>>();

  /** Quotes of all makers. */
  get size(): number {
    return this.#quotes.size;
  }

  /** Records a quote resting in the book since a time. */
  add(id: number, owner: OwnerId, at: Ms): void {
    this.#quotes.set(id, { owner, at });
    const own = this.#byOwner.get(owner);
    if (own === undefined) this.#byOwner.set(owner, new Set([id]));
    else own.add(id);
  }

  /** Removes a filled or withdrawn quote; ignores other ids. */
  remove(id: number): void {
    const quote = this.#quotes.get(id);
    if (quote === undefined) return;
    this.#quotes.delete(id);
    const own = this.#byOwner.get(quote.owner);
    own?.delete(id);
    if (own?.size === 0) this.#byOwner.delete(quote.owner);
  }

  /** Quotes of one maker, oldest first. */
  of(owner: OwnerId): number[] {
    return [...(this.#byOwner.get(owner) ?? [])];
  }

  /** Every maker that has quotes. */
  owners(): bigint[] {
    return [...this.#byOwner.keys()];
  }

  /** Quotes older than a time, oldest first: only those are visited. */
  before(at: Ms): number[] {
    const found: number[] = [];
    for (const [id, quote] of this.#quotes) {
      if (quote.at >= at) break;
      found.push(id);
    }
    return found;
  }

  clear(): void {
    this.#quotes.clear();
    this.#byOwner.clear();
  }
}
