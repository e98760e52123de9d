import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { atDepth } from '../depth.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { pairs } from '#server/markets/pairs.ts';
import { loadSpot } from '#server/markets/spot/load-spot.ts';
import { spotFaults } from '#server/markets/spot/testing-faults.ts';
import type { PlaceRequest } from '#server/markets/spot/placement.ts';
import type { Spot } from '#server/markets/spot/spot.ts';
import { openDatabase, type OpenedDatabase } from '#server/core/store/open.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { writerLimits } from '#server/core/store/store-limits.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import type { FaultPoint } from '../faults/proxy/postgres-faults.ts';
import { startPostgresProxy, type PostgresProxy } from '../faults/proxy/postgres-proxy.ts';
import { startWatch } from '../pace.ts';

/** The spot writer with its wire to PostgreSQL in the hands of a test. */
let store: TestDatabase;
let proxy: PostgresProxy;
let writer: OpenedDatabase;
let spot: Spot;
let nextOwner = 300_000n;
let nextKey = 0;

beforeAll(async () => {
  store = await testDatabase();
  const { host = '127.0.0.1', port = 5432 } = store.connection;
  proxy = await startPostgresProxy({ host, port });
});
beforeEach(async () => {
  const connection = { ...store.connection, host: proxy.host, port: proxy.port };
  writer = openDatabase(connection, { limits: writerLimits, applicationName: 'dunlin writer' });
  spot = await loadSpot({
    database: writer,
    ledger: createLedger(),
    clock: Date.now,
    pairs,
    onFailure: () => undefined,
  });
});
afterEach(async () => {
  proxy.thawAll();
  await spot.close();
  await writer.close();
  expect(await spotFaults(store.pool)).toEqual([]);
});
afterAll(async () => {
  await proxy.close();
  await store.close();
});

async function trader(asset: string, amount: string): Promise<bigint> {
  const owner = (nextOwner += 1n);
  await givePractice(store, [owner], { asset, amount });
  return owner;
}

function limit(owner: bigint, side: 'buy' | 'sell', price: string, amount: string, pair = 'BTCUSDT'): PlaceRequest {
  return { kind: 'place', owner, pair, side, type: 'limit', price, amount, total: null };
}

function newIdempotencyKey() {
  nextKey += 1;
  return { call: 'POST currency', key: `key-of-a-test-${nextKey}`, bodyHash: 'Ym9keSBvZiBhIHRlc3Q' } as const;
}

async function countOrders(owner: bigint): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM spot_orders WHERE owner = $1',
    [owner],
  );
  return rows[0]?.count ?? 0;
}

const ofBatch = /ledger-post/;

test('a commit that arrives after its writer was cut off sells nothing twice', async () => {
  const seller = await trader('BTC', '0.01');
  const first = await trader('USDT', '1000');
  const second = await trader('USDT', '1000');
  await spot.submit(limit(seller, 'sell', '50000', '0.01'), newIdempotencyKey());
  const fault = proxy.arm({ at: 'commit', action: 'hold', match: ofBatch });
  const taking = spot.submit(limit(first, 'buy', '50000', '0.01'), newIdempotencyKey());
  const hit = await fault.fired;
  const other = spot.submit(limit(second, 'buy', '50000', '0.01'), newIdempotencyKey());
  await sleep(50);
  const late = hit.release();
  const [one, two] = await Promise.all([taking, other]);
  // Whichever came first has it; the seller had one hundredth, and one hundredth was sold.
  expect([one.filled, two.filled].toSorted()).toEqual(['0', '0.01']);
  expect(['COMMIT', 'ROLLBACK', 'gone']).toContain(await late);
  const { rows } = await store.pool.query<{ sold: string }>(
    'SELECT sum(amount) AS sold FROM trades WHERE seller = $1',
    [seller],
  );
  expect(rows[0]?.sold).toBe('1000000');
});

test.each(['begin', 'statement', 'commit', 'committed', 'after'] satisfies readonly FaultPoint[])(
  'an order whose connection is cut at %s is placed once, and reported to its caller',
  async (at) => {
    const owner = await trader('USDT', '1000');
    await spot.submit(limit(owner, 'buy', '41000', '0.001'), newIdempotencyKey());
    const mark = newIdempotencyKey();
    const fault = proxy.arm({ at, action: 'cut', ...(at === 'begin' ? {} : { match: ofBatch }) });
    const answer = await spot.submit(limit(owner, 'buy', '40000', '0.001'), mark);
    expect(answer).toMatchObject({ status: 'open', price: '40000' });
    expect(await countOrders(owner)).toBe(2);
    expect(spot.openOrders(owner)).toHaveLength(2);
    expect(await spot.submit(limit(owner, 'buy', '40000', '0.001'), mark)).toEqual(answer);
    await spot.submit(limit(owner, 'buy', '39000', '0.001'), newIdempotencyKey());
    expect(await countOrders(owner)).toBe(3);
    if (at !== 'after') expect(fault.hits).toHaveLength(1);
  },
);

test('an order without a key whose commit is not known is reported as unknown, never as refused', async () => {
  const owner = await trader('USDT', '1000');
  proxy.arm({ at: 'committed', action: 'cut', match: ofBatch });
  await expect(spot.submit(limit(owner, 'buy', '40000', '0.001'))).rejects.toBeInstanceOf(OutcomeUnknown);
  expect(await countOrders(owner)).toBe(1);
  // The books know of it as soon as anything is traded again.
  await spot.submit(limit(owner, 'buy', '39000', '0.001'), newIdempotencyKey());
  expect(spot.openOrders(owner)).toHaveLength(2);
});

test('a connection that freezes at COMMIT is "unknown" within five seconds, and trading continues', async () => {
  const owner = await trader('USDT', '1000');
  const mark = newIdempotencyKey();
  const fault = proxy.arm({ at: 'committed', action: 'freeze', match: ofBatch });
  const watch = startWatch();
  const placed = await spot.submit(limit(owner, 'buy', '40000', '0.001'), mark).catch((error: unknown) => error);
  const unknown = watch.stop();
  expect(unknown.tookMs).toBeLessThan(unknown.allowedMs(5_000));
  if (placed instanceof Error) expect(placed).toBeInstanceOf(OutcomeUnknown);
  await fault.fired;
  const again = await spot.submit(limit(owner, 'buy', '40000', '0.001'), mark);
  expect(again).toMatchObject({ status: 'open' });
  const traded = watch.stop();
  expect(traded.tookMs).toBeLessThan(traded.allowedMs(10_000));
  expect(await countOrders(owner)).toBe(1);
});

test('random cuts under load: every key is one order or none, in the order of arrival', async () => {
  const point = fc.constantFrom<FaultPoint>('begin', 'statement', 'commit', 'committed', 'after');
  const property = fc.asyncProperty(fc.array(point, { minLength: 1, maxLength: 4 }), async (points) => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => trader('USDT', '1000')));
    const placed: Promise<unknown>[] = [];
    for (const at of points) {
      proxy.arm({ at, action: 'cut', ...(at === 'begin' ? {} : { match: ofBatch }) });
      for (const owner of owners) placed.push(spot.submit(limit(owner, 'buy', '40000', '0.001'), newIdempotencyKey()));
      await sleep(2);
    }
    const answers = (await Promise.all(placed)) as readonly { readonly id: string }[];
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    for (const owner of owners) expect(await countOrders(owner)).toBe(points.length);
    // Ids grow with the place in the queue, so those of one owner must come in the order they were sent.
    for (const nth of owners.keys()) {
      const own = answers.filter((_, position) => position % owners.length === nth).map(({ id }) => Number(id));
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
  });
  await fc.assert(property, { numRuns: atDepth(12, 6) });
});
