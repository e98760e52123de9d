import type { Candle } from '../../../protocol/entities/market.ts';
import type { Interval } from '../../../protocol/intervals.ts';
import { klineSizeDefault, klineSizeMax } from '../../../protocol/limits.ts';
import { storedCandlesMax, type StoredCandles } from './stored-candles.ts';
import type { KlineChart } from '../../chart/kline/kline-options.ts';

/** One page of history, oldest first. */
export interface CandlePage {
  readonly list: readonly Candle[];
  readonly more: boolean;
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

/** How often the exchange is asked again while stored candles stand in for it. */
const storedRetryMs = 5_000;

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
  /** The newest candles that came from the exchange, for the next time without a network. */
  let seen: Candle[] = [];
  let isStored = false;
  let retry: ReturnType<typeof setInterval> | undefined;

  function heard(candle: Candle): void {
    latest = candle;
    if (newestMs === null) return;
    newestMs = Math.max(newestMs, candle[0]);
    see([candle]);
    chart.tick(candle);
  }

  /** Remembers candles that follow, or are, the newest ones; behind a gap they start over. */
  function see(list: readonly Candle[], isNew = false): void {
    const [first] = list;
    if (first === undefined) return;
    seen = isNew ? [...list] : [...seen.filter(([atMs]) => atMs < first[0]), ...list];
    if (seen.length > 2 * storedCandlesMax) seen = seen.slice(-storedCandlesMax);
  }

  function keep(): void {
    if (seen.length > 0) source.store(seen.slice(-storedCandlesMax));
  }

  /** Shows the candles that were last seen, while the exchange cannot be reached. */
  async function showStored(): Promise<boolean> {
    const stored = await source.stored();
    if (stopping.signal.aborted || newestMs !== null) return newestMs !== null;
    if (stored === null) return false;
    if (isStored) return true;
    isStored = true;
    chart.setData(stored.list, { more: false, keepView: false });
    changed({ is: 'ready', asOfMs: stored.atMs });
    // The stream may be up although the call failed: then no reconnection asks for candles again.
    retry = setInterval(() => isStored && void refill(), storedRetryMs);
    return true;
  }

  function show(page: CandlePage): void {
    const oldest = page.list[0];
    const last = page.list.at(-1);
    const isJoined = newestMs !== null && oldest !== undefined && oldest[0] <= newestMs;
    if (newestMs !== null && isJoined) {
      // The page reaches back to what is there: its candles close the gap and nothing moves.
      const from = newestMs;
      for (const candle of page.list) if (candle[0] >= from) chart.tick(candle);
    } else {
      chart.setData(page.list, { more: page.more, keepView: newestMs !== null });
      isStored = false;
    }
    clearInterval(retry);
    see(page.list, !isJoined);
    if (last !== undefined) newestMs = Math.max(newestMs ?? 0, last[0]);
    if (latest !== null && newestMs === null) newestMs = latest[0];
    if (latest !== null) chart.tick(latest);
    changed(newestMs === null ? { is: 'empty' } : { is: 'ready', asOfMs: null });
    keep();
  }

  async function refill(): Promise<void> {
    try {
      const page = await source.page(null, klineSizeDefault, stopping.signal);
      if (!stopping.signal.aborted) show(page);
    } catch (error) {
      // With candles on the screen a failed refill leaves them there; their age is shown elsewhere.
      if (stopping.signal.aborted || newestMs !== null || isStored) return;
      if (!(await showStored()) && !stopping.signal.aborted) changed({ is: 'failed', error });
    }
  }

  const stopListening = source.listen(heard);
  const stopReconnects = source.onReconnect(() => void refill());
  const late = setTimeout(() => newestMs === null && !isStored && void showStored(), storedAfterMs);
  changed({ is: 'loading' });
  void refill();
  return {
    async older(beforeMs) {
      const page = await source.page(beforeMs, klineSizeMax / 2, stopping.signal);
      if (!stopping.signal.aborted) chart.prepend(page.list, { more: page.more });
    },
    refill,
    keep,
    stop() {
      keep();
      clearTimeout(late);
      clearInterval(retry);
      stopping.abort();
      stopListening();
      stopReconnects();
    },
  };
}

/** The topic of a running candle. */
export function klineTopic(pair: string, interval: Interval): `kline:${string}:${Interval}` {
  return `kline:${pair}:${interval}`;
}
