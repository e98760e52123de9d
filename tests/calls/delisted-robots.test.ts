import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { readConfig } from '#server/core/config/config.ts';
import { assetScale } from '#server/core/assets.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { createLogger } from '#server/core/log/log.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { type Exchange, startExchange } from '#server/main/exchange.ts';
import { consoleBeside, settingsBeside } from '#server/operator/testing.ts';
import { patience } from '../pace.ts';

/** Robots on pairs that are delisted on a whole exchange with its makers, before, across and after a restart of it. */

let database: TestDatabase;
let folder: string;
let exchange: Exchange;
let token: string;
let user: string;
let keys = 0;

const start = () =>
  startExchange({
    config: readConfig({ ...settingsBeside(database), PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder }),
    logger: createLogger('silent'),
    appDirectory: null,
  });

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-delisted-robots-'));
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
      'idempotency-key': `of-delisted-robots-${String(keys).padStart(8, '0')}`,
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
}

async function done(method: 'GET' | 'POST', name: string, body: Record<string, unknown> = {}) {
  const { code, data } = await call(method, name, body);
  expect({ name, code, data }).toMatchObject({ code: codes.success });
  return data;
}

async function operate(...args: readonly string[]): Promise<void> {
  const outcome = await consoleBeside(database)('list', ...args, '--reason', 'a test', '--by', 'ann');
  expect(outcome.said).toContain('In effect.');
}

const inSeconds = (seconds: number) => `${new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19)}Z`;

const averaging = { strategy: 'averaging', takeProfit: '5', safetyOrders: 2, step: '2', scale: '1.50' } as const;

/** A robot that has bought some of its coin. */
async function buying(pair: string, parameters: object = averaging): Promise<string> {
  const bounds = { stopLoss: null, takeProfit: null };
  const body = { pair, name: `On ${pair}`, amount: '500', from: 'spot', parameters, bounds };
  const { id } = (await done('POST', 'quant/create', body))['robot'] as Robot;
  await expect.poll(async () => (await robot(id)).trades, patience).toBeGreaterThan(0);
  return id;
}

async function robot(id: string): Promise<Robot> {
  return (await done('GET', 'quant/order/detail', { id }))['robot'] as Robot;
}

/** Robots of the user as the list answers them. */
async function robots(show: 'active' | 'ended'): Promise<Robot[]> {
  return (await done('GET', 'quant/order/list', { size: '20', show }))['list'] as Robot[];
}

/** What the user holds of a coin in the spot wallet. */
async function spotBalance(asset: string): Promise<string> {
  const { rows } = await database.pool.query<{ sum: string }>(
    'SELECT coalesce(sum(available), 0) AS sum FROM balances WHERE owner = $1 AND asset = $2 AND wallet = 0',
    [user, asset],
  );
  return fromUnits(BigInt(rows[0]?.sum ?? 0), assetScale(asset));
}

const sum = (a: string, b: string) => Number((Number(a) + Number(b)).toFixed(6));

/** Articles of the notices about a robot, oldest first. */
async function notices(id: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ article: string }>(
    "SELECT article_key AS article FROM notices WHERE owner = $1 AND subject->>'robot' = $2 ORDER BY id",
    [user, id],
  );
  return rows.map(({ article }) => article);
}

/** A robot that a delisting ended, with its coins back in the spot wallet. */
async function expectReturned(id: string, coins: Readonly<Record<string, number>>): Promise<void> {
  await expect.poll(async () => (await robot(id)).state, { timeout: 30_000 }).toBe('stopped');
  expect(await robot(id)).toMatchObject({ cause: 'delisted', baseHeld: '0', quoteHeld: '0', openOrders: 0 });
  for (const [asset, amount] of Object.entries(coins)) {
    expect(Number(Number(await spotBalance(asset)).toFixed(6))).toBeCloseTo(amount, 6);
  }
}

const announced = ['notice/robot-delisting', 'notice/robot-delisted'];

it('ends robots while the exchange runs, and with a restart between the announcement and the end', async () => {
  const running = await buying('LINKUSDT');
  const paused = await buying('UNIUSDT');
  await done('POST', 'quant/startIncome', { id: paused, act: 'pause' });
  const before = { LINK: await spotBalance('LINK'), UNI: await spotBalance('UNI') };
  await operate('delist', 'LINKUSDT', inSeconds(20), inSeconds(22));
  await operate('delist', 'UNIUSDT', inSeconds(20), inSeconds(22));
  for (const id of [running, paused]) {
    await expect.poll(() => notices(id), patience).toEqual(['notice/robot-delisting']);
  }
  const held = { LINK: (await robot(running)).baseHeld, UNI: (await robot(paused)).baseHeld };
  expect((await robots('active')).map(({ state }) => state)).toEqual(['paused', 'paused']);
  expect((await call('POST', 'quant/redeem', { id: running, coins: 'sell' })).code).toBe(codes.pairClosed);
  await exchange.close();
  exchange = await start();
  await expectReturned(running, { LINK: sum(before.LINK, held.LINK) });
  await expectReturned(paused, { UNI: sum(before.UNI, held.UNI) });
  await expect.poll(() => instruments.pair('LINKUSDT')?.state, { timeout: 30_000 }).toBe('closed');
  expect(await robots('active')).toEqual([]);
  expect((await robots('ended')).length).toBe(2);
  for (const id of [running, paused]) expect(await notices(id)).toEqual(announced);
}, 120_000);

it('ends robots whose pairs were gone before it knew how: any state, found at its start', async () => {
  const running = await buying('DOTUSDT');
  const selling = await buying('ATOMUSDT');
  await done('POST', 'quant/startIncome', { id: selling, act: 'pause' });
  await expect.poll(async () => (await robot(selling)).openOrders, patience).toBe(0);
  const basket = await buying('BTCUSDT', {
    strategy: 'rebalance',
    minutes: 5,
    share: 40,
    drift: '2',
    others: [{ pair: 'FILUSDT', share: 40 }],
  });
  await expect.poll(async () => (await robot(basket)).trades, patience).toBeGreaterThan(1);
  const bases = ['DOT', 'ATOM', 'BTC', 'FIL'];
  const before = await Promise.all(bases.map(spotBalance));
  await exchange.close();
  // As a version before left them: one pair is gone, and the robot on it was to be sold.
  await database.pool.query("UPDATE robots SET state = 'stopping', cause = 'user', keep = false WHERE id = $1", [
    selling,
  ]);
  await database.pool.query("UPDATE listed_pairs SET state = 'closed' WHERE id = 'ATOMUSDT'");
  // Of the others the end came while no exchange ran.
  await database.pool.query(
    "UPDATE listed_pairs SET state = 'closing', cancels_at = $1, closes_at = $1 WHERE id IN ('DOTUSDT', 'FILUSDT')",
    [Date.now() - 1_000],
  );
  const { rows: held } = await database.pool.query<{ base: string; held: string }>(
    'SELECT base, base_held AS held FROM robots WHERE id = ANY($1) UNION ALL SELECT base, held FROM robot_coins WHERE robot = $2',
    [[running, selling, basket], basket],
  );
  exchange = await start();
  const expected = Object.fromEntries(
    bases.map((base, nth) => {
      const units = held.find((row) => row.base === base)?.held ?? '0';
      return [base, sum(before[nth] ?? '0', fromUnits(BigInt(units), assetScale(base)))];
    }),
  );
  const of = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, expected[name] ?? 0]));
  await expectReturned(running, of('DOT'));
  await expectReturned(selling, of('ATOM'));
  await expectReturned(basket, of('BTC', 'FIL'));
  for (const id of [running, selling, basket]) expect(await notices(id)).toEqual(['notice/robot-delisted']);
}, 120_000);

it('answers everything of robots on pairs that are gone, also after another restart, and the ledger adds up', async () => {
  await expect.poll(() => instruments.pair('DOTUSDT')?.state, { timeout: 30_000 }).toBe('closed');
  await exchange.close();
  exchange = await start();
  expect((await robots('ended')).length).toBe(5);
  const monday = String(Date.UTC(2026, 10, 23));
  for (const { id, pair } of await robots('ended')) {
    await robot(id);
    await done('GET', 'quant/order/trades', { id, size: '20' });
    expect((await call('POST', 'quant/redeem', { id, coins: 'keep' })).code).toBe(codes.orderFinished);
    if (pair === 'BTCUSDT') continue;
    expect((await call('GET', 'quant/candles', { pair, week: monday })).code).toBe(codes.notFound);
  }
  await done('GET', 'quant/balance');
  await done('GET', 'quant/income/list', { size: '20' });
  const gone = ['LINKUSDT', 'UNIUSDT', 'DOTUSDT', 'ATOMUSDT', 'FILUSDT'];
  for (const name of ['quant/product/list', 'quant/symbol/list']) {
    const list = (await done('GET', name))['list'] as { pair: string }[];
    expect(list.length).toBeGreaterThan(0);
    expect(list.filter(({ pair }) => gone.includes(pair))).toEqual([]);
  }
  expect((await consoleBeside(database)('audit')).said).toContain('The ledger adds up.');
}, 120_000);
