import { expect, test } from 'vitest';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import { clearDevice, readDevice } from '#app/platform/storage/device-store.ts';
import { readCandles, storeCandles, storedCandlesMax, storedChartsMax } from './stored-candles.ts';

const candles = (count: number): Candle[] =>
  Array.from({ length: count }, (_, at) => [at, '1', '2', '0.5', String(at), '3']);

test('a device keeps the newest candles of the charts that were seen last', async () => {
  await clearDevice();
  expect(await readCandles('BTCUSDT', '15m')).toBeNull();
  await storeCandles('BTCUSDT', '15m', candles(storedCandlesMax + 50), 5);
  const stored = await readCandles('BTCUSDT', '15m');
  expect(stored?.atMs).toBe(5);
  expect(stored?.list).toHaveLength(storedCandlesMax);
  expect(stored?.list.at(-1)?.[4]).toBe(String(storedCandlesMax + 49));
  for (let at = 1; at < storedChartsMax; at += 1) await storeCandles(`P${at}USDT`, '1h', candles(1), at);
  await storeCandles('BTCUSDT', '15m', candles(2), 6);
  await storeCandles('ETHUSDT', '15m', candles(3), 7);
  expect(await readCandles('P1USDT', '1h')).toBeNull();
  expect((await readCandles('BTCUSDT', '15m'))?.list).toHaveLength(2);
  expect((await readCandles('ETHUSDT', '15m'))?.list).toHaveLength(3);
  expect(await readDevice<string[]>('charts')).toHaveLength(storedChartsMax);
});
