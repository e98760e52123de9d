import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { stockAlertsMax } from '#protocol/core/limits.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import type { Database } from '#server/core/store/database.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { minerModels } from '../mining/tables.ts';
import { openStockAlerts } from './open.ts';

const contentFolder = new URL('../../../../content', import.meta.url).pathname;
const now = Date.UTC(2026, 10, 25);

let database: TestDatabase;
let changed: bigint[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await pushBundled(database, await readContentSet(contentFolder), 0);
  // Free cover for both products.
  await database.pool.query(
    `INSERT INTO balances (owner, wallet, asset, available, frozen, locked)
     VALUES (31, 0, 'USDT', 100000000000000, 0, 0), (33, 0, 'USDT', 100000000000000, 0, 0)`,
  );
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  changed = [];
  await database.pool.query('DELETE FROM stock_alerts; DELETE FROM notices');
});

const gate = gateForTest();
const open = (store: Database = database) =>
  openStockAlerts({
    database: store,
    gate,
    clock: () => now,
    notices: { changed: (owner) => changed.push(owner ?? 0n) },
  });

async function user(): Promise<bigint> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO users (invitation_code, language, created_at) VALUES (gen_random_uuid()::text, 'en', $1) RETURNING id`,
    [now],
  );
  return BigInt(rows[0]?.id ?? 0);
}

/** A fixed term of which so much may be put in. */
async function fixedTerm(quota: bigint): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO fixed_products (asset, cycle, days, day_ms, rate_ppm, exit_ppm, minimum, maximum, quota, updated_at)
     VALUES ('USDT', 'weekly', 7, 86400000, 7000, 500000, 1000000000, 100000000000, $1, 0) RETURNING id`,
    [quota],
  );
  return rows[0]?.id ?? '';
}

async function model(issued: number, sold: number): Promise<string> {
  const terms = { name: 'Stint 40', asset: 'USDT', power: 40, capacity: 20, burn: 4, days: 180, dayMs: 86_400_000 };
  const costs = { price: 10_400_000_000n, yieldPerPower: 20_000_000_000n, fuelPrice: 5_000_000n };
  const [row] = await database.drizzle
    .insert(minerModels)
    .values({ ...terms, ...costs, issued, sold, createdAt: now })
    .returning({ id: minerModels.id });
  return String(row?.id);
}

const put = (owner: bigint, item: string, on: boolean, product: 'fixed-term' | 'miner-model' = 'fixed-term') =>
  open().calls['PUT stockAlerts']({ product, item, on }, contextFor(owner));
const own = async (owner: bigint) => (await open().calls['GET stockAlerts']({}, contextFor(owner))).list;

async function noticesOf(owner: bigint) {
  const { rows } = await database.pool.query<{ key: string; facts: object; subject: object }>(
    'SELECT article_key AS key, facts, subject FROM notices WHERE owner = $1 ORDER BY id',
    [owner],
  );
  return rows;
}

it('notifies once when the quota of a fixed term is back, and the alert is gone', async () => {
  const [owner, other, item] = [await user(), await user(), await fixedTerm(0n)];
  expect((await put(owner, item, true)).list).toEqual([{ product: 'fixed-term', item, at: now }]);
  await put(other, await fixedTerm(0n), true);
  expect(await open().notifyWaiting()).toBe(0);
  await database.pool.query('UPDATE fixed_products SET quota = 5000000000 WHERE id = $1', [item]);
  gate.stops = { ...noStops, areas: new Set(['fixed-terms']) };
  expect(await open().notifyWaiting()).toBe(0);
  gate.stops = noStops;
  expect(await open().notifyWaiting()).toBe(1);
  expect(await open().notifyWaiting()).toBe(0);
  expect(await noticesOf(owner)).toEqual([
    {
      key: 'notice/fixed-term-back',
      facts: { asset: 'USDT', rate: '0.7', left: '50' },
      subject: { kind: 'fixed-term-product', product: item },
    },
  ]);
  expect(changed).toEqual([owner]);
  expect(await own(owner)).toEqual([]);
  expect(await own(other)).toHaveLength(1);
  // What devices show is made of the outbox, which the notice is in.
  const { rowCount } = await database.pool.query('SELECT FROM notice_outbox');
  expect(rowCount).toBe(1);
});

it('notifies when miners are back, in batches, whoever waits', async () => {
  const item = await model(100, 100);
  const [owner] = [await user()];
  await put(owner, item, true, 'miner-model');
  await database.pool.query(
    `INSERT INTO stock_alerts (product, item, owner, at)
     SELECT 'miner-model', $1::bigint, 500000 + nth, 0 FROM generate_series(1, 1200) AS nth`,
    [item],
  );
  expect(await open().notifyWaiting()).toBe(0);
  await database.pool.query('UPDATE miner_models SET issued = 101 WHERE id = $1', [item]);
  expect(await open().notifyWaiting()).toBe(1201);
  expect(await noticesOf(owner)).toMatchObject([
    { key: 'notice/miner-back', facts: { miner: 'Stint 40', left: '1' }, subject: { kind: 'miners-on-sale' } },
  ]);
});

it('writes one alert for 64 equal calls at once, and takes it back', async () => {
  const [owner, item] = [await user(), await fixedTerm(0n)];
  await Promise.all(Array.from({ length: 64 }, () => put(owner, item, true)));
  expect(await own(owner)).toHaveLength(1);
  expect((await put(owner, item, false)).list).toEqual([]);
  expect((await put(owner, item, false)).list).toEqual([]);
});

it('refuses what is not on sale, and more alerts than one may have, also at once', async () => {
  const owner = await user();
  await expect(put(owner, '999999', true)).rejects.toMatchObject({ codeName: 'notFound' });
  const items = await Promise.all(Array.from({ length: stockAlertsMax + 5 }, () => fixedTerm(0n)));
  const outcomes = await Promise.allSettled(items.map((item) => put(owner, item, true)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(stockAlertsMax);
  const refused = outcomes.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { codeName: 'quantityOutOfRange', data: { most: stockAlertsMax } } });
  expect(await own(owner)).toHaveLength(stockAlertsMax);
});

it('drops alerts of what is no longer on sale without a notice', async () => {
  const [owner, item] = [await user(), await fixedTerm(0n)];
  await put(owner, item, true);
  await database.pool.query('UPDATE fixed_products SET is_open = false WHERE id = $1', [item]);
  expect(await open().notifyWaiting()).toBe(0);
  expect(await own(owner)).toEqual([]);
  expect(await noticesOf(owner)).toEqual([]);
});

it('keeps the alert when the notice could not be written', async () => {
  const [owner, item] = [await user(), await fixedTerm(0n)];
  await put(owner, item, true);
  await database.pool.query('UPDATE fixed_products SET quota = 5000000000 WHERE id = $1', [item]);
  const failing: Database = {
    ...database,
    transaction: (work, ...more) =>
      database.transaction(
        async (tx) => {
          await work(tx);
          throw new Error('the store was lost');
        },
        ...more,
      ),
  };
  await expect(open(failing).notifyWaiting()).rejects.toThrow('the store was lost');
  expect(await own(owner)).toHaveLength(1);
  expect(await noticesOf(owner)).toEqual([]);
  expect(await open().notifyWaiting()).toBe(1);
  expect(await noticesOf(owner)).toHaveLength(1);
});
