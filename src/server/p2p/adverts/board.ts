import type { FiatCurrencyCode, PaymentMethod } from '#protocol/p2p/currencies.ts';
import { type AdvertRow, limitsNow } from './advert-row.ts';
import { priceNow } from './rules.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { createChangeFollower } from '../changed-rows.ts';
import type { AdvertsDeps } from './deps.ts';
import { changedAdverts, listedAdverts } from './store.ts';

/** The adverts of one coin, currency and side. */
export interface BoardSide {
  readonly asset: string;
  readonly currency: FiatCurrencyCode;
  /** What the merchants do. */
  readonly side: 'buy' | 'sell';
}

/** An advert with its price now. */
export interface PricedAdvert {
  readonly row: AdvertRow;
  readonly price: bigint;
}

/** What a reader looks for. */
export interface BoardQuery {
  /** In units of the currency: one order takes as much. */
  readonly money: bigint | null;
  readonly method: PaymentMethod | null;
  readonly merchant: bigint | null;
  /** Whether a merchant trades with the reader now. */
  readonly serves: (merchant: bigint) => boolean;
  /** More that an advert has to fulfil; null for nothing. */
  readonly accepts: ((row: AdvertRow) => boolean) | null;
  /** Where the page before ended. */
  readonly after: { readonly price: bigint; readonly id: bigint } | null;
  readonly size: number;
}

/** A side in the order of its prices, as of an index. */
interface Sorted {
  readonly index: bigint | null;
  readonly list: readonly PricedAdvert[];
}

/** The listed adverts of a side by id, and how many each owner has there. */
interface Held {
  readonly rows: Map<bigint, AdvertRow>;
  readonly perOwner: Map<bigint, number>;
}

const keyOf = ({ asset, currency, side }: BoardSide) => `${asset} ${currency} ${side}`;

/**
 * The listed adverts in memory, each side in the order of its prices: floating ones move with the index, so that no
 * index of the store could hold that order. A side is sorted again only when the index changed; an advert that changed is
 * put in its place. The store is the truth: whoever takes an advert takes its row.
 */
export class AdvertBoard {
  readonly #sides = new Map<string, Held>();
  readonly #sorted = new Map<string, Sorted>();
  readonly #listeners = new Set<(side: BoardSide) => void>();

  /** Takes an advert as it is stored now; an older state of it changes nothing. */
  put(row: AdvertRow): void {
    const key = keyOf(row);
    const held = this.#sides.get(key) ?? { rows: new Map<bigint, AdvertRow>(), perOwner: new Map<bigint, number>() };
    const before = held.rows.get(row.id);
    if (before !== undefined && before.updatedAt > row.updatedAt) return;
    if (row.state === 'listed') held.rows.set(row.id, row);
    else if (!held.rows.delete(row.id)) return;
    if (before === undefined) count(held.perOwner, row.owner, 1);
    else if (row.state !== 'listed') count(held.perOwner, row.owner, -1);
    this.#sides.set(key, held);
    const sorted = this.#sorted.get(key);
    if (sorted !== undefined) this.#sorted.set(key, { ...sorted, list: replaced(sorted, before ?? null, row) });
    this.#changed(row);
  }

  /** Some merchants trade now, or no longer: the sides with adverts of theirs changed. */
  merchantsChanged(owners: ReadonlySet<bigint>): void {
    for (const held of this.#sides.values()) {
      const [row] = held.rows.values();
      if (row !== undefined && [...owners].some((owner) => held.perOwner.has(owner))) this.#changed(row);
    }
  }

  /** Calls back with every side that changed. @returns unsubscribes */
  onChange(listener: (side: BoardSide) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whose adverts a side holds. */
  owners(side: BoardSide): readonly bigint[] {
    return [...(this.#sides.get(keyOf(side))?.perOwner.keys() ?? [])];
  }

  /** A side, the best price for the taker first: the lowest of sellers, the highest of buyers; then the older advert. */
  sorted(side: BoardSide, index: bigint | null): readonly PricedAdvert[] {
    const key = keyOf(side);
    const known = this.#sorted.get(key);
    if (known !== undefined && known.index === index) return known.list;
    const priced = [...(this.#sides.get(key)?.rows.values() ?? [])].flatMap((row) => {
      const price = priceNow(row, index);
      return price === null || price <= 0n ? [] : [{ row, price }];
    });
    const list = priced.toSorted((a, b) => compare(side.side, a, { price: b.price, id: b.row.id }));
    this.#sorted.set(key, { index, list });
    return list;
  }

  /** A page of a side: what can be ordered now, at most `size`, and whether there is more. */
  page(
    side: BoardSide,
    index: bigint | null,
    query: BoardQuery,
  ): { readonly list: readonly PricedAdvert[]; readonly more: boolean } {
    const { after, size } = query;
    const list: PricedAdvert[] = [];
    const all = this.sorted(side, index);
    for (let at = after === null ? 0 : startAfter(side.side, all, after); at < all.length; at += 1) {
      const one = all[at];
      if (one === undefined || !isWanted(one, query)) continue;
      if (list.length === size) return { list, more: true };
      list.push(one);
    }
    return { list, more: false };
  }

  #changed(side: BoardSide): void {
    for (const listener of this.#listeners) listener(side);
  }
}

function count(perOwner: Map<bigint, number>, owner: bigint, by: 1 | -1): void {
  const held = (perOwner.get(owner) ?? 0) + by;
  if (held > 0) perOwner.set(owner, held);
  else perOwner.delete(owner);
}

/** A sorted side with an advert as it is now; a copy, because somebody may be reading the one before. */
function replaced({ index, list }: Sorted, before: AdvertRow | null, now: AdvertRow): readonly PricedAdvert[] {
  const next = [...list];
  const old = before === null ? null : priceNow(before, index);
  if (before !== null && old !== null && old > 0n) {
    next.splice(startAfter(now.side, next, { price: old, id: before.id }) - 1, 1);
  }
  const price = now.state === 'listed' ? priceNow(now, index) : null;
  if (price !== null && price > 0n) {
    next.splice(startAfter(now.side, next, { price, id: now.id }), 0, { row: now, price });
  }
  return next;
}

function compare(side: 'buy' | 'sell', a: PricedAdvert, b: { readonly price: bigint; readonly id: bigint }): number {
  if (a.price !== b.price) return a.price < b.price === (side === 'sell') ? -1 : 1;
  return a.row.id < b.id ? -1 : a.row.id > b.id ? 1 : 0;
}

/** The first place behind a cursor, by bisection. */
function startAfter(
  side: 'buy' | 'sell',
  all: readonly PricedAdvert[],
  after: { readonly price: bigint; readonly id: bigint },
): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = all[middle];
    if (one !== undefined && compare(side, one, after) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isWanted({ row, price }: PricedAdvert, { money, method, merchant, serves, accepts }: BoardQuery): boolean {
  if (row.paused || (merchant !== null && row.owner !== merchant)) return false;
  if (method !== null && !row.methods.includes(method)) return false;
  if (accepts !== null && !accepts(row)) return false;
  const { min, max } = limitsNow(row, price);
  return (money === null ? min <= max : min <= money && money <= max) && serves(row.owner);
}

/** Adverts read at once. */
const readAtOnce = 1_000;

/** Keeps the board at what is stored from now on; {@link loadBoard} reads what is listed already. */
export function createBoardFollower({ database, clock }: Pick<AdvertsDeps, 'database' | 'clock'>, board: AdvertBoard) {
  return createChangeFollower({
    since: clock(),
    read: (from, size) => changedAdverts(database.pool, from, size),
    idOf: ({ id }) => id,
    put: (row) => board.put(row),
  });
}

/** Puts every listed advert on the board, in portions. */
export async function loadBoard(client: Queryable, board: AdvertBoard): Promise<void> {
  let [owner, id] = [0n, 0n];
  for (;;) {
    const rows = await listedAdverts(client, owner, id, readAtOnce);
    for (const row of rows) board.put(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < readAtOnce) return;
    ({ owner, id } = last);
  }
}
