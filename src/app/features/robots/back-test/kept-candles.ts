import type { Candle } from '../../../../protocol/entities/market.ts';
import type { Interval } from '../../../../protocol/intervals.ts';
import { changeDevice, readDevice, removeDevice, writeDevice } from '../../../platform/storage/device-store.ts';

/** Pairs and intervals whose past a device keeps; the one that was tried longest ago goes. */
export const keptPastsMax = 4;

/** Candles that are kept of each: the newest. */
export const keptCandlesMax = 20_000;

/** Past candles, oldest first without a gap of fetching, and when they were fetched. */
export interface KeptCandles {
  readonly at: number;
  readonly list: readonly Candle[];
}

const indexKey = 'back-tests';
const keyOf = (pair: string, interval: Interval) => `back-test.${pair}.${interval}`;

/** What is kept of a pair; nothing where the device gives nothing out. */
export async function readKept(pair: string, interval: Interval): Promise<KeptCandles> {
  const kept = await readDevice<KeptCandles>(keyOf(pair, interval)).catch(() => undefined);
  return kept ?? { at: 0, list: [] };
}

/** Keeps the past of a pair. A device without room keeps none: it is fetched again. */
export async function keep(pair: string, interval: Interval, kept: KeptCandles): Promise<void> {
  const key = keyOf(pair, interval);
  const gone: string[] = [];
  try {
    await changeDevice<readonly string[]>(indexKey, (keys = []) => {
      const next = [...keys.filter((other) => other !== key), key];
      gone.push(...next.splice(0, Math.max(0, next.length - keptPastsMax)));
      return next;
    });
    for (const old of gone) await removeDevice(old);
    await writeDevice(key, { ...kept, list: kept.list.slice(-keptCandlesMax) } satisfies KeptCandles);
  } catch {
    // Nothing to do: what is tested now does not depend on it.
  }
}
