import type { Logger } from 'pino';
import type { Candle, Pair, Ticker, Trade } from '#protocol/market-data/entities/market.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/store/database.ts';
import type { PriceSource, SourceCandle } from '../prices/price-source.ts';
import type { Fill } from './market-trade.ts';
import type { Span } from './store.ts';

/** Changes of one pair. Tickers and running candles are computed on demand. */
export interface MarketUpdate {
  readonly pair: string;
  /** New trades, oldest first; none when only time advanced a candle or the rolling day. */
  readonly trades: readonly Trade[];
}

/** Market data of every pair, from the exchange's own trades (design section 3). */
export interface Market {
  readonly pairs: readonly Pair[];
  has(pair: string): boolean;
  ticker(pair: string): Ticker;
  tickers(): Ticker[];
  /** The newest public trades, newest first. */
  latestTrades(pair: string, size: number): readonly Trade[];
  /** The running candle. */
  candle(pair: string, interval: Interval): Candle;
  /**
   * Candles that start before `beforeMs` (the running one included), oldest first. Those of which nobody knows what was
   * traded are left out; `gaps` says which.
   */
  klines(
    pair: string,
    interval: Interval,
    beforeMs: number | null,
    size: number,
  ): Promise<{ list: Candle[]; more: boolean }>;
  /** The times between candles, and behind them up to `beforeMs`, of which nobody knows what was traded, oldest first. */
  gaps(pair: string, interval: Interval, list: readonly Candle[], beforeMs: number | null): Span[];
  /** Where a pair’s candles begin. */
  historyStart(pair: string): number;
  /**
   * Closed minutes that start in `[fromMs, toMs)`, oldest first, as `klines` composes them: own trades, flat minutes, and the
   * source’s for downtime. Without a gap from the first one on, but for minutes of downtime that no source answered.
   */
  minutes(pair: string, fromMs: number, toMs: number): Promise<SourceCandle[]>;
  /** The whole minutes of `[fromMs, toMs)` in which the exchange did not run, oldest first. */
  down(pair: string, fromMs: number, toMs: number): Span[];
  /** The time from which on a pair’s minutes have been compared with its trades; zero when all have. */
  comparedFrom(pair: string): number;
  /** Hourly prices of the last 24 hours, oldest first, the last price at the end. */
  hourlyLine(pair: string): string[];
  /** Current price of one coin in the quote coin; null for a coin that does not trade. */
  lastPrice(asset: string): string | null;
  /** The same 24 hours ago. */
  priceYesterday(asset: string): string | null;
  /** Current external price of one coin; null while too few sources are alive. */
  indexPrice(asset: string): string | null;
  /** Takes fills of one commit, oldest first. Wired to `spot.onEvents`. */
  record(pair: string, fills: readonly Fill[]): void;
  /**
   * Trades may have become durable without being reported, as after an unacknowledged commit: every pair is compared
   * with the store, and recounted where trades are missing.
   *
   * @param isDecided whether the outcome is already resolved in the store; else it waits for that
   */
  doubt(isDecided: boolean): void;
  /** Called after trades and every minute, and within seconds where nothing happens. Returns an unsubscribe function. */
  onUpdate(listener: (update: MarketUpdate) => void): () => void;
  /** Counts who watches a pair: +1 for a viewer that came, -1 for one that left. */
  interest(pair: string, delta: number): void;
  watched(pair: string): boolean;
  /** Whether any market was viewed recently. */
  viewed(): boolean;
  /** Takes what is listed now: market data of new pairs is loaded, and pairs that are gone are served no more. */
  follow(pairs: readonly Pair[]): Promise<void>;
  /** Advances candles to `now` and writes those that closed; called by a timer every second. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** What market data is built from. */
export interface MarketDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly source: PriceSource;
  readonly pairs: readonly Pair[];
  readonly clock: Clock;
  readonly logger: Logger;
}
