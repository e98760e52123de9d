import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { edgeForTest, handlersForTest } from '#server/http/testing.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { createSpotHandlers } from './calls.ts';
import { spotFaults } from './testing-faults.ts';
import { scannedRowsMax } from '#server/core/store/bounded-scan.ts';
import { openSpotBench, type SpotBench } from './testing.ts';

let database: TestDatabase;
let bench: SpotBench;
let app: FastifyInstance;

const alice = 300_001n;
const bob = 300_002n;
const tokens = new Map([
  ['alice-token-0123456789', alice],
  ['bob-token-0123456789ab', bob],
]);

beforeAll(async () => {
  database = await testDatabase();
  bench = await openSpotBench(database);
  for (const owner of [alice, bob]) {
    await bench.fund(owner, 'USDT', '10000');
    await bench.fund(owner, 'BTC', '1');
  }
  app = edgeForTest({
    handlers: handlersForTest(createSpotHandlers({ spot: bench.spot, database })),
    sessions: {
      async lookUp(token) {
        const userId = tokens.get(token);
        return userId === undefined ? null : { userId, sessionId: 1n, verified: false, merchant: false, countries: [] };
      },
    },
  });
});
afterAll(async () => {
  expect(await spotFaults(database.pool)).toEqual([]);
  await app.close();
  await database.close();
});

let requests = 0;

interface Reported<Data> {
  readonly status: number;
  readonly code: number;
  readonly data: Data;
}

async function post<Data = { order: Order }>(
  path: string,
  body: object,
  token = 'alice-token-0123456789',
  key = `handlers-test-${(requests += 1)}`.padEnd(20, '-'),
): Promise<Reported<Data>> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  const answer = await app.inject({ method: 'POST', url: `/api/${path}`, headers, payload: body });
  return { status: answer.statusCode, ...answer.json() };
}

async function list(
  query: string,
  token = 'alice-token-0123456789',
): Promise<Reported<{ list: Order[]; next: string | null }>> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.inject({ method: 'GET', url: `/api/currencyRecord?${query}`, headers });
  return { status: answer.statusCode, ...answer.json() };
}

const limit = (price: string, amount = '0.001', side = 'buy') => ({
  type: 'limit',
  pair: 'BTCUSDT',
  side,
  price,
  amount,
});

describe('POST currency', () => {
  test('returns the order, and the identical answer for the same key', async () => {
    const first = await post('currency', limit('50000'), undefined, 'the-same-key-twice-1');
    expect(first).toMatchObject({
      status: 200,
      code: codes.success,
      data: { order: { status: 'open', price: '50000' } },
    });
    expect(await post('currency', limit('50000'), undefined, 'the-same-key-twice-1')).toEqual(first);
    const other = await post('currency', limit('50001'), undefined, 'the-same-key-twice-1');
    expect(other).toMatchObject({ code: codes.alreadyProcessed, data: null });
    const bobs = await post('currency', limit('50000'), 'bob-token-0123456789ab', 'the-same-key-twice-1');
    expect(bobs.data.order.id).not.toBe(first.data.order.id);
  });

  test.each([
    ['a price of zero', { price: '0' }],
    ['a negative quantity', { amount: '-1' }],
    ['an exponent', { amount: '1e3' }],
    ['a number for a text', { price: 50_000 }],
    ['an unknown field', { leverage: '10' }],
    ['an unknown type', { type: 'stop' }],
    ['a side of neither', { side: 'hold' }],
    ['a pair of no form', { pair: 'btc/usdt' }],
    ['a quantity of a thousand digits', { amount: '9'.repeat(1_000) }],
  ])('refuses %s as bad input', async (_name, changed) => {
    expect(await post('currency', { ...limit('50000'), ...changed })).toMatchObject({ status: 400 });
  });

  test('needs a session and a key', async () => {
    expect(await post('currency', limit('50000'), 'nobody-token-01234567')).toMatchObject({ code: codes.unauthorized });
    expect(await post('currency', limit('50000'), undefined, 'short')).toMatchObject({ status: 400 });
  });

  test('refuses with the codes of the catalogue', async () => {
    expect(await post('currency', limit('50000.05'))).toMatchObject({ code: codes.delegationPriceInvalid });
    expect(await post('currency', limit('50000', '31'))).toMatchObject({ code: codes.quantityOutOfRange });
    expect(await post('currency', limit('50000', '0.00001'))).toMatchObject({ code: codes.belowMinimumDelegation });
    expect(await post('currency', limit('50000', '1'))).toMatchObject({ code: codes.insufficientWalletBalance });
    expect(await post('currency', { type: 'market', pair: 'BTCUSDT', side: 'buy' })).toMatchObject({
      code: codes.enterAmount,
    });
    expect(await post('currency', { ...limit('50000'), pair: 'NONEUSDT' })).toMatchObject({ code: codes.notFound });
  });
});

describe('POST cancelCurrency', () => {
  test('cancels one’s own once, and reveals nothing of other users’', async () => {
    const { data } = await post('currency', limit('40000'));
    const { id } = data.order;
    expect(await post('cancelCurrency', { id }, 'bob-token-0123456789ab')).toMatchObject({
      code: codes.notFound,
      data: null,
    });
    const cancelled = await post('cancelCurrency', { id }, undefined, 'cancel-key-twice-001');
    expect(cancelled).toMatchObject({
      code: codes.success,
      data: { order: { status: 'cancelled', closeReason: 'user' } },
    });
    expect(await post('cancelCurrency', { id }, undefined, 'cancel-key-twice-001')).toEqual(cancelled);
    expect(await post('cancelCurrency', { id })).toMatchObject({ code: codes.orderFinished });
    expect(await post('cancelCurrency', { id: '999999999999999999' })).toMatchObject({ code: codes.notFound });
    expect(await post('cancelCurrency', { id: '-1' })).toMatchObject({ status: 400 });
  });
});

describe('GET currencyRecord', () => {
  test('pages through one’s own orders, newest first, by state, pair and side', async () => {
    const bobs = 'bob-token-0123456789ab';
    const ids: string[] = [];
    for (const price of ['41000', '41001', '41002', '41003', '41004']) {
      ids.push((await post('currency', limit(price), bobs)).data.order.id);
    }
    const sell = await post('currency', limit('90000', '0.001', 'sell'), bobs);
    const first = await list('size=2&side=buy&pair=BTCUSDT', bobs);
    expect(first.data.list.map((order) => order.id)).toEqual([ids[4], ids[3]]);
    const second = await list(`size=2&side=buy&cursor=${first.data.next}`, bobs);
    expect(second.data.list.map((order) => order.id)).toEqual([ids[2], ids[1]]);
    expect((await list('side=sell', bobs)).data.list.map((order) => order.id)).toEqual([sell.data.order.id]);
    expect((await list('pair=ETHUSDT', bobs)).data).toEqual({ list: [], next: null });
    await post('cancelCurrency', { id: ids[0] }, bobs);
    const history = await list('state=history', bobs);
    expect(history.data.list).toMatchObject([{ id: ids[0], status: 'cancelled' }]);
    expect(history.data.next).toBeNull();
    expect((await list('size=101', bobs)).status).toBe(400);
    expect(await list('cursor=not-one-of-ours', bobs)).toMatchObject({ code: codes.operationFailed });
  });

  test('a filtered history continues over empty pages, and ends', async () => {
    const bobs = 'bob-token-0123456789ab';
    const { data } = await post('currency', limit('42000'), bobs);
    await post('cancelCurrency', { id: data.order.id }, bobs);
    // Older than any order of the user, in another pair, and more than one page scans.
    await database.pool.query(
      `INSERT INTO spot_orders (id, owner, pair, side, type, price, amount, filled, filled_total, fee, status, created_at, updated_at)
       SELECT nth, (SELECT owner FROM spot_orders WHERE id = $1), 'ETHUSDT', 'buy', 'limit', 1, 1, 0, 0, 0, 'cancelled', 0, 0
         FROM generate_series(1, ${scannedRowsMax * 2}) AS nth`,
      [data.order.id],
    );
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const page = await list(`state=history&pair=BTCUSDT${cursor === '' ? '' : `&cursor=${cursor}`}`, bobs);
      found.push(...page.data.list.map(({ id }) => id));
      cursor = page.data.next;
    }
    expect(found).toContain(data.order.id);
    expect(new Set(found).size).toBe(found.length);
    expect(pages).toBe(3);
    await database.pool.query(`DELETE FROM spot_orders WHERE id <= ${scannedRowsMax * 2}`);
  });
});
