import { markTicks, type ContractTerms } from '../engine/contract-terms.ts';
import type { TradingHours } from '../engine/trading-sessions.ts';
import type { MarketTerms } from '../engine/market-terms.ts';
import type { BookLevel } from '../engine/book.ts';
import { OrderBook } from '../engine/order-book.ts';
import { liquidationTicks } from '../engine/position.ts';
import { TriggerIndex, type Trigger } from '../engine/trigger-index.ts';
import type { Decimal } from '../../contract/decimal.ts';
import type { Wallet } from '../../contract/wallets.ts';
import type { ContractNet, ContractOrder, ContractPosition } from './contract-rows.ts';

/** A listed contract: its rules, its book's steps, the wallet it is paid from. */
export interface ListedContract {
  readonly id: string;
  /** As people call it. */
  readonly name: string;
  /** The pair or index it follows. */
  readonly pair: string;
  readonly wallet: Extract<Wallet, 'contract' | 'gold'>;
  readonly terms: ContractTerms;
  readonly book: MarketTerms;
  /** How much of the base one lot is. */
  readonly lotSize: Decimal;
  /** When it trades. Outside of it nothing is opened, closed, protected or charged, and no price decides. */
  readonly hours: TradingHours;
}

/** What a market is rebuilt from. */
export interface StoredContract {
  readonly orders: readonly ContractOrder[];
  readonly positions: readonly ContractPosition[];
  readonly nets: readonly ContractNet[];
  readonly lastTicks: number | null;
}

/** The prices that decide. Never stored: after a start there is none until a fresh index comes. */
export interface Mark {
  readonly indexTicks: number;
  readonly ticks: number;
  readonly at: number;
}

/** What was there before a batch, of all that it changed. */
interface Held {
  readonly positions: Map<number, ContractPosition | null>;
  readonly orders: Map<number, ContractOrder | null>;
  readonly book: VisibleBook;
}

/** What everybody may see of a book: its state at the last commit. */
export interface VisibleBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly lastTicks: number | null;
  readonly openLots: number;
}

/** Levels of the book that are shown, each side. */
const levelsShown = 20;

/** One contract in memory. The store is the truth; this can be dropped and rebuilt at any time between batches. */
export class ContractMarket {
  readonly listed: ListedContract;
  readonly isStopped: () => boolean;
  book: OrderBook;
  /** Resting delegates of people. */
  readonly orders = new Map<number, ContractOrder>();
  readonly positions = new Map<number, ContractPosition>();
  readonly nets = new Map<bigint, ContractNet>();
  readonly triggers = new TriggerIndex();
  /** Null while too few price sources are alive: nothing is closed by force, and positions can only be reduced. */
  mark: Mark | null = null;
  /** The last prices of the session that closed, to be shown: they decide nothing. Null while a session is open. */
  rested: Pick<Mark, 'indexTicks' | 'ticks'> | null = null;
  /** Set for good once a command broke an invariant here. */
  halted: string | null = null;
  #held: Held | null = null;
  /** Open lots of people, counted as they change: there may be many positions, and every view tells their sum. */
  readonly #lots = { long: 0, short: 0 };

  /** @param isStopped whether nothing may move here now, as when the coin it is settled in is stopped */
  constructor(listed: ListedContract, isStopped: () => boolean = () => false) {
    this.listed = listed;
    this.isStopped = isStopped;
    this.book = new OrderBook(listed.book, { lastTicks: null, orders: [] });
  }

  /**
   * Takes over what is stored. The makers' quotes are not: they come again with the next round of them.
   *
   * @throws Error when what is stored does not make a sound market
   */
  rebuild({ orders, positions, nets, lastTicks }: StoredContract): void {
    const resting = orders.map((order) => {
      if (order.priceTicks === null) throw new Error(`delegate ${order.id} cannot rest`);
      const side = order.side === 'long' ? ('buy' as const) : ('sell' as const);
      return {
        id: order.id,
        owner: order.owner,
        side,
        priceTicks: order.priceTicks,
        lots: order.lots - order.filledLots,
      };
    });
    this.book = new OrderBook(this.listed.book, { lastTicks, orders: resting });
    this.orders.clear();
    for (const id of this.positions.keys()) this.triggers.remove(id);
    this.positions.clear();
    this.#lots.long = 0;
    this.#lots.short = 0;
    this.nets.clear();
    for (const order of orders) this.orders.set(order.id, order);
    for (const net of nets) this.nets.set(net.owner, net);
    for (const position of positions) this.put(position);
    this.mark = null;
    this.#held = null;
  }

  /** A batch begins to change the market: until it is committed, everybody sees what was before it. */
  hold(): void {
    this.#held ??= { positions: new Map(), orders: new Map(), book: this.#bookNow() };
  }

  /** The batch is committed: everybody sees what it did. */
  release(): void {
    this.#held = null;
  }

  /** The book as of the last commit. */
  visibleBook(): VisibleBook {
    return this.#held?.book ?? this.#bookNow();
  }

  /** Open positions of one owner as of the last commit. */
  visiblePositions(owner: bigint): ContractPosition[] {
    return visible(this.positions, this.#held?.positions, owner);
  }

  /** Resting delegates of one owner as of the last commit. */
  visibleOrders(owner: bigint): ContractOrder[] {
    return visible(this.orders, this.#held?.orders, owner);
  }

  /** Keeps a resting delegate, or lets one go that rests no longer. */
  putOrder(order: ContractOrder, rests: boolean): void {
    const held = this.#held?.orders;
    if (held?.has(order.id) === false) held.set(order.id, this.orders.get(order.id) ?? null);
    if (rests) this.orders.set(order.id, order);
    else this.orders.delete(order.id);
  }

  /** Keeps a position with its triggers; one without lots is let go. */
  put(position: ContractPosition): void {
    const held = this.#held?.positions;
    if (held?.has(position.id) === false) held.set(position.id, this.positions.get(position.id) ?? null);
    this.#lots[position.side] += position.lots - (this.positions.get(position.id)?.lots ?? 0);
    if (position.lots === 0) {
      this.positions.delete(position.id);
      this.triggers.remove(position.id);
      return;
    }
    this.positions.set(position.id, position);
    this.triggers.set(position.id, triggersOf(this.listed.terms, position));
  }

  /** Takes over an index; null when too few sources are alive. */
  setIndex(indexTicks: number | null, at: number): void {
    if (indexTicks === null) {
      this.mark = null;
      return;
    }
    const { book, listed } = this;
    this.rested = null;
    const ticks = markTicks(listed.terms, indexTicks, book.bestTicks('buy'), book.bestTicks('sell'));
    this.mark = { indexTicks, ticks, at };
  }

  /** Between two sessions no price decides; the last ones stay to be seen. @param indexTicks where no mark is known */
  rest(indexTicks: number | null): void {
    this.rested ??= this.mark ?? (indexTicks === null ? null : { indexTicks, ticks: indexTicks });
    this.mark = null;
  }

  /** Resting delegates of one owner, also those of a batch on its way. */
  ordersOf(owner: bigint): ContractOrder[] {
    return [...this.orders.values()].filter((order) => order.owner === owner);
  }

  /** Lots open on each side; with every trade both grow or shrink alike. */
  openInterest(): { long: number; short: number } {
    const sum = { ...this.#lots };
    for (const { side, lots } of this.nets.values()) sum[side] += lots;
    return sum;
  }

  #bookNow(): VisibleBook {
    const { book } = this;
    return {
      bids: book.levels('buy', levelsShown),
      asks: book.levels('sell', levelsShown),
      lastTicks: book.lastTicks,
      openLots: this.openInterest().long,
    };
  }
}

function visible<Item extends { readonly id: number; readonly owner: bigint }>(
  now: ReadonlyMap<number, Item>,
  before: ReadonlyMap<number, Item | null> | undefined,
  owner: bigint,
): Item[] {
  const items: Item[] = [];
  for (const item of now.values()) if (item.owner === owner && before?.has(item.id) !== true) items.push(item);
  for (const item of before?.values() ?? []) if (item?.owner === owner) items.push(item);
  return items.toSorted((a, b) => a.id - b.id);
}

function triggersOf(terms: ContractTerms, position: ContractPosition): Trigger[] {
  const [loss, profit] =
    position.side === 'long' ? (['falls-to', 'rises-to'] as const) : (['rises-to', 'falls-to'] as const);
  const triggers: Trigger[] = [];
  const forced = liquidationTicks(terms, position);
  if (forced !== null) triggers.push({ reason: 'forced', when: loss, ticks: forced });
  if (position.stopLossTicks !== null)
    triggers.push({ reason: 'stop-loss', when: loss, ticks: position.stopLossTicks });
  if (position.takeProfitTicks !== null) {
    triggers.push({ reason: 'take-profit', when: profit, ticks: position.takeProfitTicks });
  }
  return triggers;
}
