import type { Ticks } from '#protocol/core/brand.ts';
import type { BookLevel } from '../engine/book.ts';
import type { Uncrossing } from '../engine/call-auction.ts';

/** The public state of a market, as of the last commit. */
export interface VisibleBook {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly lastTicks: Ticks | null;
  /** Price and volume of an auction that would end now; null without one, or when nothing would trade. */
  readonly indicative: Uncrossing | null;
}
