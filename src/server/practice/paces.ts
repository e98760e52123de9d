/** Activity of a pair, by its viewers. */
export interface Pace {
  /** Time between two trades, from the shortest to the longest. */
  readonly tradeFromMs: number;
  readonly tradeToMs: number;
  /** Quotes are renewed when the index has moved this far from them, and not more often than this. */
  readonly requoteShare: number;
  readonly requoteEveryMs: number;
}

/** The pair is watched. */
export const watchedPace: Pace = { tradeFromMs: 220, tradeToMs: 750, requoteShare: 0.000_05, requoteEveryMs: 900 };

/** Markets are viewed, but not this pair. */
export const quietPace: Pace = { tradeFromMs: 6_000, tradeToMs: 15_000, requoteShare: 0.000_8, requoteEveryMs: 5_000 };

/** No market is viewed. */
export const idlePace: Pace = { tradeFromMs: 20_000, tradeToMs: 45_000, requoteShare: 0.001_2, requoteEveryMs: 15_000 };
