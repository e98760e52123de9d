import type { Ms } from '#protocol/core/brand.ts';
import type { OwnedItems } from '../engine/owned-items.ts';
import type { ListedContract } from './listed-contracts.ts';
import type { Mark } from './prices/mark.ts';
import type { ContractOrder } from './order.ts';
import type { ContractPosition } from './position.ts';
import type { VisibleBook } from './visible-book.ts';

/** A contract as it is read, whichever engine runs it: its public state is that of its last commit. */
export interface ViewedContract {
  readonly listed: ListedContract;
  /** The prices that trigger; null while too few sources are alive. */
  readonly mark: Mark | null;
  /** The last prices of the closed session; null while one is open. */
  readonly rested: Pick<Mark, 'indexTicks' | 'ticks'> | null;
  /** Why it takes no commands any more; null while it does. */
  readonly halted: string | null;
  /** Whether makers have quotes in the book. */
  readonly hasQuotes: boolean;
  /** Resting orders of users. */
  readonly orders: Pick<OwnedItems<ContractOrder>, 'visible' | 'size'>;
  readonly positions: Pick<OwnedItems<ContractPosition>, 'visible' | 'size'>;
  /** Whether nothing may move now, as when its settlement coin is stopped. */
  isStopped(): boolean;
  /** Whether prices are recent enough to act on. */
  isPriced(at: Ms): boolean;
  visibleBook(): VisibleBook;
}
