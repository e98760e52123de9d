import type { Ms } from '#protocol/core/brand.ts';
import type { Family, MarketChange, MarketState } from '#server/cluster/placement/messages.ts';
import type { ListedContract } from '../listed-contracts.ts';
import type { Mark } from '../prices/mark.ts';
import type { VisibleBook } from '../visible-book.ts';
import type { ContractOrder, ContractTrade } from '../order.ts';
import type { ContractPosition } from '../position.ts';
import type { ContractRequest, StepContract } from '../requests/request.ts';

/** What contracts say in the messages between engines. */
export interface ContractFamily extends Family {
  readonly listed: ListedContract;
  readonly request: ContractRequest | StepContract;
  /** As the request is answered, which survives JSON unchanged. */
  readonly answer: unknown;
  readonly snapshot: ContractSnapshot;
  readonly change: ContractChange;
}

/** The public state of a contract besides its orders and positions, as of a commit or a step of its prices. */
export interface ContractState extends MarketState {
  /** The prices that trigger; null while too few sources are alive. */
  readonly mark: Mark | null;
  /** The last prices of the closed session; null while one is open. */
  readonly rested: Pick<Mark, 'indexTicks' | 'ticks'> | null;
  /** When its prices were last updated, even if there was none; null for never. */
  readonly pricedAt: Ms | null;
  readonly book: VisibleBook;
  /** Whether makers have quotes in the book. */
  readonly hasQuotes: boolean;
}

/** A contract as of a commit, with its resting orders and open positions by id. */
export interface ContractSnapshot extends ContractState {
  readonly orders: readonly ContractOrder[];
  readonly positions: readonly ContractPosition[];
}

/** What one commit changed in one contract; a step of its prices may change nothing but its state. */
export interface ContractChange extends ContractState, MarketChange {
  /** Oldest first. */
  readonly trades: readonly ContractTrade[];
  /** Orders that were placed, filled or ended, in their current state. */
  readonly orders: readonly ContractOrder[];
  /** Positions that appear changed, in their current state; one without lots is closed. */
  readonly positions: readonly ContractPosition[];
}
