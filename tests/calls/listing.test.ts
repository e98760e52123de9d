import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { readConfig } from '#server/core/config/config.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { createLogger } from '#server/core/log/log.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { type Exchange, startExchange } from '#server/main/exchange.ts';
import { consoleBeside, settingsBeside } from '#server/operator/testing.ts';

/** A pair from its listing to its end, while a whole exchange with its makers runs, and across a restart of it. */

let database: TestDatabase;
let folder: string;
let exchange: Exchange;
let token: string;
let user: string;
let keys = 0;

const signed = ['--reason', 'a test', '--by', 'ann'] as const;
const words = (text: string) => text.split(' ');
const operate = async (...args: readonly string[]) => {
  const outcome = await consoleBeside(database)('list', ...args, ...signed);
  expect(outcome.said).toContain('In effect.');
};

const start = () =>
  startExchange({
    config: readConfig({ ...settingsBeside(database), PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder }),
    logger: createLogger('silent'),
    appDirectory: null,
  });

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-listing-'));
  exchange = await start();
  const { data } = await call('POST', 'register', { kind: 'practice' });
  token = String(data['token']);
  user = (data['profile'] as { id: string }).id;
}, 60_000);

afterAll(async () => {
  await exchange.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
  instruments.replace(shippedInstruments);
});

interface Answer {
  readonly code: number;
  readonly data: Record<string, unknown>;
}

/** A call as the app sends it: what was surely not done, as on a busy machine, is asked for again with the same key. */
async function call(method: 'GET' | 'POST', name: string, body: Record<string, unknown> = {}): Promise<Answer> {
  keys += 1;
  for (let tries = 0; ; tries += 1) {
    const answer = await callOnce(method, name, body);
    if (answer.code !== codes.busyRetry || tries >= 50) return answer;
    await sleep(200);
  }
}

async function callOnce(method: 'GET' | 'POST', name: string, body: Record<string, unknown>): Promise<Answer> {
  const query = method === 'GET' ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : '';
  const response = await fetch(`${exchange.address}/api/${name}${query}`, {
    method,
    headers: {
      authorization: `Bearer ${token ?? ''}`,
      'content-type': 'application/json',
      'idempotency-key': `of-a-listing-${String(keys).padStart(8, '0')}`,
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
}

async function listed(): Promise<Pair | undefined> {
  const { data } = await call('GET', 'common/symbolsList');
  return (data['list'] as Pair[]).find(({ id }) => id === 'NOVAUSDT');
}

const market = (side: 'buy' | 'sell', size: object) =>
  call('POST', 'currency', { type: 'market', pair: 'NOVAUSDT', side, ...size });
const resting = () =>
  call('POST', 'currency', { type: 'limit', pair: 'NOVAUSDT', side: 'buy', price: '1.1', amount: '10' });
const orderOf = ({ data }: { data: Record<string, unknown> }) =>
  data['order'] as { id: string; status: string; filled: string };

async function balance(asset: string): Promise<string> {
  const { rows } = await database.pool.query<{ sum: string }>(
    'SELECT coalesce(sum(available + frozen), 0) AS sum FROM balances WHERE owner = $1 AND asset = $2',
    [user, asset],
  );
  return rows[0]?.sum ?? '0';
}

it('opens a new pair while the exchange runs: its makers quote it and a user trades it', async () => {
  expect(await listed()).toBeUndefined();
  await operate('add', 'coin', 'nova', '--name', 'Nova', '--scale', '6', '--display', '2', '--faucet', '1000');
  await operate(
    ...words('add pair nova usdt --price-decimals 4 --amount-decimals 2 --max-amount 100000 --min-total 5'),
    ...words('--maker-fee 0.0008 --taker-fee 0.001 --reference-price 1.25'),
  );
  expect(await listed()).toMatchObject({ name: 'Nova', open: true, state: 'open', tickSize: '0.0001' });
  await expect
    .poll(async () => orderOf(await market('buy', { total: '100' })).status, { timeout: 10_000 })
    .toBe('filled');
  const { data } = await call('GET', 'common/huobiTicket');
  const ticker = (data['list'] as { pair: string; last: string }[]).find(({ pair }) => pair === 'NOVAUSDT');
  expect(Number(ticker?.last)).toBeGreaterThan(1.1);
  expect(Number(ticker?.last)).toBeLessThan(1.4);
  expect((await call('GET', 'common/kline', { pair: 'NOVAUSDT', interval: '1m', size: '5' })).code).toBe(codes.success);
  expect(BigInt(await balance('NOVA'))).toBeGreaterThan(0n);
}, 30_000);

it('opens a contract while the exchange runs: it has a mark price and a book, and its pair stays', async () => {
  await operate(
    ...words('add contract SOLMINI sol --kind Mini --lot 0.01 --max-lots 100000'),
    ...words('--open-fee 0.0005 --close-fee 0.0005 --overnight-fee 0.0003'),
  );
  const contracts = async () => (await call('GET', 'common/getContractConfig')).data['contracts'];
  await expect
    .poll(contracts, { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ id: 'SOLMINI', name: 'SOL/USDT Mini' }));
  const moved = await call('POST', 'transfer', { from: 'spot', to: 'contract', asset: 'USDT', amount: '500' });
  expect(moved.code).toBe(codes.success);
  const open = {
    type: 'market',
    contract: 'SOLMINI',
    side: 'long',
    lots: 10,
    leverage: 2,
    takeProfit: '9999',
    stopLoss: '1',
  };
  // A market order is also answered well when nobody is there yet to take it.
  await expect
    .poll(
      async () => ((await call('POST', 'contract', open)).data as Record<string, unknown> | null)?.['position'] ?? null,
      {
        timeout: 20_000,
      },
    )
    .not.toBeNull();
  await expect
    .poll(async () => (await call('GET', 'contractPage', { contract: 'SOLMINI' })).data['positions'], {
      timeout: 10_000,
    })
    .toHaveLength(1);
  const refused = await consoleBeside(database)('list', ...words('delist SOLUSDT 2099-01-01 2099-01-02'), ...signed);
  expect(refused.said).toContain('SOLMINI follow SOLUSDT');
}, 40_000);

it('has it again after a restart, with what was traded', async () => {
  const before = await balance('NOVA');
  await exchange.close();
  exchange = await start();
  expect(await listed()).toMatchObject({ name: 'Nova', open: true });
  expect(await balance('NOVA')).toBe(before);
  expect(orderOf(await resting()).status).toBe('open');
}, 60_000);

it('takes no order while it is halted, and lets those that rest go', async () => {
  const placed = orderOf(await resting());
  await operate('halt', 'NOVAUSDT');
  expect((await resting()).code).toBe(codes.pairClosed);
  expect(orderOf(await call('POST', 'cancelCurrency', { id: placed.id })).status).toBe('cancelled');
  await operate('open', 'NOVAUSDT');
  await operate('set', 'NOVAUSDT', 'taker-fee', '0');
  expect(await listed()).toMatchObject({ open: true, takerFee: '0' });
});

it('closes it at its end: orders return what they hold, the coin stays, histories are read', async () => {
  const inSeconds = (seconds: number) => `${new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19)}Z`;
  await operate('delist', 'NOVAUSDT', inSeconds(4), inSeconds(5));
  expect(await listed()).toMatchObject({ open: false, state: 'closing' });
  expect((await resting()).code).toBe(codes.pairClosed);
  const given = await call('GET', 'convertPage', { from: 'NOVA', to: 'USDT', amount: '10' });
  const { id } = given.data['quote'] as { id: string };
  expect((await call('POST', 'convert', { quote: id })).code).toBe(codes.success);
  const taken = await call('GET', 'convertPage', { from: 'USDT', to: 'NOVA', amount: '10' });
  expect(taken.code).toBe(codes.pairClosed);
  await expect.poll(listed, { timeout: 15_000 }).toBeUndefined();
  const { rows } = await database.pool.query<{ open: string; frozen: string }>(
    `SELECT (SELECT count(*) FROM spot_orders WHERE pair = 'NOVAUSDT' AND status = 'open') AS open,
            (SELECT coalesce(sum(frozen), 0) FROM balances WHERE asset = 'NOVA' OR (owner = $1 AND asset = 'USDT')) AS frozen`,
    [user],
  );
  expect(rows[0]).toEqual({ open: '0', frozen: '0' });
  expect(BigInt(await balance('NOVA'))).toBeGreaterThan(0n);
  const { data } = await call('GET', 'currencyRecord', { state: 'history', pair: 'NOVAUSDT', size: '10' });
  expect((data['list'] as unknown[]).length).toBeGreaterThan(1);
  expect((await resting()).code).not.toBe(codes.success);
  expect((await consoleBeside(database)('stop-log')).said).toContain(
    'exchange  list-move  pair NOVAUSDT closing → closed',
  );
  expect((await consoleBeside(database)('audit')).said).toContain('The ledger adds up.');
}, 40_000);
