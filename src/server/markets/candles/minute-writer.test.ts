import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { createMinuteStore, type OwnMinute } from './store.ts';
import { createMinuteWriter } from './minute-writer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const silent = pino({ level: 'silent' });

function minute(pair: string, nth: number, volume = 1n): OwnMinute {
  return { pair, startMs: nth * 60_000, open: 1, high: 2, low: 1, close: 2, volume, turnover: 2n };
}

async function stored(pair: string): Promise<[number, bigint][]> {
  const found = await createMinuteStore(database).candles(pair, 60_000, 0, Number.MAX_SAFE_INTEGER);
  return found.map(({ startMs, volume }) => [startMs / 60_000, volume]);
}

it('retries failed writes with the next flush, in order, the later version of a minute last', async () => {
  const store = createMinuteStore(database);
  let isAway = true;
  const write = (minutes: readonly OwnMinute[]) =>
    isAway ? Promise.reject(new Error('Connection terminated')) : store.write(minutes);
  const writer = createMinuteWriter({ write }, silent, () => undefined);
  writer.add(minute('AAAUSDT', 1));
  await writer.flush();
  writer.add(minute('AAAUSDT', 2));
  writer.add(minute('AAAUSDT', 1, 9n));
  await writer.flush();
  isAway = false;
  await writer.flush();
  expect(await stored('AAAUSDT')).toEqual([
    [1, 9n],
    [2, 1n],
  ]);
});

it('drops only the minute that can never be written', async () => {
  const writer = createMinuteWriter(createMinuteStore(database), silent, () => undefined);
  for (let nth = 1; nth <= 5; nth += 1) writer.add(minute('BBBUSDT', nth, nth === 3 ? 2n ** 70n : 1n));
  await writer.flush();
  writer.add(minute('BBBUSDT', 6));
  await writer.flush();
  expect((await stored('BBBUSDT')).map(([nth]) => nth)).toEqual([1, 2, 4, 5, 6]);
});

it('queues a bounded number, also while a write hangs', async () => {
  let hanging: (() => void) | null = null;
  const written: number[] = [];
  const write = (minutes: readonly OwnMinute[]) => {
    written.push(minutes.length);
    return written.length > 1 ? Promise.resolve() : new Promise<void>((resolve) => (hanging = resolve));
  };
  const dropped: number[] = [];
  const writer = createMinuteWriter({ write }, silent, (_, fromMs) => dropped.push(fromMs / 60_000));
  writer.add(minute('CCCUSDT', 0));
  const flushed = writer.flush();
  for (let nth = 1; nth <= 50_000; nth += 1) writer.add(minute('CCCUSDT', nth));
  (hanging as (() => void) | null)?.();
  await flushed;
  expect(written.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20_001);
  // Whatever was dropped is named, so that it is counted from the trades.
  expect(new Set(dropped).size + written.reduce((sum, count) => sum + count, 0)).toBe(50_001);
});
