import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isInRange, workerIdRange, ownerIdRange } from '#server/core/commit/id-range.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { contextFor } from '#server/http/testing.ts';
import { assertCourses, Course, disturbance } from '#server/cluster/placement/testing-courses.ts';
import { TestEngines, waiting } from '#server/cluster/placement/testing-engines.ts';
import { executeForTest } from '../requests/testing-requests.ts';
import { type ContractsBench, openContractsBench } from '../testing.ts';
import { contractFaults } from '../testing-faults.ts';
import { contractsWriter } from '../writer.ts';
import { workerContracts } from './worker-contracts.ts';
import type { ContractFamily } from './messages.ts';
import { startWatch } from '../../../../../tests/pace.ts';

/** Contracts that several engines run, on one store. */

const usdt = 100_000_000n;
const price = 600_000;

interface PlacedBench extends ContractsBench {
  readonly engines: TestEngines<ContractFamily>;
}

let opened: PlacedBench | null = null;
afterEach(async () => {
  if (opened !== null) expect(await contractFaults(opened.database.pool)).toEqual([]);
  opened = null;
});

/** An exchange whose contracts other engines may run. */
async function placedBench(pins: Readonly<Record<string, string>> = {}): Promise<PlacedBench> {
  let engines: TestEngines<ContractFamily> | null = null;
  const bench = await openContractsBench(1_000_000n * usdt, undefined, (database, clock) => {
    const openWriter = workerContracts({ ledger: createLedger(), clock, tracer: null, execute: executeForTest });
    engines = new TestEngines(database, { family: contractsWriter, openWriter });
    return { workers: engines, pins: new Map(Object.entries(pins)) };
  });
  if (engines === null) throw new Error('no engines were made');
  const placed: PlacedBench = { ...bench, engines };
  opened = placed;
  onTestFinished(async () => {
    await placed.close();
    await placed.engines.close();
  });
  return placed;
}

const countOf = (bench: PlacedBench) => [...bench.contracts.markets.values()].length;

/** An engine that was assigned every contract, with a price and quotes in BTC's. */
async function running(bench: PlacedBench, name = 'one') {
  const engine = bench.engines.add(name);
  await vi.waitUntil(() => engine.markets.length === countOf(bench), waiting);
  await priced(bench);
  return engine;
}

async function priced(bench: PlacedBench, ticks = price): Promise<void> {
  await markTo(bench, ticks);
  await bench.quote(around(ticks, -1), around(ticks, 1));
}

const around = (ticks: number, sign: 1 | -1) => [1, 2, 3].map((nth) => [ticks + sign * nth * 50, 500] as const);

/** One step of the prices, until it is shown. */
async function markTo(bench: PlacedBench, ticks: number): Promise<void> {
  const index = () => bench.contracts.market('BTCPERP').mark?.indexTicks;
  await vi.waitUntil(async () => {
    await bench.markTo(ticks);
    await sleep(5);
    return index() === ticks;
  }, waiting);
}

const long = {
  type: 'market',
  contract: 'BTCPERP',
  side: 'long',
  lots: 20,
  leverage: 20,
  takeProfit: '90000',
  stopLoss: '1',
} as const;
const bid = { ...long, type: 'limit', price: '59000' } as const;

async function user(bench: PlacedBench, funds = 1_000n * usdt): Promise<bigint> {
  const [owner = 0n] = await bench.users([funds]);
  return owner;
}

async function ownerOf(bench: PlacedBench, duty: string) {
  const { rows } = await bench.database.pool.query<{ writer: string; epoch: string }>(
    'SELECT writer, epoch FROM duty_owners WHERE duty = $1',
    [duty],
  );
  return rows[0] === undefined ? null : { writer: rows[0].writer, epoch: Number(rows[0].epoch) };
}

describe('contracts of another engine', () => {
  test('trade as they would here: answers, positions, orders, book, changes and balances', async () => {
    const bench = await placedBench();
    await running(bench);
    const owner = await user(bench);
    const changes: unknown[] = [];
    bench.contracts.onOwnChange((whose, change) => whose === owner && changes.push(change));
    const { order, position } = await bench.calls['POST contract'](long, contextFor(owner));
    expect(order).toMatchObject({ status: 'filled', filledLots: 20 });
    expect(position).toMatchObject({ lots: 20, openPrice: '60005.0' });
    expect(isInRange(workerIdRange(1), Number(order.id))).toBe(true);
    expect(bench.contracts.own(owner).positions).toMatchObject([{ lots: 20 }]);
    expect(bench.contracts.view('BTCPERP')).toMatchObject({
      state: 'open',
      index: '60000.0',
      last: '60005.0',
      openLots: 20,
    });
    const resting = await bench.calls['POST contract'](bid, contextFor(owner));
    expect(bench.contracts.own(owner).orders).toEqual([resting.order]);
    const cancelled = await bench.calls['POST cancelContract']({ id: resting.order.id }, contextFor(owner));
    expect(cancelled.order.status).toBe('cancelled');
    const id = position?.id ?? '';
    const moved = await bench.calls['POST contractPl'](
      { id, takeProfit: '61000', stopLoss: '59000' },
      contextFor(owner),
    );
    expect(moved.position).toMatchObject({ takeProfit: '61000.0' });
    const closed = await bench.calls['POST outContract']({ id, lots: 20 }, contextFor(owner));
    expect(closed.closedLots).toBe(20);
    expect(bench.contracts.own(owner)).toEqual({ positions: [], orders: [] });
    expect(changes).toHaveLength(5);
    await expect(bench.calls['POST contract']({ ...long, lots: 1_000 }, contextFor(owner))).rejects.toMatchObject({
      codeName: 'insufficientWalletBalance',
    });
    expect(await ownerOf(bench, 'contracts.BTCPERP')).toMatchObject({ writer: 'contracts-1' });
  });

  test('follow the prices there: a take-profit and a liquidation, which the fund pays its part of', async () => {
    const bench = await placedBench();
    await running(bench);
    const [winner, loser] = [await user(bench), await user(bench)];
    await bench.calls['POST contract']({ ...long, takeProfit: '60500' }, contextFor(winner));
    await bench.calls['POST contract'](
      { ...long, side: 'short', takeProfit: '1', stopLoss: '90000', leverage: 100 },
      contextFor(loser),
    );
    await bench.quote(around(606_000, -1), around(606_000, 1));
    await markTo(bench, 606_000);
    await vi.waitUntil(() => bench.contracts.own(loser).positions.length === 0, waiting);
    await vi.waitUntil(() => bench.contracts.own(winner).positions.length === 0, waiting);
    const { rows } = await bench.database.pool.query<{ reason: string; insurance: string }>(
      'SELECT reason, insurance FROM contract_closings ORDER BY reason',
    );
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['forced', 'take-profit']));
    expect(rows.some(({ insurance }) => insurance !== '0')).toBe(true);
  });

  test('move to it and back with what is open, take orders at once, and their ids rise', async () => {
    const bench = await placedBench();
    await priced(bench);
    const owner = await user(bench);
    const first = await bench.calls['POST contract'](bid, contextFor(owner));
    const held = await bench.calls['POST contract'](long, contextFor(owner));
    expect(isInRange(ownerIdRange, Number(first.order.id))).toBe(true);
    const engine = bench.engines.add('one');
    await vi.waitUntil(() => engine.markets.length === countOf(bench), waiting);
    expect(bench.contracts.own(owner)).toEqual({ orders: [first.order], positions: [held.position] });
    const second = await bench.calls['POST contract'](bid, contextFor(owner));
    engine.leave();
    await vi.waitUntil(() => engine.markets.length === 0, waiting);
    expect(bench.contracts.own(owner).orders).toEqual([first.order, second.order]);
    const third = await bench.calls['POST contract'](bid, contextFor(owner));
    expect(Number(second.order.id)).toBeGreaterThan(Number(held.order.id));
    expect(Number(third.order.id)).toBeGreaterThan(Number(second.order.id));
    expect(await ownerOf(bench, 'contracts.BTCPERP')).toMatchObject({ writer: 'contracts' });
  });

  test('are placed on two engines, where a pinned one is pinned to, and share one fund', async () => {
    const bench = await placedBench({ ETHPERP: 'two' });
    const [one, two] = [bench.engines.add('one'), bench.engines.add('two')];
    await vi.waitUntil(() => one.markets.length + two.markets.length === countOf(bench), waiting);
    await vi.waitUntil(() => one.markets.length > 0 && two.markets.length > 0, waiting);
    expect(two.markets).toContain('ETHPERP');
    const [first = '', second = ''] = [one.markets[0], two.markets[0]];
    await vi.waitUntil(async () => {
      await bench.markAll(20_000);
      await sleep(5);
      return [first, second].every((contract) => bench.contracts.market(contract).mark !== null);
    }, waiting);
    const owners = await bench.users(Array.from({ length: 30 }, () => 1_000_000n * usdt));
    // Every owner trades with every other one in both contracts, in many batches of both engines.
    const trade = (nth: number) => {
      const owner = owners[((nth * 1_103_515 + 12_345) >>> 8) % owners.length] ?? 0n;
      const side = Math.floor(nth / 2) % 2 === 0 ? ('long' as const) : ('short' as const);
      const [takeProfitTicks, stopLossTicks] = side === 'long' ? [80_000, 1] : [1, 80_000];
      const contract = nth % 2 === 0 ? first : second;
      const bounds = { leverage: 1, takeProfitTicks, stopLossTicks };
      const order = { kind: 'place', owner, contract, side, type: 'limit', priceTicks: 20_000, lots: 1 } as const;
      return sleep(nth).then(() => bench.contracts.submit({ ...order, ...bounds }));
    };
    await Promise.all(Array.from({ length: 600 }, (_, nth) => trade(nth)));
    // PostgreSQL would end a deadlock by failing the batch of one of both.
    expect(bench.engines.failures).toEqual([]);
    const { rows } = await bench.database.pool.query('SELECT 1 FROM contract_positions');
    expect(rows.length).toBeGreaterThan(200);
  });

  test('wait for the fund before they hold a balance of anybody', async () => {
    const bench = await placedBench();
    await running(bench);
    const owner = await user(bench);
    await bench.calls['POST contract'](bid, contextFor(owner));
    const balances = "SELECT 1 FROM balances WHERE wallet = $1 AND asset = 'USDT' AND owner = $2 FOR NO KEY UPDATE";
    const wallet = walletNumber('contract');
    const other = await bench.database.pool.connect();
    onTestFinished(() => other.release(true));
    await other.query('BEGIN');
    await other.query(balances, [wallet, houseOwners.insurance]);
    const asked = bench.calls['POST contract'](bid, contextFor(owner));
    const waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await vi.waitUntil(async () => (await bench.database.pool.query(waits)).rowCount === 1, waiting);
    await other.query(`${balances} NOWAIT`, [wallet, owner]);
    await other.query('ROLLBACK');
    expect((await asked).order.status).toBe('open');
  });
});

describe('an engine that is lost', () => {
  test('loses its contracts, and can commit nothing any more; each command is done once', async () => {
    const bench = await placedBench();
    const engine = await running(bench);
    const owner = await user(bench);
    const before = await bench.calls['POST contract'](bid, contextFor(owner, 'key-of-the-first-bid'));
    const held = await ownerOf(bench, 'contracts.BTCPERP');
    engine.isCut = true;
    // It waits until the contract has moved, with its price.
    const after = await bench.calls['POST contract'](bid, contextFor(owner, 'key-of-a-second-bid'));
    expect(isInRange(ownerIdRange, Number(after.order.id))).toBe(true);
    expect(bench.contracts.own(owner).orders).toEqual([before.order, after.order]);
    expect(await ownerOf(bench, 'contracts.BTCPERP')).toEqual({ writer: 'contracts', epoch: (held?.epoch ?? 0) + 1 });
    // Its key finds what was answered there.
    const again = await bench.calls['POST contract'](bid, contextFor(owner, 'key-of-the-first-bid'));
    expect(again.order.id).toBe(before.order.id);
    engine.isCut = false;
    const late = await engine
      .run({
        market: 'BTCPERP',
        epoch: held?.epoch ?? 0,
        isHeld: false,
        pauses: 0,
        commands: [{ request: { kind: 'cancel', owner, contract: 'BTCPERP', id: Number(before.order.id) }, key: null }],
      })
      .catch(() => ({ outcomes: [] }));
    expect(late.outcomes.filter(({ ok }) => ok)).toEqual([]);
    expect(bench.contracts.own(owner).orders).toHaveLength(2);
  });

  test('holds up no prices of others', async () => {
    const bench = await placedBench({ BTCPERP: 'two' });
    const [one, two] = [bench.engines.add('one'), bench.engines.add('two')];
    await vi.waitUntil(() => one.markets.length + two.markets.length === countOf(bench), waiting);
    two.hangs = true;
    const watch = startWatch();
    await bench.markTo(price);
    await bench.markTo(price);
    const { tookMs, allowedMs } = watch.stop();
    expect(tookMs).toBeLessThan(allowedMs(500));
    two.hangs = false;
  });

  test('whose changes are lost is asked for the whole contract', async () => {
    const bench = await placedBench();
    const engine = await running(bench);
    const owner = await user(bench);
    engine.losesChanges = true;
    const placed = await bench.calls['POST contract'](bid, contextFor(owner));
    expect(bench.contracts.own(owner).orders).toEqual([placed.order]);
    engine.losesChanges = false;
    await bench.calls['POST cancelContract']({ id: placed.order.id }, contextFor(owner));
    expect(bench.contracts.own(owner).orders).toEqual([]);
  });
});

/** What may happen: commands, prices, and faults of the network and of engines. */
const happening = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      who: fc.nat(2),
      side: fc.constantFrom('long' as const, 'short' as const),
      priceTicks: fc.integer({ min: price - 60, max: price + 60 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('close' as const), who: fc.nat(2), lots: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      ticks: fc.integer({ min: price - 9_000, max: price + 9_000 }),
    }),
  },
  { weight: 5, arbitrary: disturbance },
);

type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

async function follow(bench: PlacedBench, happenings: readonly Happening[], owners: readonly bigint[]) {
  const course = await Course.begin(bench.engines);
  let ticks = price;
  const prices = setInterval(() => void bench.markTo(ticks).catch(() => undefined), 50);
  await sleep(100);
  for (const one of happenings) {
    const owner = 'who' in one ? (owners[one.who] ?? 0n) : 0n;
    if (one.kind === 'price') ticks = one.ticks;
    else if (one.kind === 'close') {
      const [position] = bench.contracts.own(owner).positions;
      if (position === undefined) continue;
      course.attempt(bench.calls['POST outContract']({ id: position.id, lots: one.lots }, contextFor(owner)));
    } else if (one.kind === 'place') {
      const bounds =
        one.side === 'long' ? { takeProfit: '90000', stopLoss: '1' } : { takeProfit: '1', stopLoss: '90000' };
      const request = { ...bid, ...bounds, side: one.side, lots: 2, price: String(one.priceTicks / 10) };
      course.place(owner, (key) =>
        bench.calls['POST contract'](request, contextFor(owner, key)).then(({ order }) => order),
      );
    } else await course.disturb(one);
  }
  await course.end();
  clearInterval(prices);
  return course;
}

describe('whatever is lost on the way', () => {
  test('every command is done once or not at all, as it was answered, and what is shown is what is stored', async () => {
    await assertCourses(happening, async (happenings) => {
      const bench = await placedBench({ BTCPERP: 'one' });
      const owners = await bench.users([0, 1, 2].map(() => 100_000n * usdt));
      const course = await follow(bench, happenings, owners);
      await course.expectDoneOnce(async ({ key, owner }) => {
        const { rows } = await bench.database.pool.query<{ id: string }>(
          "SELECT answer->'order'->>'id' AS id FROM idempotency WHERE user_id = $1 AND key = $2",
          [owner, key],
        );
        return rows.map(({ id }) => id);
      });
      const stored = async (table: string, of: string) => {
        const sql = `SELECT id FROM ${table} WHERE owner = ANY ($1) AND ${of} ORDER BY id`;
        return (await bench.database.pool.query<{ id: string }>(sql, [owners])).rows.map(({ id }) => id);
      };
      const shown = (what: 'orders' | 'positions') =>
        owners
          .flatMap((owner) => bench.contracts.own(owner)[what].map(({ id }) => id))
          .toSorted((a, b) => Number(a) - Number(b));
      for (const [what, table, of] of [
        ['orders', 'contract_orders', "status = 'open'"],
        ['positions', 'contract_positions', 'lots > 0'],
      ] as const) {
        await vi.waitUntil(async () => shown(what).join() === (await stored(table, of)).join(), waiting);
      }
      expect(await contractFaults(bench.database.pool)).toEqual([]);
      expect(await makersSum(bench)).toBe(true);
    });
  }, 120_000);
});

/** Whether lots of both sides are as many: each trade has two. */
async function makersSum({ database }: PlacedBench): Promise<boolean> {
  const { rows } = await database.pool.query<{ off: string }>(
    `SELECT coalesce(sum(CASE side WHEN 'long' THEN lots ELSE -lots END), 0) AS off
       FROM (SELECT side, lots FROM contract_positions UNION ALL SELECT side, lots FROM contract_nets WHERE owner <> $1) AS held`,
    [houseOwners.practice],
  );
  return rows[0]?.off === '0';
}
