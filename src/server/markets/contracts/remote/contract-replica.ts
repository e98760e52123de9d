import type { Ms } from '#protocol/core/brand.ts';
import { OwnedItems } from '#server/markets/engine/owned-items.ts';
import type { ListedContract } from '../listed-contracts.ts';
import { type Mark, priceLifeMs } from '../prices/mark.ts';
import type { ContractOrder } from '../order.ts';
import type { ContractPosition } from '../position.ts';
import type { ViewedContract } from '../viewed-contract.ts';
import type { VisibleBook } from '../visible-book.ts';
import type { ContractChange, ContractSnapshot, ContractState } from './messages.ts';

const emptyBook: VisibleBook = { bids: [], asks: [], lastTicks: null, openLots: 0 };

/**
 * A contract that another engine runs, as of the last of its commits that is known here: what it shows to everybody,
 * and the resting orders and open positions of its owners. It matches nothing and triggers nothing. Until its first
 * snapshot it is empty and has no price.
 */
export class ContractReplica implements ViewedContract {
  readonly id: string;
  readonly listed: ListedContract;
  readonly isStopped: () => boolean;
  readonly orders = new OwnedItems<ContractOrder>();
  readonly positions = new OwnedItems<ContractPosition>();
  /** What the last message said; null before the first snapshot. */
  #state: ContractState | null = null;

  /** @param isStopped whether nothing may move here now, as when its settlement coin is stopped */
  constructor(listed: ListedContract, isStopped: () => boolean) {
    this.id = listed.id;
    this.listed = listed;
    this.isStopped = isStopped;
  }

  /** The epoch of the contract's ownership that is followed; null before the first snapshot. */
  get epoch(): number | null {
    return this.#state?.epoch ?? null;
  }

  /** The last commit under that epoch that is known here; null before the first snapshot. */
  get seq(): number | null {
    return this.#state?.seq ?? null;
  }

  get mark(): Mark | null {
    return this.#state?.mark ?? null;
  }

  get rested(): Pick<Mark, 'indexTicks' | 'ticks'> | null {
    return this.#state?.rested ?? null;
  }

  get halted(): string | null {
    return this.#state?.halted ?? null;
  }

  get hasQuotes(): boolean {
    return this.#state?.hasQuotes ?? false;
  }

  /**
   * Takes the whole state, whatever was known before.
   *
   * @throws Error when it is another contract's; nothing changes then
   */
  load(snapshot: ContractSnapshot): void {
    this.#assertOwn(snapshot);
    this.orders.clear();
    this.positions.clear();
    this.#take(snapshot);
  }

  /**
   * Follows the next commit. One that is known already changes nothing.
   *
   * @returns false, with nothing changed, when a commit in between is missing or the epoch is another: only a snapshot
   *   helps then
   * @throws Error when it is another contract's; nothing changes then
   */
  apply(change: ContractChange): boolean {
    this.#assertOwn(change);
    const known = this.#state;
    if (known === null || change.epoch !== known.epoch || change.seq > known.seq + 1) return false;
    if (change.seq > known.seq) this.#take(change);
    return true;
  }

  /** Whether prices were recent enough to act on in the last message, which may itself be late. */
  isPriced(at: Ms): boolean {
    const pricedAt = this.#state?.pricedAt ?? null;
    return pricedAt !== null && Math.abs(at - pricedAt) <= priceLifeMs;
  }

  /** The book as of the last commit that is known here. */
  visibleBook(): VisibleBook {
    return this.#state?.book ?? emptyBook;
  }

  #assertOwn({ market }: ContractState): void {
    if (market !== this.id) throw new Error(`the replica of ${this.id} was sent ${market}`);
  }

  #take(message: ContractSnapshot): void {
    for (const order of message.orders) {
      // The remainder of an order rests with what is frozen for it.
      if (order.status === 'open' && order.reserve > 0n) this.orders.set(order.id, order);
      else this.orders.delete(order.id);
    }
    for (const position of message.positions) {
      if (position.lots > 0) this.positions.set(position.id, position);
      else this.positions.delete(position.id);
    }
    const { market, epoch, seq, halted, mark, rested, pricedAt, book, hasQuotes } = message;
    // Its other parts, such as the orders of a snapshot, are not kept alive.
    this.#state = { market, epoch, seq, halted, mark, rested, pricedAt, book, hasQuotes };
  }
}
