import type { Candle } from '#protocol/market-data/entities/market.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import { changeDevice, readDevice, removeDevice, writeDevice } from '#app/platform/storage/device-store.ts';

/** Candles that a device keeps of one pair and interval: some screens of them. */
export const storedCandlesMax = 300;
/** Pairs and intervals that it keeps; the one that was seen longest ago goes. */
export const storedChartsMax = 24;

/** Candles as they were last seen, for a chart without a network. */
export interface StoredCandles {
  /** When they were seen, server time in epoch milliseconds. */
  readonly atMs: number;
  /** Oldest first, without a gap. */
  readonly list: readonly Candle[];
}

const indexKey = 'charts';
const keyOf = (pair: string, interval: Interval) => `chart.${pair}.${interval}`;

/** The candles that were last seen; null where there are none, or where the device gives nothing out. */
export async function readCandles(pair: string, interval: Interval): Promise<StoredCandles | null> {
  const stored = await readDevice<StoredCandles>(keyOf(pair, interval)).catch(() => undefined);
  return stored !== undefined && stored.list.length > 0 ? stored : null;
}

/** Keeps the newest candles of a chart. A device without room keeps none: the chart does without them. */
export async function storeCandles(pair: string, interval: Interval, list: readonly Candle[], atMs: number) {
  const key = keyOf(pair, interval);
  const gone: string[] = [];
  try {
    await changeDevice<readonly string[]>(indexKey, (keys = []) => {
      const next = [...keys.filter((other) => other !== key), key];
      gone.push(...next.splice(0, Math.max(0, next.length - storedChartsMax)));
      return next;
    });
    for (const old of gone) await removeDevice(old);
    const stored: StoredCandles = { atMs, list: list.slice(-storedCandlesMax) };
    await writeDevice(key, stored);
  } catch {
    // Nothing to do: what is shown now does not depend on it.
  }
}
