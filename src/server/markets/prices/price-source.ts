import type { TickEntropy } from '#protocol/options/entities.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';

/**
 * A candle from a source: prices in ticks of the pair, volume in lots, exact turnover in ticks times lots. A source
 * never returns a candle without volume.
 */
export interface SourceCandle {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: bigint;
  readonly turnover: bigint;
  /**
   * Nobody knows what was traded then: the exchange did not run, and no source answered. It stands at the price before, for
   * whatever counts minutes by their place, and is shown to nobody.
   */
  readonly missing?: true;
}

/** The external price of a pair. */
export interface IndexPrice {
  /** In ticks of the pair; whole, at least 1. */
  readonly ticks: number;
  /** Source time, epoch milliseconds. */
  readonly at: number;
  /** The draw of a simulated price; absent for real prices. */
  readonly entropy?: TickEntropy;
}

/** Where market prices come from: a simulated market or other exchanges. Pairs are named by their ids. */
export interface PriceSource {
  readonly name: string;
  /** Whether prices are real trades; makers do not quote on a live source unless configured. */
  readonly live: boolean;
  /** Starts following prices; resolves with the first ones or at the deadline. */
  start(): Promise<void>;
  /** The index of a pair at `now`, or null while too few sources are alive (design section 3). */
  indexPrice(pair: string, now: number): IndexPrice | null;
  /**
   * Candles that start in `[fromMs, toMs)`, oldest first, closed or running at `now`. Missing ones are left out: from
   * before the pair was listed, or no longer available from another exchange.
   */
  history(pair: string, interval: Interval, fromMs: number, toMs: number): Promise<readonly SourceCandle[]>;
  /** Follows a pair that was listed after the start; resolves when its price is known or none is to come. */
  follow(pair: Pair): Promise<void>;
  /** Start of a pair's history, epoch milliseconds. */
  historyStart(pair: string): number;
  close(): Promise<void>;
}
