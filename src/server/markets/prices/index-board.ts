import type { IndexPrice } from './price-source.ts';

/** A source silent for this long does not count (design section 3). */
export const sourceStaleMs = 10_000;
/** A source further from the median than one part in this many does not confirm it. */
const agreesWithin = 20;

/** Collects each source's prices per pair and computes the median of the live ones. */
export interface IndexBoard {
  /** @param ticks the source's price in whole ticks, at least 1 */
  put(source: string, pair: string, ticks: number, at: number): void;
  /**
   * The median of the live sources; null unless a majority of all sources is alive and confirms it: when the last two
   * disagree, neither can be trusted.
   */
  index(pair: string, now: number): IndexPrice | null;
}

/** @param sources total number of sources, for the majority */
export function createIndexBoard(sources: number): IndexBoard {
  const reported = new Map<string, Map<string, IndexPrice>>();
  const majority = Math.floor(sources / 2) + 1;
  return {
    put(source, pair, ticks, at) {
      const quotes = reported.get(pair) ?? new Map<string, IndexPrice>();
      quotes.set(source, { ticks, at });
      reported.set(pair, quotes);
    },
    index(pair, now) {
      const live = [...(reported.get(pair)?.values() ?? [])].filter((quote) => now - quote.at <= sourceStaleMs);
      if (live.length < majority) return null;
      const sorted = live.map((quote) => quote.ticks).toSorted((a, b) => a - b);
      const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
      const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
      const ticks = Math.round((lower + upper) / 2);
      const agreeing = sorted.filter((one) => Math.abs(one - ticks) * agreesWithin <= ticks);
      if (agreeing.length < majority) return null;
      return { ticks, at: Math.max(...live.map((quote) => quote.at)) };
    },
  };
}
