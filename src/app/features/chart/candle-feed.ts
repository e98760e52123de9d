import type { Candle } from '../../../protocol/entities/market.ts';
import type { Interval } from '../../../protocol/intervals.ts';
import { klineSizeDefault, klineSizeMax } from '../../../protocol/limits.ts';
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
  /** Calls back whenever the connection is up again. Returns how to stop. */
  onReconnect(again: () => void): () => void;
}

export type FeedState =
  | { readonly is: 'loading' | 'ready' | 'empty' }
  | { readonly is: 'failed'; readonly error: unknown };

export interface CandleFeed {
  /** Older candles for the chart; rejects when they could not be had. */
  older(beforeMs: number): Promise<void>;
  /** Asks for the newest again: after a failure, or when the user pulls to refresh. */
  refill(): Promise<void>;
  stop(): void;
}

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

  function heard(candle: Candle): void {
    latest = candle;
    if (newestMs === null) return;
    newestMs = Math.max(newestMs, candle[0]);
    chart.tick(candle);
  }

  function show(page: CandlePage): void {
    const oldest = page.list[0];
    const last = page.list.at(-1);
    if (newestMs !== null && oldest !== undefined && oldest[0] <= newestMs) {
      // The page reaches back to what is there: its candles close the gap and nothing moves.
      const from = newestMs;
      for (const candle of page.list) if (candle[0] >= from) chart.tick(candle);
    } else {
      chart.setData(page.list, { more: page.more, keepView: newestMs !== null });
    }
    if (last !== undefined) newestMs = Math.max(newestMs ?? 0, last[0]);
    if (latest !== null && newestMs === null) newestMs = latest[0];
    if (latest !== null) chart.tick(latest);
    changed({ is: newestMs === null ? 'empty' : 'ready' });
  }

  async function refill(): Promise<void> {
    try {
      const page = await source.page(null, klineSizeDefault, stopping.signal);
      if (!stopping.signal.aborted) show(page);
    } catch (error) {
      // With candles on the screen a failed refill leaves them there; their age is shown elsewhere.
      if (!stopping.signal.aborted && newestMs === null) changed({ is: 'failed', error });
    }
  }

  const stopListening = source.listen(heard);
  const stopReconnects = source.onReconnect(() => void refill());
  changed({ is: 'loading' });
  void refill();
  return {
    async older(beforeMs) {
      const page = await source.page(beforeMs, klineSizeMax / 2, stopping.signal);
      if (!stopping.signal.aborted) chart.prepend(page.list, { more: page.more });
    },
    refill,
    stop() {
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
