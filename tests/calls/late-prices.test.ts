import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { readConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/log/log.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { type Exchange, startExchange } from '#server/main/exchange.ts';
import { openPriceSource, type OpenPrices } from '#server/main/open-prices.ts';
import { settingsBeside } from '#server/operator/testing.ts';

/** A pair whose price nobody knows while the exchange starts, and which never traded. */
const late = 'SOLUSDT';

let database: TestDatabase;
let folder: string;
let exchange: Exchange;
let isKnown = false;

const openPrices: OpenPrices = async (...given) => {
  const opened = await openPriceSource(...given);
  const { source } = opened;
  const indexPrice: typeof source.indexPrice = (pair, now) =>
    pair === late && !isKnown ? null : source.indexPrice(pair, now);
  return { ...opened, source: { ...source, indexPrice } };
};

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-late-prices-'));
  exchange = await startExchange({
    config: readConfig({ ...settingsBeside(database), PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder }),
    logger: createLogger('silent'),
    appDirectory: null,
    openPrices,
  });
}, 60_000);

afterAll(async () => {
  await exchange.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function list<Row>(call: string): Promise<Row[]> {
  const response = await fetch(`${exchange.address}/api/${call}`);
  return ((await response.json()) as { readonly data: { readonly list: Row[] } }).data.list;
}

const isListed = async () => (await list<Pair>('common/symbolsList')).some(({ id }) => id === late);

it('lists a pair when its price is known that was not at the start', async () => {
  expect(await isListed()).toBe(false);
  // Rounds of its coin wait for the price.
  expect(await list<{ coin: string }>('contractOptionCoin-coin-list')).toContainEqual(
    expect.objectContaining({ coin: 'SOL' }),
  );
  isKnown = true;
  await expect.poll(isListed, { timeout: 20_000 }).toBe(true);
  const tickers = await list<{ pair: string; last: string }>('common/huobiTicket');
  expect(Number(tickers.find(({ pair }) => pair === late)?.last)).toBeGreaterThan(0);
});
