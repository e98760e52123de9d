import { dayMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { candleStart, intervalNames, isWholeDays } from '#protocol/market-data/intervals.ts';
import { createCandleHistory } from './candle-history.ts';
import { type LoadingDeps, memoryStart, writeTail } from './pair-loading.ts';
import type { MinuteStore, Span } from './store.ts';

/** Running candles of these intervals may hold days from before those kept in memory. */
const longIntervals = intervalNames.filter(isWholeDays);

/**
 * What a start loads its pairs from: it writes the minutes that a crash left unwritten, and then reads the days of running
 * weeks and months for all pairs at once. A pair's minutes lie between those of all others, so reading them pair by pair
 * reads the whole month of everybody as many times as there are pairs.
 *
 * @param runs uptime of the exchange, oldest first, including the current run
 */
export async function loadingOfAll(
  loading: LoadingDeps,
  pairs: readonly Pair[],
  runs: () => readonly Span[],
  now: number,
): Promise<LoadingDeps> {
  await Promise.all(pairs.map((pair) => writeTail(loading, pair, now)));
  const store = await withDays(loading.store, pairs, now);
  return { ...loading, store, history: createCandleHistory(store, loading.source, runs) };
}

/** The same store, with the days of running weeks and months already read. */
export async function withDays(store: MinuteStore, pairs: readonly Pair[], now: number): Promise<MinuteStore> {
  const fromMs = Math.min(...longIntervals.map((interval) => candleStart(now, interval)));
  const toMs = memoryStart(now);
  if (fromMs >= toMs) return store;
  const days = await store.days(
    pairs.map(({ id }) => id),
    fromMs,
    toMs,
  );
  return {
    ...store,
    async candles(pair, bucketMs, from, to) {
      const isAhead = bucketMs === dayMs && from >= fromMs && from % dayMs === 0 && to >= toMs;
      if (!isAhead) return store.candles(pair, bucketMs, from, to);
      const whole = (days.get(pair) ?? []).filter(({ startMs }) => startMs >= from);
      return to === toMs ? whole : [...whole, ...(await store.candles(pair, bucketMs, Math.max(from, toMs), to))];
    },
  };
}
