import type { Logger } from 'pino';
import type { Candle, Pair, Ticker, Trade } from '../../contract/entities/market.ts';
import type { Interval } from '../../contract/intervals.ts';
import { intervals } from '../../contract/intervals.ts';
import type { Clock } from '../clock.ts';
import type { PriceSource, SourceCandle } from '../feed/price-source.ts';
import type { Database } from '../store/database.ts';
import { foldCandles } from './candle-fold.ts';
import { createCandleHistory } from './candle-history.ts';
import { createKlineSeries } from './kline-series.ts';
import type { Fill } from './market-trade.ts';
import { createMinuteStore, type Span } from './minute-store.ts';
import { createMinuteWriter } from './minute-writer.ts';
import { type LoadingDeps, loadPairMarket, memoryStart } from './pair-loading.ts';
import type { PairEvents, PairMarket } from './pair-market.ts';
import { quoteAsset } from './pairs.ts';
import { createTradeLog } from './trade-log.ts';

/** How often running candles are moved on and closed minutes written. */
const tickMs = 1_000;
/** A minute without trades closes this much after its end: a commit that began in it may still be told. */
const closingGraceMs = 2_000;
/** How often the store is told that the exchange is up. */
const seenEveryMs = 15_000;
/** How often a pair that is counted again starts over because trades came meanwhile. */
const reloadTries = 10;

/** What changed in one pair. Tickers and running candles are asked for when somebody wants them. */
export interface MarketUpdate {
  readonly pair: string;
  /** New trades, oldest first; none when only time moved a candle or the rolling day on. */
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
  /** Candles that start before `beforeMs` (the running one included), oldest first. */
  klines(
    pair: string,
    interval: Interval,
    beforeMs: number | null,
    size: number,
  ): Promise<{ list: Candle[]; more: boolean }>;
  /** Hourly prices of the last 24 hours, oldest first, the last price at the end. */
  hourlyLine(pair: string): string[];
  /** What one of a coin is worth in the quote coin now; null for a coin that does not trade. */
  lastPrice(asset: string): string | null;
  /** The same 24 hours ago. */
  priceYesterday(asset: string): string | null;
  /** Takes fills of one commit, oldest first. Wired to `spot.onEvents`. */
  record(pair: string, fills: readonly Fill[]): void;
  /** Told after trades and whenever a minute passed. Returns how to stop. */
  onUpdate(listener: (update: MarketUpdate) => void): () => void;
  /** Counts who watches a pair: +1 for a viewer that came, -1 for one that left. */
  interest(pair: string, delta: number): void;
  watched(pair: string): boolean;
  /** Moves candles on to `now` and writes what closed; a timer does it every second. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

export interface MarketDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly source: PriceSource;
  readonly pairs: readonly Pair[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Brings market data up for every pair. Call before orders are taken, so that no trade is missed. */
export async function startMarket({ database, source, pairs, clock, logger }: MarketDeps): Promise<Market> {
  const store = createMinuteStore(database);
  const startedAt = clock();
  const trades = createTradeLog(database);
  const run = await store.beginRun(startedAt, await trades.newestAt());
  const runs: Span[] = await store.runs();
  const liveRuns = () => [...runs.slice(0, -1), { fromMs: runs.at(-1)?.fromMs ?? startedAt, toMs: clock() }];
  const history = createCandleHistory(store, source, liveRuns);
  const deps: LoadingDeps = { store, trades, history, source };
  const markets = new Map<string, PairMarket>();
  for (const pair of pairs) markets.set(pair.id, await loadPairMarket(deps, pair, clock()));

  const writer = createMinuteWriter(store, logger);
  const listeners = new Set<(update: MarketUpdate) => void>();
  const viewers = new Map<string, number>();
  const series = createKlineSeries(
    (pair, interval, fromMs, toMs) => compose(of(pair.id), interval, fromMs, toMs),
    (pair) => source.historyStart(pair.id),
    (pair, interval) => of(pair.id).runningStart(interval),
  );
  const events: PairEvents = {
    minuteClosed: (pair, minute) => writer.add({ ...minute, pair: pair.id }),
    candleClosed: (pair, interval, candle) => series.append(pair, interval, candle),
  };

  function of(pair: string): PairMarket {
    const market = markets.get(pair);
    if (market === undefined) throw new Error(`no market ${pair}`);
    return market;
  }

  function ofAsset(asset: string): PairMarket | null {
    return markets.get(asset + quoteAsset) ?? null;
  }

  /** Closed candles: from the store up to the minutes that are held in memory, from those after. */
  async function compose(market: PairMarket, interval: Interval, fromMs: number, toMs: number) {
    const heldFrom = memoryStart(clock());
    const older =
      fromMs < heldFrom ? await history.candles(market.pair.id, interval, fromMs, Math.min(toMs, heldFrom)) : [];
    const newer: SourceCandle[] = [];
    for (const minute of market.minutesSince(Math.max(fromMs, heldFrom))) {
      if (minute.startMs < toMs) newer.push(minute);
    }
    return foldCandles([...older, ...newer], interval);
  }

  function tell(pair: string, trades: readonly Trade[]): void {
    for (const listener of listeners) listener({ pair, trades });
  }

  /** A fill that came after its minute was closed: the pair is counted again from what is stored. */
  async function reload(pair: Pair): Promise<void> {
    logger.warn({ pair: pair.id }, 'a trade came after its minute was closed; its candles are counted again');
    for (let tries = 0; tries < reloadTries; tries += 1) {
      await writer.flush();
      const loaded = await loadPairMarket(deps, pair, clock());
      // Trades that came while it was loaded are in the old one only: then it is loaded once more.
      if (of(pair.id).trades(1)[0]?.id !== loaded.trades(1)[0]?.id) continue;
      markets.set(pair.id, loaded);
      break;
    }
    series.forget(pair.id);
    tell(pair.id, []);
  }

  let seenAt = startedAt;
  async function tick(): Promise<void> {
    const now = clock();
    for (const market of markets.values()) {
      const before = market.runningStart('1m');
      market.moveTo(now - closingGraceMs, events);
      if (market.runningStart('1m') !== before) tell(market.pair.id, []);
    }
    await writer.flush();
    if (now - seenAt < seenEveryMs) return;
    seenAt = now;
    await store.seen(run, now);
  }

  const failed = (error: unknown) => logger.error({ err: error }, 'market data could not move on');
  const timer = setInterval(() => tick().catch(failed), tickMs);
  timer.unref();

  return {
    pairs,
    tick,
    has: (pair) => markets.has(pair),
    ticker: (pair) => of(pair).ticker(),
    tickers: () => pairs.map((pair) => of(pair.id).ticker()),
    latestTrades: (pair, size) => of(pair).trades(size),
    candle: (pair, interval) => of(pair).candle(interval),
    async klines(pair, interval, beforeMs, size) {
      const market = of(pair);
      const before = beforeMs ?? Number.MAX_SAFE_INTEGER;
      const withRunning = before > market.runningStart(interval);
      if (withRunning && size === 1) return { list: [market.candle(interval)], more: true };
      const reach = withRunning ? market.runningStart(interval) : before;
      const { list, more } = await series.closed(market.pair, interval, reach, withRunning ? size - 1 : size);
      if (!withRunning) return { list, more };
      const running = of(pair).candle(interval);
      // A candle may have closed while older ones were composed; the running one follows the last by then.
      const gap = list.length > 0 && running[0] > (list.at(-1)?.[0] ?? 0) + 1.5 * intervals[interval];
      if (!gap) return { list: [...list, running], more };
      return { list: (await series.closed(market.pair, interval, running[0], size - 1)).list.concat([running]), more };
    },
    hourlyLine: (pair) => of(pair).hourlyLine(),
    lastPrice: (asset) => (asset === quoteAsset ? '1' : (ofAsset(asset)?.lastPrice() ?? null)),
    priceYesterday: (asset) => (asset === quoteAsset ? '1' : (ofAsset(asset)?.priceYesterday() ?? null)),
    record(pair, fills) {
      if (fills.length === 0) return;
      const { trades, inOrder } = of(pair).add(fills, events);
      tell(pair, trades);
      if (!inOrder) reload(of(pair).pair).catch(failed);
    },
    onUpdate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    interest(pair, delta) {
      viewers.set(pair, Math.max(0, (viewers.get(pair) ?? 0) + delta));
    },
    watched: (pair) => (viewers.get(pair) ?? 0) > 0,
    async close() {
      clearInterval(timer);
      await tick();
      await store.seen(run, clock());
    },
  };
}
