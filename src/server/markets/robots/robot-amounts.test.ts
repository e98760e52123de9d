import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import { auditedAmounts } from '#server/main/audited-amounts.ts';
import { auditParts } from '#server/main/audit-parts.ts';
import { expectUnitsFound, findingsNow } from '#server/core/ledger/testing-units.ts';
import { basket, gridOf, openRobotsBench, type RobotsBench } from './testing.ts';

/** One unit more or less in what a robot holds, made and traded is found, also where nothing of the robot changed for long. */

let bench: RobotsBench;
/** Robots by what became of them. */
const ids: Record<string, string> = {};

const audited = () => ({
  database: bench.database,
  parts: auditParts(() => bench.held.now),
  clock: () => bench.held.now,
});
const columns = (table: string) => Object.keys(auditedAmounts[table] ?? {});

beforeAll(async () => {
  bench = await openRobotsBench();
  const { database, held } = bench;
  await bench.moveContract(250_000);
  const create = async (name: string, ...of: Parameters<RobotsBench['create']>) => {
    ids[name] = (await bench.create(...of)).id;
    await bench.work();
  };
  const grid = gridOf('2300', '2700', 9);
  await create('grid', 200_000n, grid);
  await create('basket', 200_001n, basket);
  await create('profit', 200_002n, grid);
  await create('loss', 200_003n, grid);
  const onContract = { strategy: 'contract-grid', direction: 'long', leverage: 2, spacing: 'arithmetic' } as const;
  await create('contract', 200_004n, { ...onContract, lower: '2300', upper: '2700', lines: 5 }, { amount: '1000' });
  for (const price of [2601, 2549, 2651]) {
    await bench.move(String(price));
    await bench.moveContract(price * 100);
    await bench.work();
    held.now += dayMs;
    expect(await bench.opened.takeValues()).toBeGreaterThan(0);
  }
  await bench.redeem(200_002n, ids['profit'] ?? '', 'sell');
  await bench.pass(4_000, 8);
  await bench.move('2301');
  await bench.work();
  await bench.redeem(200_003n, ids['loss'] ?? '', 'keep');
  await bench.pass(4_000, 8);
  await database.pool.query('UPDATE robots SET updated_at = 0');
}, 60_000);
afterAll(() => bench.end());

it('is sound as it is', async () => {
  const { rows } = await bench.database.pool.query<Record<string, string>>('SELECT * FROM robots ORDER BY id');
  const of = (name: string) => rows.find(({ id }) => id === ids[name]);
  expect([of('profit')?.['state'], of('loss')?.['state'], of('grid')?.['state']]).toEqual([
    'stopped',
    'stopped',
    'running',
  ]);
  expect(Number(of('profit')?.['service_fee'])).toBeGreaterThan(0);
  expect(Number(of('loss')?.['returned'])).toBeLessThan(Number(of('loss')?.['put_in']));
  for (const depth of ['deep', 'full'] as const) expect(await findingsNow(audited(), depth)).toEqual([]);
});

it.each(['grid', 'basket', 'contract', 'profit', 'loss'])(
  'finds one unit of any amount of a robot: %s',
  async (name) => {
    const hasEnded = ['profit', 'loss'].includes(name);
    const own = columns('robots').filter((column) => hasEnded || column !== 'returned');
    const depth = hasEnded ? 'full' : 'deep';
    await expectUnitsFound(audited(), { table: 'robots', columns: own, where: `id = ${ids[name]}`, depth });
  },
  60_000,
);

it.each([
  ['robot_coins', 'robot', 'basket', 'deep'],
  ['robot_days', 'robot', 'grid', 'deep'],
  ['robot_days', 'robot', 'profit', 'full'],
] as const)('finds one unit of any amount of %s of %s %s', async (table, column, name, depth) => {
  await expectUnitsFound(audited(), { table, columns: columns(table), where: `${column} = ${ids[name]}`, depth });
});

it('finds one unit of any amount of an order of a robot', async () => {
  const order = { table: 'robot_orders', columns: columns('robot_orders'), depth: 'deep' } as const;
  const limit = (name: string) => `robot = ${ids[name]} AND ticks IS NOT NULL AND order_id IS NOT NULL`;
  await expectUnitsFound(audited(), { ...order, where: limit('grid') });
  // What was opened of an order on a contract belongs to its position.
  await expectUnitsFound(audited(), {
    ...order,
    columns: ['ticks', 'lots', 'fee', 'later_fee', 'closed', 'realized'],
    where: limit('contract'),
  });
}, 60_000);

it.each([
  ['grid', 'buy'],
  ['grid', 'sell'],
  ['profit', 'sell'],
  ['contract', 'buy'],
  ['contract', 'sell'],
] as const)('finds one unit of any amount of a trade: of %s, %s', async (name, side) => {
  const traded = { table: 'robot_trades', where: `robot = ${ids[name]} AND side = '${side}'`, depth: 'full' } as const;
  const own = columns(traded.table).filter((column) => side === 'sell' || column !== 'net');
  await expectUnitsFound(audited(), { ...traded, columns: own });
});
