import type { DepthUpdate } from '#protocol/core/stream/channels.ts';
import type { Level } from '#protocol/market-data/entities/market.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';

/** One level as it is shown. `total` is the quantity up to here, as a number: it is only drawn, never paid. */
export interface DepthRow {
  readonly price: string;
  readonly amount: string;
  readonly total: number;
}

/** The best levels, best first; rows that did not change are the same objects as before. */
export interface DepthView {
  readonly bids: readonly DepthRow[];
  readonly asks: readonly DepthRow[];
}

/** The exchange publishes `depthLevelsMax`; a delta may come before the levels that it pushes out are taken away. */
const capacity = 2 * depthLevelsMax;

/** One side of the book: sorted in place, best first, without an object per level. */
class BookSide {
  /** Sort keys: the price, negated for bids. Floats order prices well enough; the text is what is shown. */
  readonly #keys = new Float64Array(capacity);
  readonly #sizes = new Float64Array(capacity);
  readonly #prices: string[] = [];
  readonly #amounts: string[] = [];
  readonly #sign: 1 | -1;

  constructor(side: 'bids' | 'asks') {
    this.#sign = side === 'asks' ? 1 : -1;
  }

  get length(): number {
    return this.#prices.length;
  }

  clear(): void {
    this.#prices.length = 0;
    this.#amounts.length = 0;
  }

  /** Puts a level in, replaces it, or with quantity `0` takes it out. */
  set([price, amount]: Level): void {
    const key = this.#sign * Number(price);
    const at = this.#find(key);
    const found = at < this.length && this.#keys[at] === key;
    if (amount === '0') {
      if (found) this.#remove(at);
      return;
    }
    if (!found && !this.#insert(at, key)) return;
    this.#prices[at] = price;
    this.#amounts[at] = amount;
    this.#sizes[at] = Number(amount);
  }

  /** The best levels; rows of `before` are reused where they are equal. */
  rows(levels: number, before: readonly DepthRow[]): readonly DepthRow[] {
    const count = Math.min(levels, this.length);
    const rows: DepthRow[] = [];
    let total = 0;
    let same = before.length === count;
    for (let at = 0; at < count; at += 1) {
      const price = this.#prices[at] as string;
      const amount = this.#amounts[at] as string;
      total += this.#sizes[at] as number;
      const old = before[at];
      if (old !== undefined && old.price === price && old.amount === amount && old.total === total) rows.push(old);
      else {
        rows.push({ price, amount, total });
        same = false;
      }
    }
    return same ? before : rows;
  }

  /** Where the key is, or where it belongs. */
  #find(key: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Makes room; false when the level is worse than all of a full side. */
  #insert(at: number, key: number): boolean {
    if (this.length === capacity) {
      if (at === capacity) return false;
      this.#remove(capacity - 1);
    }
    const { length } = this;
    this.#keys.copyWithin(at + 1, at, length);
    this.#sizes.copyWithin(at + 1, at, length);
    this.#prices.splice(at, 0, '');
    this.#amounts.splice(at, 0, '');
    this.#keys[at] = key;
    return true;
  }

  #remove(at: number): void {
    const { length } = this;
    this.#keys.copyWithin(at, at + 1, length);
    this.#sizes.copyWithin(at, at + 1, length);
    this.#prices.splice(at, 1);
    this.#amounts.splice(at, 1);
  }
}

const nothing: DepthView = { bids: [], asks: [] };

/** A pair's book on the page: changed in place, looked at as immutable views of its best levels. */
export class Book {
  readonly #bids = new BookSide('bids');
  readonly #asks = new BookSide('asks');
  /** What the call auction would come to, the same object as long as it does not change; null without one. */
  auction: NonNullable<DepthUpdate['auction']> | null = null;
  /** The last view per number of levels in use, and whether it is still valid. */
  readonly #views = new Map<number, { view: DepthView; current: boolean }>();

  snapshot(update: DepthUpdate): void {
    this.#bids.clear();
    this.#asks.clear();
    this.change(update);
  }

  change(update: DepthUpdate): void {
    for (const level of update.bids) this.#bids.set(level);
    for (const level of update.asks) this.#asks.set(level);
    for (const entry of this.#views.values()) entry.current = false;
    const { auction = null } = update;
    const isSame = auction?.price === this.auction?.price && auction?.amount === this.auction?.amount;
    if (!isSame || auction === null) this.auction = auction;
  }

  /** The best `levels` of both sides; the same object as long as they do not change. */
  view(levels: number): DepthView {
    const entry = this.#views.get(levels) ?? { view: nothing, current: false };
    if (entry.current) return entry.view;
    const bids = this.#bids.rows(levels, entry.view.bids);
    const asks = this.#asks.rows(levels, entry.view.asks);
    if (bids !== entry.view.bids || asks !== entry.view.asks) entry.view = { bids, asks };
    entry.current = true;
    // Screens use a handful of sizes; any other is computed without being cached.
    if (this.#views.size < 8) this.#views.set(levels, entry);
    return entry.view;
  }
}
