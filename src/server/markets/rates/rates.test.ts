import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { consoleBeside } from '#server/operator/testing.ts';
import { displayedCurrencies, firstRatesAt } from './currencies.ts';
import { openRates } from './open.ts';
import { readRateHistory, readRates, type StoredRate } from './store.ts';

/** Platform rates on a real PostgreSQL, from a source that answers over HTTP and from the operator's console. */

let database: TestDatabase;
let operator: ReturnType<typeof consoleBeside>;
let now = Date.now();
let answer = '';
let status = 200;
const source = createServer((_request, response) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(answer);
});
let ratesUrl = '';

const open = () =>
  openRates({
    database,
    clock: () => now,
    logger: pino({ level: 'silent' }),
    config: { ratesUrl, ratesEveryMinutes: 60, ratesJumpPercent: 5 },
  });

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    source.listen(0, '127.0.0.1', resolve);
  });
  ratesUrl = `http://127.0.0.1:${(source.address() as AddressInfo).port}/latest`;
  database = await testDatabase();
  operator = consoleBeside(database);
});
beforeEach(async () => {
  await database.pool.query('TRUNCATE platform_rates, platform_rate_history');
  status = 200;
  now = Date.now();
});
afterAll(async () => {
  source.close();
  await database.close();
});

const because = ['--reason', 'a test', '--by', 'grace'] as const;
const says = (rates: object) => (answer = JSON.stringify({ base: 'USD', rates }));
const stored = async (currency: string): Promise<StoredRate | undefined> =>
  (await readRates(database)).find((one) => one.currency === currency);

async function running() {
  const area = await open();
  const jobNamed = (name: string) => area.jobs.find((job) => job.name === name);
  return {
    area,
    ask: async () => jobNamed('ask for platform rates')?.run(() => false),
    shown: (currency: string) => area.rates.published().list.find((one) => one.currency === currency),
  };
}

it('begin with the shipped rates and their date, and keep what is in the store', async () => {
  const { area, shown } = await running();
  expect(area.rates.published().list.map(({ currency }) => currency)).toEqual(
    displayedCurrencies.map(({ currency }) => currency),
  );
  expect(shown('THB')).toEqual({ currency: 'THB', symbol: '฿', rate: '32.9', at: firstRatesAt });
  expect((await operator('rate', 'set', 'thb', '33.50', ...because)).code).toBe(0);
  const again = await running();
  expect(again.shown('THB')?.rate).toBe('33.5');
});

it('follow the source exactly, and confirm what did not change', async () => {
  const { ask, shown, area } = await running();
  let changes = 0;
  area.rates.onChange(() => void (changes += 1));
  says({ CNY: 7.2, THB: 32.9 });
  await ask();
  expect(shown('CNY')).toMatchObject({ rate: '7.2', at: now });
  expect(shown('THB')).toMatchObject({ rate: '32.9', at: now });
  expect(shown('JPY')?.at).toBe(firstRatesAt);
  expect(changes).toBe(1);
  expect(await readRateHistory(database, 'THB', 10)).toEqual([]);
  expect(await readRateHistory(database, 'CNY', 10)).toEqual([{ rate: '7.2', at: now, origin: 'source' }]);
});

it('hold a rate that jumps until an operator accepts the one they saw, or refuses it', async () => {
  const { ask, shown, area } = await running();
  says({ CNY: 71.2 });
  await ask();
  expect(shown('CNY')?.rate).toBe('7.12');
  expect((await stored('CNY'))?.held).toEqual({ rate: '71.2', at: now });
  expect((await operator('rates')).said).toContain('HELD  71.2');
  expect((await operator('rate', 'accept', 'CNY', '7.9', ...because)).code).toBe(1);
  expect((await operator('rate', 'refuse', 'CNY', '71.2', ...because)).code).toBe(0);
  expect(await stored('CNY')).toMatchObject({ rate: '7.12', held: null });
  says({ CNY: 7.9 });
  await ask();
  expect((await operator('rate', 'accept', 'CNY', '7.9', ...because)).code).toBe(0);
  await area.rates.refresh();
  expect(shown('CNY')?.rate).toBe('7.9');
  expect((await operator('stop-log')).said).toMatch(/grace {2}rate-accept {2}rate CNY 7\.9 {2}a test/);
  // What comes back within the share needs nobody.
  says({ CNY: 70 });
  await ask();
  says({ CNY: 7.8 });
  await ask();
  expect(await stored('CNY')).toMatchObject({ rate: '7.8', held: null });
});

it('keep an operator’s rate until its end, and then show none rather than a wrong one', async () => {
  const { ask, shown, area } = await running();
  const until = new Date(now + dayMs).toISOString().replace(/:\d\d\.\d+Z/, 'Z');
  expect((await operator('rate', 'set', 'VND', '26000', until, ...because)).code).toBe(0);
  says({ VND: 25_500 });
  await ask();
  expect(shown('VND')?.rate).toBe('26000');
  now += 2 * dayMs;
  await area.rates.refresh();
  expect(shown('VND')).toBeUndefined();
  await ask();
  expect(shown('VND')?.rate).toBe('25500');
});

it('change nothing when the source fails or answers nonsense', async () => {
  const { ask, area } = await running();
  const before = area.rates.published();
  for (const bad of ['{"base":"EUR","rates":{"CNY":1}}', 'no JSON', ' '.repeat(70_000)]) {
    answer = bad;
    await expect(ask()).rejects.toThrow();
  }
  says({ CNY: 7.2 });
  status = 503;
  await expect(ask()).rejects.toThrow('503');
  await area.rates.refresh();
  expect(area.rates.published()).toBe(before);
});

it('take from an operator only what can be, and a large change only when they are sure', async () => {
  await running();
  const wrong: readonly (readonly string[])[] = [
    ['set', 'XXX', '1', ...because],
    ['set', 'CNY', '-1', ...because],
    ['set', 'CNY', '7.2', '2020-01-01', ...because],
    ['set', 'CNY', '7.2'],
    ['set', 'CNY', '71.2', ...because],
  ];
  for (const args of wrong) expect((await operator('rate', ...args)).code, args.join(' ')).toBe(1);
  expect((await stored('CNY'))?.rate).toBe('7.12');
  expect((await operator('rate', 'set', 'CNY', '71.2', 'sure', ...because)).code).toBe(0);
  expect((await stored('CNY'))?.rate).toBe('71.2');
});
