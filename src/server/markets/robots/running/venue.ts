import type { Ms, Ticks } from '#protocol/core/brand.ts';
import type { RobotMarket } from '#protocol/robots/maths/strategy.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { Delisting } from '../delisting.ts';
import type { Work } from './work.ts';

/** A candle that closed, in ticks. */
export interface ClosedCandle {
  readonly pair: string;
  readonly start: Ms;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
}

/** What a robot is called for: nothing of it is needed for its books, which follow from the store alone. */
export interface Heard {
  /** The lowest and the highest price of its first coin since it was called last. */
  readonly low: Ticks | null;
  readonly high: Ticks | null;
  /** Oldest first. */
  readonly candles: readonly ClosedCandle[];
  /** Numbers of orders that the book refused. */
  readonly refused: ReadonlySet<number>;
  /** Numbers of orders of which nobody knows whether they were placed. */
  readonly uncertain: ReadonlySet<number>;
  /** Whether what found nobody at the market is due to be asked for again. */
  readonly asksAgain?: boolean;
}

/** Where a robot trades: what its steps ask of spot markets, or of a contract. */
export interface Venue {
  /** The market of its first coin. */
  readonly market: RobotMarket;
  /** Accounts for what its orders show, and drops those that never came into the book. */
  account(tx: Transaction, work: Work, heard: Heard): Promise<void>;
  /** Whether nothing of any of its markets trades now. */
  isHalted(): boolean;
  /** The first announced end among its markets; null while there is none. */
  delisting(): Delisting | null;
  /** The prices it decides on, by coin; null while one is not known. */
  prices(): readonly Ticks[] | null;
  /** Goes on with its end, once none of its orders rests and none of its positions is open. */
  end(tx: Transaction, work: Work, now: Ms): Promise<readonly BalanceRow[]>;
}
