import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contextFor } from '#server/http/testing.ts';
import { robotsAudit } from './audit.ts';
import { gridOf, openRobotsBench, pair, type RobotsBench } from './testing.ts';

/** How often products were used, and how long their cycles are. */

let bench: RobotsBench;
const [owner, other] = [200_000n, 200_001n];
const grid = gridOf('2300', '2700', 9);
const trend = { strategy: 'trend', minutes: 15, fast: 2, slow: 3, trailing: '2' } as const;

beforeEach(async () => {
  bench = await openRobotsBench();
});
afterEach(() => bench.end());

async function product(strategy: string, of: string = pair) {
  const { list } = await bench.handlers['GET quant/product/list']({}, contextFor(owner));
  return list.find((one) => one.strategy === strategy && one.pair === of);
}

/** What the audit finds. @param since before it was looked at; null for all */
const findings = (since: number | null) =>
  robotsAudit.find?.(bench.database.pool, { since: since ?? 0, full: since === null });

it('counts what all users started of a product, and what its owner did, those that ended too', async () => {
  expect(await product('grid')).toMatchObject({ usageCount: 0 });
  const first = await bench.create(owner, grid);
  expect(first.ownUsageCount).toBe(1);
  await bench.create(other, grid);
  expect(await bench.create(owner, trend)).toMatchObject({ ownUsageCount: 1 });
  // Its lines are nowhere near the price of that pair: what is refused is no use.
  await expect(bench.create(owner, grid, { pair: 'BTCUSDT' })).rejects.toThrow();
  await bench.work();
  await bench.redeem(owner, first.id, 'keep');
  await bench.work();
  const again = await bench.create(owner, grid);
  expect(again.ownUsageCount).toBe(2);
  expect(await bench.robot(owner, first.id)).toMatchObject({ state: 'stopped', ownUsageCount: 2 });
  const { list } = await bench.handlers['GET quant/order/list']({ size: 5, show: 'active' }, contextFor(owner));
  expect(list.map(({ strategy, ownUsageCount }) => [strategy, ownUsageCount])).toEqual([
    ['grid', 2],
    ['trend', 1],
  ]);
  expect(await product('grid')).toMatchObject({ usageCount: 3 });
  expect(await product('trend')).toMatchObject({ usageCount: 1 });
  expect(await product('grid', 'BTCUSDT')).toMatchObject({ usageCount: 0 });
  await bench.expectSound();
});

it('counts going on after a pause, and a change, as the same use', async () => {
  const { id } = await bench.create(owner, grid);
  await bench.work();
  await bench.act(owner, id, 'pause');
  await bench.act(owner, id, 'start');
  await bench.change(owner, id, gridOf('2200', '2800', 5));
  expect(await bench.robot(owner, id)).toMatchObject({ ownUsageCount: 1 });
  expect(await product('grid')).toMatchObject({ usageCount: 1 });
});

it('counts each of those that start at the same time', async () => {
  const owners = Array.from({ length: 12 }, (_, nth) => owner + BigInt(nth % 4));
  await Promise.all(owners.map((each) => bench.create(each, grid, { amount: '1000' })));
  expect(await product('grid')).toMatchObject({ usageCount: 12 });
  const { list } = await bench.handlers['GET quant/order/list']({ size: 5, show: 'active' }, contextFor(owner));
  expect(list.map(({ ownUsageCount }) => ownUsageCount)).toEqual([3, 3, 3]);
  expect(await findings(null)).toEqual([]);
});

it('is found wrong by one by the audit, in what changed and in all', async () => {
  for (const each of [owner, owner, other]) await bench.create(each, grid);
  const before = bench.held.now;
  expect(await findings(before)).toEqual([]);
  const write = (sql: string) => bench.database.pool.query(sql);
  await write('UPDATE robots SET product_use = 4 WHERE product_use = 3');
  for (const since of [before, null]) {
    expect(await findings(since)).toEqual([
      { asset: 'USDT', text: 'robot 3: is use 4 of its product, and none is use 3' },
    ]);
  }
  await write('UPDATE robots SET product_use = 3 WHERE product_use = 4');
  await write('UPDATE robots SET own_use = 3 WHERE own_use = 2');
  for (const since of [before, null]) {
    expect(await findings(since)).toEqual([
      { asset: 'USDT', text: 'robot 2: is use 3 of its owner, and none is use 2' },
    ]);
  }
  await expect(write('UPDATE robots SET own_use = 1 WHERE own_use = 3')).rejects.toThrow(/robots_own_use/);
  await expect(write('UPDATE robots SET product_use = 2 WHERE product_use = 3')).rejects.toThrow(/robots_product_use/);
  await expect(write('UPDATE robots SET product_use = 0 WHERE product_use = 1')).rejects.toThrow(/robots_used/);
});

it('says from one decision to the next, and none of a strategy that acts at any price', async () => {
  expect(await bench.create(owner, trend)).toMatchObject({ cycleMinutes: 15 });
  expect(await bench.create(owner, grid)).toMatchObject({ cycleMinutes: null });
  expect(await product('trend')).toMatchObject({ cycleChoices: [1, 5, 15, 60, 240] });
  expect(await product('rebalance')).toMatchObject({ cycleChoices: [5, 15, 60, 240] });
  for (const strategy of ['grid', 'averaging', 'contract-grid']) {
    expect(await product(strategy)).toMatchObject({ cycleChoices: [] });
  }
});

it('is numbered by the migration for robots of before, as they were created', async () => {
  for (const each of [owner, other, owner]) await bench.create(each, grid);
  await bench.create(owner, trend);
  const { pool } = bench.database;
  const numbers = async () => {
    const { rows } = await pool.query('SELECT id, product_use, own_use FROM robots ORDER BY id');
    return rows;
  };
  const written = await numbers();
  // As the migration before leaves it.
  await pool.query(`DROP INDEX robots_product_use, robots_own_use;
    ALTER TABLE robots DROP CONSTRAINT robots_used, ALTER COLUMN product_use SET DEFAULT 0, ALTER COLUMN own_use SET DEFAULT 0;
    UPDATE robots SET product_use = 0, own_use = 0`);
  const file = path.join(
    import.meta.dirname,
    '../../core/store/migrations/0024_robots_small_balances_merchants_guards.sql',
  );
  const statements = readFileSync(file, 'utf8').split('--> statement-breakpoint');
  const ofRobots = statements.filter((statement) => /\brobots\b[^]*_use\b/.test(statement));
  expect(ofRobots).toHaveLength(4);
  await bench.database.transaction(({ client }) => client.query(ofRobots.join('\n')));
  expect(await numbers()).toEqual(written);
  expect(written.map(({ product_use: ofAll, own_use: own }) => [ofAll, own])).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
    [1, 1],
  ]);
});
