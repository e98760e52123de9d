import type { Lots, Ticks } from '#protocol/core/brand.ts';
import type { BookLevel } from '../engine/book.ts';

/** The public state of a book, as of the last commit. */
export interface VisibleBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly lastTicks: Ticks | null;
  readonly openLots: Lots;
}
