import type { IndexPrice } from './price-source.ts';

/** A source that said nothing for this long has no weight (design section 3). */
export const sourceStaleMs = 10_000;
/** A source further from the median than one part in this many does not bear it out. */
const agreesWithin = 20;

/** Gathers what each source says of each pair and answers the median of those that are alive. */
export interface IndexBoard {
  /** @param ticks what the source says, whole, at least 1 */
  put(source: string, pair: string, ticks: number, at: number): void;
  /**
   * The median of the live sources; null when fewer than a majority of all sources is alive, or fewer bear it out: of
   * two that are left and tell different stories, nobody knows which one is right.
   */
  index(pair: string, now: number): IndexPrice | null;
}

/** @param sources how many sources there are in all; what is alive is counted against them */
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
