import type { Candle } from '#protocol/market-data/entities/market.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import { klineSizeDefault, klineSizeMax } from '#protocol/core/limits.ts';
import { storedCandlesMax, type StoredCandles } from './stored-candles.ts';
import type { KlineChart, MissingTime } from '#app/chart/kline/kline-options.ts';

/** How often the exchange is asked again while stored candles stand in for it. */
const storedRetryMs = 5_000;

interface StandIn {
  /** Whether the exchange's own candles are still missing. */
  readonly isNeeded: () => boolean;
  readonly onShown: (asOfMs: number) => void;
  readonly askAgain: () => void;
}

/** The candles that were last seen, in place of the exchange's while that cannot be reached. */
function storedStandIn(chart: FedChart, source: CandleSource, { isNeeded, onShown, askAgain }: StandIn) {
  let isShown = false;
  let retry: ReturnType<typeof setInterval> | undefined;
  return {
    isShown: () => isShown,
    /** @returns false when there are none to show */
    async show(): Promise<boolean> {
      const stored = await source.stored();
      if (!isNeeded() || isShown) return true;
      if (stored === null) return false;
      isShown = true;
      chart.setData(stored.list, { more: false, keepView: false });
      onShown(stored.atMs);
      // The stream may be up although the call failed: then no reconnection asks for candles again.
      retry = setInterval(askAgain, storedRetryMs);
      return true;
    },
    end(): void {
      isShown = false;
      clearInterval(retry);
    },
  };
}

/** One page of history, oldest first. */
export interface CandlePage {
  readonly list: readonly Candle[];
  readonly more: boolean;
  /** Times between them, and up to the candle behind them, of which nobody knows what was traded. */
  readonly missing?: readonly MissingTime[] | undefined;
}

/** What a feed draws from: the calls and the stream, given so that tests bring their own. */
export interface CandleSource {
  /** Candles that start before a moment, the newest when null. */
  page(beforeMs: number | null, size: number, signal: AbortSignal): Promise<CandlePage>;
  /** Hears the running candle, beginning with a snapshot. Returns how to stop. */
  listen(heard: (candle: Candle) => void): () => void;
  /** The candles that this device saw last, for a chart without a network. */
  stored(): Promise<StoredCandles | null>;
  /** Keeps candles for that. */
  store(list: readonly Candle[]): void;
  /** Calls back whenever the connection is up again. Returns how to stop. */
  onReconnect(again: () => void): () => void;
}

export type FeedState =
  | { readonly is: 'loading' | 'empty' }
  /** With the time of stored candles that stand in for those of the exchange; null for these. */
  | { readonly is: 'ready'; readonly asOfMs: number | null }
  | { readonly is: 'failed'; readonly error: unknown };

export interface CandleFeed {
  /** Older candles for the chart; rejects when they could not be had. */
  older(beforeMs: number): Promise<void>;
  /** Asks for the newest again: after a failure, or when the user pulls to refresh. */
  refill(): Promise<void>;
  /** Keeps the candles on the device; for a page that is left. */
  keep: () => void;
  stop(): void;
}

/** How long the exchange may take before the candles that were last seen stand in for its answer. */
const storedAfterMs = 1_000;

type FedChart = Pick<KlineChart, 'setData' | 'prepend' | 'tick'>;

/**
 * Keeps a chart fed with one pair and interval: history over HTTP, the running candle from the stream, and
 * after a lost connection the candles of the gap over HTTP again.
 */
export function startCandleFeed(
  chart: FedChart,
  source: CandleSource,
  changed: (state: FeedState) => void,
): CandleFeed {
  const stopping = new AbortController();
  let latest: Candle | null = null;
  /** Start of the newest candle the chart has; null while it has none. */
  let newestMs: number | null = null;
  const seen = seenCandles(source);
  const stored = storedStandIn(chart, source, {
    isNeeded: () => !stopping.signal.aborted && newestMs === null,
    onShown: (asOfMs) => changed({ is: 'ready', asOfMs }),
    askAgain: () => void refill(),
  });

  function heard(candle: Candle): void {
    latest = candle;
    if (newestMs === null) return;
    newestMs = Math.max(newestMs, candle[0]);
    seen.add([candle]);
    chart.tick(candle);
  }

  function show(page: CandlePage): void {
    const last = page.list.at(-1);
    const isJoined = drawPage(chart, page, newestMs);
    stored.end();
    seen.add(page.list, !isJoined);
    if (last !== undefined) newestMs = Math.max(newestMs ?? 0, last[0]);
    if (latest !== null && newestMs === null) newestMs = latest[0];
    if (latest !== null) chart.tick(latest);
    changed(newestMs === null ? { is: 'empty' } : { is: 'ready', asOfMs: null });
    seen.keep();
  }

  async function refill(): Promise<void> {
    try {
      const page = await source.page(null, klineSizeDefault, stopping.signal);
      if (!stopping.signal.aborted) show(page);
    } catch (error) {
      // With candles on the screen a failed refill leaves them there; their age is shown elsewhere.
      if (stopping.signal.aborted || newestMs !== null || stored.isShown()) return;
      if (!(await stored.show()) && !stopping.signal.aborted) changed({ is: 'failed', error });
    }
  }

  const stopListening = source.listen(heard);
  const stopReconnects = source.onReconnect(() => void refill());
  const late = setTimeout(() => newestMs === null && !stored.isShown() && void stored.show(), storedAfterMs);
  changed({ is: 'loading' });
  void refill();
  return {
    async older(beforeMs) {
      const page = await source.page(beforeMs, klineSizeMax / 2, stopping.signal);
      if (!stopping.signal.aborted) chart.prepend(page.list, { more: page.more, missing: page.missing ?? [] });
    },
    refill,
    keep: () => seen.keep(),
    stop() {
      seen.keep();
      clearTimeout(late);
      stored.end();
      stopping.abort();
      stopListening();
      stopReconnects();
    },
  };
}

/** The newest candles that came from the exchange, for the next time without a network. */
function seenCandles(source: CandleSource) {
  let seen: Candle[] = [];
  return {
    /** Remembers candles that follow, or are, the newest ones; behind a gap they start over. */
    add(list: readonly Candle[], isBehindGap = false): void {
      const [first] = list;
      if (first === undefined) return;
      seen = isBehindGap ? [...list] : [...seen.filter(([atMs]) => atMs < first[0]), ...list];
      if (seen.length > 2 * storedCandlesMax) seen = seen.slice(-storedCandlesMax);
    },
    keep(): void {
      if (seen.length > 0) source.store(seen.slice(-storedCandlesMax));
    },
  };
}

/**
 * Draws the newest page.
 *
 * @param newestMs start of the newest candle on the chart
 * @returns whether the page reaches back to what is there: then its candles close the gap, and nothing moves
 */
function drawPage(chart: FedChart, page: CandlePage, newestMs: number | null): boolean {
  const oldest = page.list[0];
  // A time that is missing since then stands between candles that ticks would join.
  const isBroken = page.missing?.some(([, toMs]) => newestMs !== null && toMs > newestMs) === true;
  if (newestMs === null || oldest === undefined || oldest[0] > newestMs || isBroken) {
    chart.setData(page.list, { more: page.more, keepView: newestMs !== null, missing: page.missing ?? [] });
    return false;
  }
  for (const candle of page.list) if (candle[0] >= newestMs) chart.tick(candle);
  return true;
}

/** The topic of a running candle. */
export function klineTopic(pair: string, interval: Interval): `kline:${string}:${Interval}` {
  return `kline:${pair}:${interval}`;
}
