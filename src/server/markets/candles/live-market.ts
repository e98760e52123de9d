import { minuteMs } from '#protocol/core/durations.ts';
import type { Candle, Pair, Ticker, Trade } from '#protocol/market-data/entities/market.ts';
import { candleCeiling, candleStart, type Interval } from '#protocol/market-data/intervals.ts';
import { tradeListSizeMax } from '#protocol/core/limits.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { repeatAfterMs } from '#server/core/topics/pair-topic.ts';
import { quoteAsset } from '../pairs.ts';
import type { SourceCandle } from '../prices/price-source.ts';
import { foldCandles } from '../prices/candle-fold.ts';
import { createKlineSeries, gapsBetween, type KlineSeries } from './kline-series.ts';
import type { Market, MarketDeps, MarketUpdate } from './market.ts';
import type { Fill } from './market-trade.ts';
import { MinuteChecks } from './minute-checks.ts';
import { createMinuteWriter, type MinuteWriter } from './minute-writer.ts';
import { type LoadingDeps, loadPairMarket, memoryStart } from './pair-loading.ts';
import type { PairEvents, PairMarket } from './pair-market.ts';
import { Recounts } from './recounts.ts';
import type { Span } from './store.ts';

/** How often running candles are advanced and closed minutes written. */
const tickMs = 1_000;
/** A minute without trades closes this long after its end, because a commit that began in it may still be reported. */
const closingGraceMs = 2_000;
/** How often uptime is written to the store. */
const seenEveryMs = 15_000;
/** Market data not requested for this long counts as unwatched. */
const viewedForMs = 5 * minuteMs;
/** Most restarts of a recount because of concurrent trades. */
const reloadTries = 10;

/** The in-memory markets of pairs, advanced by a timer. */
export class LiveMarket implements Market {
  #listed: readonly Pair[];
  #listedIds: ReadonlySet<string>;
  private readonly deps: Omit<MarketDeps, 'database'>;
  private readonly loading: LoadingDeps;
  private readonly markets: Map<string, PairMarket>;
  private readonly run: { readonly id: bigint; seenAt: number };
  private readonly writer: MinuteWriter;
  private readonly series: KlineSeries;
  private readonly events: PairEvents;
  private readonly listeners = new Set<(update: MarketUpdate) => void>();
  private readonly notifiedAt = new Map<string, number>();
  private readonly viewers = new Map<string, number>();
  private readonly recounts: Recounts;
  private readonly checks: MinuteChecks;
  private askedAt: number;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    deps: Omit<MarketDeps, 'database'>,
    loading: LoadingDeps,
    markets: Map<string, PairMarket>,
    run: { readonly id: bigint; seenAt: number },
  ) {
    this.deps = deps;
    this.#listed = deps.pairs;
    this.#listedIds = new Set(deps.pairs.map(({ id }) => id));
    this.loading = loading;
    this.markets = markets;
    this.run = run;
    this.askedAt = deps.clock();
    this.checks = new MinuteChecks({
      ...deps,
      store: loading.checks,
      trades: loading.trades,
      added: (pair) => this.countAgain(pair, Infinity),
    });
    this.writer = createMinuteWriter(loading.store, deps.logger, (pair, fromMs) => this.checks.dropped(pair, fromMs));
    this.recounts = new Recounts({
      ...deps,
      misses: (pair, fromMs) => this.missesTrades(pair, fromMs),
      count: (pair, fromMs) => this.countAgain(this.of(pair).pair, fromMs),
    });
    this.series = createKlineSeries(
      (pair, interval, fromMs, toMs) => this.compose(this.of(pair.id), interval, fromMs, toMs),
      (pair) => deps.source.historyStart(pair.id),
      (pair, interval) => this.of(pair.id).runningStart(interval),
      loading.hoursOf,
    );
    this.events = {
      minuteClosed: (pair, minute) => this.writer.add({ ...minute, pair: pair.id }),
      candleClosed: (pair, interval, candle) => this.series.append(pair, interval, candle),
    };
  }

  startTimer(failed: (error: unknown) => void): void {
    this.timer = setInterval(() => this.tick().catch(failed), tickMs);
    this.timer.unref();
  }

  get pairs(): readonly Pair[] {
    return this.#listed;
  }

  has(pair: string): boolean {
    // Markets of contracts are loaded with their first trade: listed alone is not enough.
    return this.#listedIds.has(pair) && this.markets.has(pair);
  }

  async follow(pairs: readonly Pair[]): Promise<void> {
    for (const pair of pairs) {
      if (this.markets.has(pair.id)) continue;
      this.markets.set(pair.id, await loadPairMarket(this.loading, pair, this.deps.clock()));
    }
    const before = this.#listedIds;
    this.#listed = pairs;
    this.#listedIds = new Set(pairs.map(({ id }) => id));
    // What is open of a pair that is gone stays as it was last seen; its market is not advanced any more.
    for (const id of new Set([...before, ...this.#listedIds])) this.notify(id, []);
  }

  ticker(pair: string): Ticker {
    this.askedAt = this.deps.clock();
    return this.of(pair).ticker();
  }

  tickers(): Ticker[] {
    this.askedAt = this.deps.clock();
    return this.#listed.map((pair) => this.of(pair.id).ticker());
  }

  latestTrades(pair: string, size: number): readonly Trade[] {
    return this.of(pair).trades(size);
  }

  candle(pair: string, interval: Interval): Candle {
    return this.of(pair).candle(interval);
  }

  async klines(
    id: string,
    interval: Interval,
    beforeMs: number | null,
    size: number,
  ): Promise<{ list: Candle[]; more: boolean }> {
    const market = this.of(id);
    const runningMs = market.runningStart(interval);
    if (beforeMs !== null && beforeMs <= runningMs) return this.series.closed(market.pair, interval, beforeMs, size);
    const { list, more } = await this.series.closed(market.pair, interval, runningMs, size - 1);
    const running = this.of(id).candle(interval);
    // A candle may have closed while older ones were composed; then it is missing before the running one.
    if (running[0] === runningMs) return { list: [...list, running], more };
    const again = await this.series.closed(market.pair, interval, running[0], size - 1);
    return { list: [...again.list, running], more: again.more };
  }

  historyStart(pair: string): number {
    return candleStart(this.deps.source.historyStart(pair), '1m');
  }

  async minutes(id: string, fromMs: number, toMs: number): Promise<SourceCandle[]> {
    const market = this.of(id);
    const from = Math.max(fromMs, this.historyStart(id));
    const to = Math.min(toMs, market.runningStart('1m'));
    return from < to ? (await this.compose(market, '1m', from, to)).filter(isKnown) : [];
  }

  down(pair: string, fromMs: number, toMs: number): Span[] {
    return this.loading.history.down(pair, fromMs, toMs);
  }

  comparedFrom(pair: string): number {
    return this.checks.comparedFrom(pair);
  }

  gaps(pair: string, interval: Interval, list: readonly Candle[], beforeMs: number | null): Span[] {
    const runningMs = this.of(pair).runningStart(interval);
    const endMs = Math.min(candleCeiling(beforeMs ?? runningMs, interval), runningMs);
    return gapsBetween(list, interval, this.loading.hoursOf(pair), endMs);
  }

  hourlyLine(pair: string): string[] {
    return this.of(pair).hourlyLine();
  }

  lastPrice(asset: string): string | null {
    if (asset === quoteAsset) return '1';
    return this.listedMarket(asset)?.lastPrice() ?? null;
  }

  priceYesterday(asset: string): string | null {
    if (asset === quoteAsset) return '1';
    return this.listedMarket(asset)?.priceYesterday() ?? null;
  }

  indexPrice(asset: string): string | null {
    if (asset === quoteAsset) return '1';
    const pair = this.listedMarket(asset)?.pair;
    const index = pair === undefined ? null : this.deps.source.indexPrice(pair.id, this.deps.clock());
    return pair === undefined || index === null ? null : fromUnits(BigInt(index.ticks), pair.priceDecimals);
  }

  record(pair: string, fills: readonly Fill[]): void {
    if (fills.length === 0) return;
    const { trades, inOrder } = this.of(pair).add(fills, this.events);
    this.notify(pair, trades);
    const first = fills[0];
    if (!inOrder && first !== undefined) this.recounts.late(pair, first.at);
    else this.recounts.traded(pair);
  }

  doubt(isDecided: boolean): void {
    for (const pair of this.markets.keys()) this.recounts.doubt(pair, isDecided);
  }

  /** Replaces a market with one loaded from the store. */
  adopt(loaded: PairMarket): void {
    this.markets.set(loaded.pair.id, loaded);
    this.series.forget(loaded.pair.id);
    this.notify(loaded.pair.id, []);
  }

  /** Lists one more pair, whose market comes with `adopt`. */
  list(pair: Pair): void {
    this.#listed = [...this.#listed, pair];
    this.#listedIds = new Set(this.#listed.map(({ id }) => id));
  }

  /** Sends a heartbeat for an unchanged pair, so that its ticker does not look stale. */
  heartbeat(pair: string): void {
    this.notify(pair, []);
  }

  onUpdate(listener: (update: MarketUpdate) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  interest(pair: string, delta: number): void {
    this.viewers.set(pair, Math.max(0, (this.viewers.get(pair) ?? 0) + delta));
  }

  watched(pair: string): boolean {
    return (this.viewers.get(pair) ?? 0) > 0;
  }

  viewed(): boolean {
    return this.deps.clock() - this.askedAt < viewedForMs;
  }

  async tick(): Promise<void> {
    const now = this.deps.clock();
    for (const market of this.markets.values()) {
      if (!this.has(market.pair.id)) continue;
      const before = market.runningStart('1m');
      market.moveTo(now - closingGraceMs, this.events);
      if (market.runningStart('1m') !== before || this.isQuiet(market.pair.id, now)) this.notify(market.pair.id, []);
    }
    await this.writer.flush();
    await this.recounts.run();
    await this.checks.step(this.#checked());
    if (now - this.run.seenAt < seenEveryMs) return;
    this.run.seenAt = now;
    await this.loading.store.seen(this.run.id, now);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.tick();
    await this.loading.store.seen(this.run.id, this.deps.clock());
  }

  /** What is listed and loaded. */
  *#checked(): Iterable<Pair> {
    for (const { pair } of this.markets.values()) if (this.has(pair.id)) yield pair;
  }

  /** The market of a coin against the quote coin. */
  private listedMarket(asset: string): PairMarket | undefined {
    const id = asset + quoteAsset;
    return this.has(id) ? this.markets.get(id) : undefined;
  }

  private of(pair: string): PairMarket {
    const market = this.markets.get(pair);
    if (market === undefined) throw new Error(`no market ${pair}`);
    return market;
  }

  /** Whether a pair has not been heard of for so long that it would soon look stale. */
  private isQuiet(pair: string, now: number): boolean {
    return now - (this.notifiedAt.get(pair) ?? -Infinity) >= repeatAfterMs;
  }

  private notify(pair: string, trades: readonly Trade[]): void {
    this.notifiedAt.set(pair, this.deps.clock());
    for (const listener of this.listeners) listener({ pair, trades });
  }

  /** Closed candles: from the store up to the minutes held in memory, then from those. */
  private async compose(market: PairMarket, interval: Interval, fromMs: number, toMs: number): Promise<SourceCandle[]> {
    const { history } = this.loading;
    const heldFrom = memoryStart(this.deps.clock());
    const older =
      fromMs < heldFrom ? await history.candles(market.pair.id, interval, fromMs, Math.min(toMs, heldFrom)) : [];
    const newer = market.minutesSince(Math.max(fromMs, heldFrom)).filter((minute) => minute.startMs < toMs);
    return foldCandles([...older, ...newer], interval);
  }

  /** Whether the store holds a trade since a time that memory lacks. */
  private async missesTrades(id: string, fromMs: number): Promise<boolean> {
    const stored = await this.loading.trades.latest(id, tradeListSizeMax);
    const oldest = stored.at(-1);
    // Too many trades since then to compare.
    if (stored.length >= tradeListSizeMax && oldest !== undefined && oldest.at >= fromMs) return true;
    const held = new Set(
      this.of(id)
        .trades(tradeListSizeMax)
        .map((trade) => trade.id),
    );
    return stored.some((fill) => fill.at >= fromMs && !held.has(String(fill.id)));
  }

  /** Recounts a pair from the store, including its written minutes from a time on. */
  private async countAgain(pair: Pair, fromMs: number): Promise<void> {
    for (let tries = 0; tries < reloadTries; tries += 1) {
      await this.writer.flush();
      const before = this.of(pair.id).runningStart('1m');
      const loaded = await loadPairMarket(this.loading, pair, this.deps.clock(), fromMs);
      // Trades that arrived during loading are only in the old market, as are minutes that closed meanwhile: then it is
      // loaded once more.
      const market = this.of(pair.id);
      const newest = market.trades(1)[0]?.id;
      const hasNewest = newest === undefined || loaded.trades(tradeListSizeMax).some(({ id }) => id === newest);
      if (!hasNewest || market.runningStart('1m') !== before) continue;
      this.adopt(loaded);
      return;
    }
    throw new Error(`${pair.id} trades faster than it can be recounted`);
  }
}

/** Whether it is known what was traded in a candle. */
function isKnown({ missing }: SourceCandle): boolean {
  return missing !== true;
}
