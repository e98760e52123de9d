import type { Ms, Ticks } from '../../../protocol/brand.ts';

/** The prices that decide. Never stored: after a start there is none until a fresh index comes. */
export interface Mark {
  readonly indexTicks: Ticks;
  readonly ticks: Ticks;
  readonly at: Ms;
}

/**
 * Prices move on twice a second. With none looked at for this long the exchange stood still, and what is known is from
 * before: nothing is matched and nothing fires at it.
 */
export const priceLifeMs = 5_000;
