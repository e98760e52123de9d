import type { Lots, Ms, OwnerId, Ticks } from '../../../../protocol/brand.ts';

/** A price and a number of lots that a maker offers. */
export type Quote = readonly [priceTicks: Ticks, lots: Lots];

/** The makers' quotes are good for this long: they come again every second and a half while somebody is there. */
export const quoteLifeMs = 10_000;

/**
 * The makers' quotes that stand in the book of one contract, by maker: they are not stored, and nobody else's orders are
 * looked at to find them.
 */
export class StandingQuotes {
  readonly #quotes = new Map<number, { readonly owner: OwnerId; readonly at: Ms }>();
  readonly #byOwner = new Map<bigint, Set<number>>();

  /** A quote rests in the book since a moment. */
  add(id: number, owner: OwnerId, at: Ms): void {
    this.#quotes.set(id, { owner, at });
    const own = this.#byOwner.get(owner);
    if (own === undefined) this.#byOwner.set(owner, new Set([id]));
    else own.add(id);
  }

  /** A quote was filled or taken back; nothing happens for an id that is none. */
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

  /** Quotes that stand since before a moment, oldest first: only those are looked at. */
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
