import type { TickEntropy } from '../../../protocol/entities/option.ts';
import type { Interval } from '../../../protocol/intervals.ts';

/**
 * A candle as a source tells it: prices in ticks of the pair, volume in lots, turnover in ticks times
 * lots, which is exact. A source never tells a candle without volume.
 */
export interface SourceCandle {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: bigint;
  readonly turnover: bigint;
}

/** What a pair is worth outside of the exchange. */
export interface IndexPrice {
  /** In ticks of the pair; whole, at least 1. */
  readonly ticks: number;
  /** When the source saw it, epoch milliseconds. */
  readonly at: number;
  /** What a simulated price was drawn from; absent where prices are somebody's real ones. */
  readonly entropy?: TickEntropy;
}

/** Where market prices come from: a simulated market or other exchanges. Pairs are named by their ids. */
export interface PriceSource {
  readonly name: string;
  /** Whether prices are somebody's real trades; makers stay away from a live source unless configured. */
  readonly live: boolean;
  /** Begins to follow prices; resolves when the first ones are there or the deadline is over. */
  start(): Promise<void>;
  /** The index of a pair at `now`, or null while too few sources are alive (design section 3). */
  indexPrice(pair: string, now: number): IndexPrice | null;
  /**
   * Candles that start in `[fromMs, toMs)`, oldest first, closed or running at `now`. Missing ones are
   * left out: before the pair was listed, or what another exchange does not know any more.
   */
  history(pair: string, interval: Interval, fromMs: number, toMs: number): Promise<readonly SourceCandle[]>;
  /** Where a pair's history begins, epoch milliseconds. */
  historyStart(pair: string): number;
  close(): Promise<void>;
}
