import type { Ms } from '#protocol/core/brand.ts';
import type { MinutePrices } from '#protocol/robots/maths/back-test/minute-texts.ts';
import { basketCoinsMax } from '#protocol/core/limits.ts';
import { changeDevice, readDevice, removeDevice, writeDevice } from '#app/platform/storage/device-store.ts';

/** Pairs whose minutes a device keeps, about 4 MB each: the coins of a basket and one more. The one tried longest ago goes. */
const keptPairsMax = basketCoinsMax + 1;

/** Minutes of a week, read: prices in ticks, 0 where one is missing. */
export interface WeekMinutes extends MinutePrices {
  /** What a tick is in quote: kept minutes of another tick are none. */
  readonly tick: string;
  /** Minutes from the beginning of the week on; it goes on behind them while it is not final. */
  readonly length: number;
  readonly final: boolean;
  /** Where the candles of the pair begin. */
  readonly since: Ms;
  /** When the exchange answered them. */
  readonly at: Ms;
}

/** The device’s store, as `device-store.ts` has it. */
export interface Device {
  readonly readDevice: <Value>(key: string) => Promise<Value | undefined>;
  readonly writeDevice: (key: string, value: unknown) => Promise<void>;
  readonly removeDevice: (key: string) => Promise<void>;
  readonly changeDevice: <Value>(key: string, change: (value: Value | undefined) => Value | undefined) => Promise<void>;
}

const ownDevice: Device = {
  readDevice,
  writeDevice,
  removeDevice,
  changeDevice: async (key, change) => {
    await changeDevice(key, change);
  },
};

interface KeptPair {
  readonly pair: string;
  readonly weeks: readonly Ms[];
}

const indexKey = 'minute-weeks';
const keyOf = (pair: string, week: Ms) => `minute-week.${pair}.${week}`;

function isWhole(kept: WeekMinutes | undefined): kept is WeekMinutes {
  return kept?.close instanceof Int32Array && kept.close.length >= kept.length;
}

/** What is kept of a pair, by week; nothing where the device gives nothing out. */
export async function readWeeks(
  pair: string,
  weeks: readonly Ms[],
  device: Device = ownDevice,
): Promise<ReadonlyMap<Ms, WeekMinutes>> {
  const kept = await Promise.all(
    weeks.map(async (week) => {
      const read = await device.readDevice<WeekMinutes>(keyOf(pair, week)).catch(() => undefined);
      return [week, read] as const;
    }),
  );
  return new Map(kept.filter((one): one is readonly [Ms, WeekMinutes] => isWhole(one[1])));
}

/**
 * Keeps a week. A device without room keeps none: it is fetched again.
 *
 * @param oldest weeks before it are kept no longer
 */
export async function keepWeek(
  pair: string,
  week: Ms,
  minutes: WeekMinutes,
  oldest: Ms,
  device: Device = ownDevice,
): Promise<void> {
  try {
    const gone = await use(device, pair, oldest, week);
    for (const key of gone) await device.removeDevice(key);
    await device.writeDevice(keyOf(pair, week), minutes);
  } catch {
    // Nothing to do: what is tested now does not depend on it.
  }
}

/** Notes that a week of a pair is kept, and that the pair was tried last. @returns the keys of what is kept no longer */
async function use(device: Device, pair: string, oldest: Ms, week: Ms): Promise<string[]> {
  const gone: string[] = [];
  await device.changeDevice<readonly KeptPair[]>(indexKey, (pairs = []) => {
    gone.length = 0;
    const before = pairs.find((one) => one.pair === pair)?.weeks ?? [];
    const all = [...new Set([...before, week])];
    gone.push(...all.filter((one) => one < oldest).map((one) => keyOf(pair, one)));
    const next = [...pairs.filter((one) => one.pair !== pair), { pair, weeks: all.filter((one) => one >= oldest) }];
    for (const old of next.splice(0, Math.max(0, next.length - keptPairsMax)))
      gone.push(...old.weeks.map((one) => keyOf(old.pair, one)));
    return next;
  });
  return gone;
}
