import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { readConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/log/log.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { type Exchange, startExchange } from '#server/main/exchange.ts';
import { openPriceSource, type OpenPrices } from '#server/main/open-prices.ts';
import { consoleBeside, settingsBeside } from '#server/operator/testing.ts';

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

const start = () =>
  startExchange({
    // Without makers: what trades is known by its trades.
    config: readConfig({ ...settingsBeside(database), PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, MAKERS: 'off' }),
    logger: createLogger('silent'),
    appDirectory: null,
    openPrices,
  });

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-late-prices-'));
  exchange = await start();
}, 60_000);

afterAll(async () => {
  await exchange.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answered {
  readonly list: readonly Readonly<Record<string, unknown>>[];
  readonly [field: string]: unknown;
}

async function call(name: string, token = '', body: object | null = null): Promise<Answered> {
  const response = await fetch(`${exchange.address}/api/${name}`, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `of-late-prices-${randomUUID()}`,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const { code, data } = (await response.json()) as { readonly code: number; readonly data: Answered };
  expect(code, name).toBe(codes.success);
  return data;
}

const isListed = async () => (await call('common/symbolsList')).list.some(({ id }) => id === late);
const learnPrice = async () => {
  isKnown = true;
  await expect.poll(isListed, { timeout: 20_000 }).toBe(true);
};

it('lists a pair when its price is known that was not at the start', async () => {
  expect(await isListed()).toBe(false);
  // Rounds of its coin wait for the price.
  expect((await call('contractOptionCoin-coin-list')).list).toContainEqual(expect.objectContaining({ coin: 'SOL' }));
  await learnPrice();
  const ticker = (await call('common/huobiTicket')).list.find(({ pair }) => pair === late);
  expect(Number(ticker?.['last'])).toBeGreaterThan(0);
});

it('keeps a pair whose price is not known any more while another one is changed', async () => {
  isKnown = false;
  const command = 'list set ETHUSDT taker-fee 0.0009 --reason test --by ann';
  const { said } = await consoleBeside(database)(...command.split(' '));
  expect(said).toContain('In effect.');
  expect(await isListed()).toBe(true);
  await call(`common/kline?pair=${late}&interval=1m&size=1`);
  isKnown = true;
});

it('has what was done in it before a start at which its price was not known', async () => {
  const { token } = (await call('register', '', { kind: 'practice' })) as unknown as { readonly token: string };
  const { order } = await call('currency', token, {
    type: 'limit',
    pair: late,
    side: 'buy',
    price: '10',
    amount: '1',
  });
  const { id } = order as { readonly id: string };
  await exchange.close();
  isKnown = false;
  exchange = await start();
  expect(await isListed()).toBe(false);
  await learnPrice();
  const open = async () => (await call('currencyRecord?state=current', token)).list.map((one) => one['id']);
  await expect.poll(open, { timeout: 10_000 }).toEqual([id]);
  await call('cancelCurrency', token, { id });
  expect(await open()).toEqual([]);
});
