import type { Ms, Ticks } from '#protocol/core/brand.ts';

/** The prices that trigger. Never stored: after a start there is none until a fresh index arrives. */
export interface Mark {
  readonly indexTicks: Ticks;
  readonly ticks: Ticks;
  readonly at: Ms;
}

/**
 * Prices update twice a second. Without an update for this long the exchange was stalled and its prices are outdated:
 * nothing is matched or triggered at them.
 */
export const priceLifeMs = 5_000;
