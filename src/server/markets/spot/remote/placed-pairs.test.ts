import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isInRange, workerIdRange, ownerIdRange } from '#server/core/commit/id-range.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { pairs } from '#server/markets/pairs.ts';
import { assertCourses, Course, disturbance } from '#server/cluster/placement/testing-courses.ts';
import { TestEngines, waiting } from '#server/cluster/placement/testing-engines.ts';
import type { LoadedSpot } from '../load-spot.ts';
import { requestKeyOf } from '../order-lookups.ts';
import type { PlaceRequest } from '../placement.ts';
import type { SpotEvent } from '../spot.ts';
import { openSpotBench, type SpotBench } from '../testing.ts';
import { spotFaults } from '../testing-faults.ts';
import { workerPairs } from './worker-pairs.ts';
import type { SpotFamily } from './messages.ts';
import { startWatch } from '../../../../../tests/pace.ts';

/** Spot pairs that several engines run, on one store. */

let database: TestDatabase;
let nextOwner = 300_000n;

beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  expect(await spotFaults(database.pool)).toEqual([]);
});
afterAll(() => database.close());

interface PlacedBench extends SpotBench {
  readonly engines: TestEngines<SpotFamily>;
  readonly events: SpotEvent[];
  readonly missed: { count: number };
}

/** An exchange with engines beside it, of which the first has all pairs that may move. */
async function placedBench(pins: Readonly<Record<string, string>> = {}): Promise<PlacedBench> {
  const engines = new TestEngines<SpotFamily>(database, {
    family: 'spot',
    openWriter: workerPairs({ ledger: createLedger(), clock: Date.now, tracer: null }),
  });
  const missed = { count: 0 };
  const bench = await openSpotBench(database, {
    placement: {
      workers: engines,
      pins: new Map(Object.entries(pins)),
      logger: pino({ level: 'silent' }),
      missed: () => (missed.count += 1),
    },
  });
  const events: SpotEvent[] = [];
  bench.spot.onEvents((event) => events.push(event));
  const looking = setInterval(() => void (bench.spot as LoadedSpot).placer?.look(), 50);
  onTestFinished(async () => {
    clearInterval(looking);
    await bench.spot.close();
    await engines.close();
  });
  return { ...bench, engines, events, missed };
}

/** An engine that was assigned every pair. */
async function running(bench: PlacedBench, name: string) {
  const engine = bench.engines.add(name);
  await vi.waitUntil(() => engine.markets.length === pairs.length, waiting);
  await vi.waitUntil(() => bench.spot.isOpen('BTCUSDT'), waiting);
  return engine;
}

async function user(bench: SpotBench, funds: Readonly<Record<string, string>>): Promise<bigint> {
  nextOwner += 1n;
  for (const [asset, amount] of Object.entries(funds)) await bench.fund(nextOwner, asset, amount);
  return nextOwner;
}

function limit(owner: bigint, side: 'buy' | 'sell', price: string, amount: string, pair = 'BTCUSDT'): PlaceRequest {
  return { kind: 'place', owner, pair, side, type: 'limit', price, amount, total: null };
}

const mark = (key: string, bodyHash = 'body') => ({ call: 'POST currency', key, bodyHash }) as const;
const refusedWith = (codeName: string) => expect.objectContaining({ codeName });

async function ownersOf(): Promise<Map<string, { writer: string; epoch: number; fromId: number }>> {
  const { rows } = await database.pool.query<{ duty: string; writer: string; epoch: string; from_id: string }>(
    'SELECT duty, writer, epoch, from_id FROM duty_owners',
  );
  return new Map(
    rows.map(({ duty, writer, epoch, from_id: fromId }) => [
      duty,
      { writer, epoch: Number(epoch), fromId: Number(fromId) },
    ]),
  );
}

describe('pairs of another engine', () => {
  test('trade as they would here: book, orders, prices, events and balances', async () => {
    const bench = await placedBench();
    await running(bench, 'one');
    const buyer = await user(bench, { USDT: '1000' });
    const seller = await user(bench, { BTC: '1' });
    const changed: bigint[] = [];
    bench.ledger.onChange((owner) => changed.push(owner));
    const bid = await bench.spot.submit(limit(buyer, 'buy', '50000', '0.002'), mark('a'.repeat(16)));
    expect(bench.spot.depth('BTCUSDT', 5).bids).toEqual([['50000', '0.002']]);
    expect(bench.spot.openOrders(buyer).map(({ id }) => `${id}`)).toEqual([bid.id]);
    const ask = await bench.spot.submit(limit(seller, 'sell', '50000', '0.001'), mark('b'.repeat(16)));
    expect(ask).toMatchObject({ status: 'filled', filled: '0.001' });
    expect(bench.spot.prices('BTCUSDT')).toEqual({ bid: '50000', ask: null, last: '50000' });
    expect(bench.spot.openOrders(buyer)).toMatchObject([{ filled: 100_000n }]);
    expect(bench.events.flatMap(({ trades }) => trades)).toHaveLength(1);
    expect(new Set(changed)).toEqual(new Set([buyer, seller, 3n].filter((owner) => changed.includes(owner))));
    expect(changed).toContain(buyer);
    expect(isInRange(workerIdRange(1), Number(bid.id))).toBe(true);
    expect(await bench.spot.submit({ kind: 'cancel', owner: buyer, id: Number(bid.id) })).toMatchObject({
      status: 'cancelled',
    });
    await expect(bench.spot.submit({ kind: 'cancel', owner: buyer, id: Number(bid.id) })).rejects.toEqual(
      refusedWith('orderFinished'),
    );
    await expect(bench.spot.submit(limit(buyer, 'buy', '50000', '5'))).rejects.toEqual(
      refusedWith('insufficientWalletBalance'),
    );
    expect((await ownersOf()).get('spot.BTCUSDT')).toMatchObject({ writer: 'spot-1' });
  });

  test('move to it and back with the orders that rest in them, and ids rise over every move', async () => {
    const bench = await placedBench();
    const owner = await user(bench, { USDT: '1000' });
    const first = await bench.spot.submit(limit(owner, 'buy', '40000', '0.001'), mark('c'.repeat(16)));
    expect(isInRange(ownerIdRange, Number(first.id))).toBe(true);
    const engine = await running(bench, 'one');
    expect(bench.spot.openOrders(owner).map(({ id }) => `${id}`)).toEqual([first.id]);
    const second = await bench.spot.submit(limit(owner, 'buy', '40000', '0.002'), mark('d'.repeat(16)));
    engine.leave();
    await vi.waitUntil(() => engine.markets.length === 0, waiting);
    expect(bench.spot.openOrders(owner).map(({ id }) => `${id}`)).toEqual([first.id, second.id]);
    const third = await bench.spot.submit(limit(owner, 'buy', '40000', '0.003'), mark('e'.repeat(16)));
    expect(Number(second.id)).toBeGreaterThan(Number(first.id));
    expect(Number(third.id)).toBeGreaterThan(Number(second.id));
    // A key that was used there finds its order here.
    expect(await bench.spot.submit(limit(owner, 'buy', '40000', '0.002'), mark('d'.repeat(16)))).toMatchObject({
      id: second.id,
    });
    expect(bench.spot.depth('BTCUSDT', 5).bids).toEqual([['40000', '0.006']]);
    expect((await ownersOf()).get('spot.BTCUSDT')).toMatchObject({ writer: 'spot', fromId: expect.any(Number) });
    for (const { id } of [first, second, third]) await bench.spot.submit({ kind: 'cancel', owner, id: Number(id) });
  });

  test('are placed on two engines, and a pinned one goes where it is pinned to', async () => {
    const bench = await placedBench({ ETHUSDT: 'two' });
    const one = bench.engines.add('one');
    const two = bench.engines.add('two');
    await vi.waitUntil(() => one.markets.length + two.markets.length === pairs.length, waiting);
    await vi.waitUntil(() => Math.abs(one.markets.length - two.markets.length) <= 1, waiting);
    expect(two.markets).toContain('ETHUSDT');
    const writers = new Set([...(await ownersOf()).values()].map(({ writer }) => writer));
    expect(writers).toEqual(new Set(['spot-1', 'spot-2']));
  });

  test('trade under what is listed now', async () => {
    const bench = await placedBench();
    const engine = await running(bench, 'one');
    const owner = await user(bench, { USDT: '1000' });
    const order = limit(owner, 'buy', '50000', '0.001');
    const resting = await bench.spot.submit(order, mark('p'.repeat(16)));
    const prepared = engine.prepared;
    await bench.spot.follow(pairs.map((pair) => (pair.id === 'BTCUSDT' ? { ...pair, minTotal: '100' } : pair)));
    await vi.waitUntil(() => engine.prepared > prepared && engine.markets.length === pairs.length, waiting);
    await expect(bench.spot.submit(order, mark('q'.repeat(16)))).rejects.toEqual(refusedWith('belowMinimumDelegation'));
    expect(bench.spot.openOrders(owner)).toHaveLength(1);
    await bench.spot.submit({ kind: 'cancel', owner, id: Number(resting.id) });
  });
});

describe('an engine that is lost', () => {
  test('loses its pairs, and can commit nothing any more', async () => {
    const bench = await placedBench();
    const engine = await running(bench, 'one');
    const owner = await user(bench, { USDT: '1000' });
    const before = await bench.spot.submit(limit(owner, 'buy', '41000', '0.001'), mark('f'.repeat(16)));
    const epochs = await ownersOf();
    engine.isCut = true;
    // It waits until the pair has moved.
    const after = await bench.spot.submit(limit(owner, 'buy', '41000', '0.002'), mark('g'.repeat(16)));
    expect(isInRange(ownerIdRange, Number(after.id))).toBe(true);
    expect(bench.spot.openOrders(owner).map(({ id }) => `${id}`)).toEqual([before.id, after.id]);
    expect(bench.missed.count).toBeGreaterThan(0);
    const moved = await ownersOf();
    expect(moved.get('spot.BTCUSDT')?.writer).toBe('spot');
    expect(moved.get('spot.BTCUSDT')?.epoch).toBe((epochs.get('spot.BTCUSDT')?.epoch ?? 0) + 1);
    // The engine does not know yet, and tries.
    engine.isCut = false;
    await expect(
      engine
        .run({
          market: 'BTCUSDT',
          epoch: epochs.get('spot.BTCUSDT')?.epoch ?? 0,
          isHeld: false,
          pauses: 0,
          commands: [{ request: limit(owner, 'buy', '41000', '0.003'), key: null }],
        })
        .then(({ outcomes }) => outcomes[0]?.ok),
    ).resolves.toBe(false);
    expect(bench.spot.depth('BTCUSDT', 5).bids).toEqual([['41000', '0.003']]);
    for (const { id } of [before, after]) await bench.spot.submit({ kind: 'cancel', owner, id: Number(id) });
  });

  test('while it is given pairs keeps nobody waiting for longer than it was silent', async () => {
    const bench = await placedBench();
    const owner = await user(bench, { USDT: '1000' });
    const engine = bench.engines.add('one');
    engine.isLostWhenGiven = true;
    await vi.waitUntil(() => engine.isCut, waiting);
    expect((await ownersOf()).get('spot.BTCUSDT')).toMatchObject({ writer: 'spot-1' });
    const placed = await bench.spot.submit(limit(owner, 'buy', '41000', '0.001'), mark('r'.repeat(16)));
    expect((await ownersOf()).get('spot.BTCUSDT')).toMatchObject({ writer: 'spot' });
    await bench.spot.submit({ kind: 'cancel', owner, id: Number(placed.id) });
  });

  test('leaves no command undecided that has a key, and none done twice', async () => {
    const bench = await placedBench();
    const engine = await running(bench, 'one');
    const owner = await user(bench, { USDT: '1000' });
    engine.losesAnswers = true;
    const request = limit(owner, 'buy', '42000', '0.001');
    const placing = bench.spot.submit(request, mark('h'.repeat(16)));
    const unknown = bench.spot.submit(limit(owner, 'buy', '42000', '0.002'));
    await expect(unknown).rejects.toThrow(/outcome/i);
    await sleep(200);
    engine.isCut = true;
    const placed = await placing;
    expect(placed).toMatchObject({ status: 'open', amount: '0.001' });
    const { rows } = await database.pool.query('SELECT id FROM spot_orders WHERE owner = $1 ORDER BY id', [owner]);
    // What had no key was done as well, which nobody knew.
    expect(rows).toHaveLength(2);
    await vi.waitUntil(() => bench.spot.openOrders(owner).length === 2, waiting);
    for (const { id } of bench.spot.openOrders(owner)) await bench.spot.submit({ kind: 'cancel', owner, id });
  });

  test('changes that were lost on the way are loaded', async () => {
    const bench = await placedBench();
    const engine = await running(bench, 'one');
    const owner = await user(bench, { USDT: '1000' });
    engine.losesChanges = true;
    const placed = await bench.spot.submit(limit(owner, 'buy', '43000', '0.001'), mark('i'.repeat(16)));
    expect(bench.spot.openOrders(owner).map(({ id }) => `${id}`)).toEqual([placed.id]);
    expect(bench.missed.count).toBe(1);
    engine.losesChanges = false;
    await bench.spot.submit({ kind: 'cancel', owner, id: Number(placed.id) });
    expect(bench.spot.openOrders(owner)).toEqual([]);
    expect(bench.missed.count).toBe(1);
  });
});

describe('an engine that does not reach the store', () => {
  test('is given nothing, and nobody waits for it', async () => {
    const bench = await placedBench();
    const owner = await user(bench, { USDT: '1000' });
    const engine = bench.engines.add('one');
    engine.cannotConnect = true;
    await vi.waitUntil(() => engine.prepared > 0, waiting);
    const watch = startWatch();
    const placed = await bench.spot.submit(limit(owner, 'buy', '45000', '0.001'), mark('k'.repeat(16)));
    const { tookMs, allowedMs } = watch.stop();
    expect(tookMs).toBeLessThan(allowedMs(1_000));
    await bench.spot.submit({ kind: 'cancel', owner, id: Number(placed.id) });
    await sleep(1_000);
    expect(engine.prepared).toBe(1);
    expect((await ownersOf()).get('spot.BTCUSDT')?.writer ?? 'spot').toBe('spot');
  });

  test('any more gives its pairs back, and what it was asked for is done elsewhere', async () => {
    const bench = await placedBench();
    const engine = await running(bench, 'one');
    const owner = await user(bench, { USDT: '1000' });
    await database.pool.query(failingFor('spot-1'));
    onTestFinished(async () => {
      await database.pool.query('DROP TRIGGER fails ON writer_fences; DROP FUNCTION fail_writing()');
    });
    engine.cannotConnect = true;
    const placed = await bench.spot.submit(limit(owner, 'buy', '46000', '0.001'), mark('l'.repeat(16)));
    expect(isInRange(ownerIdRange, Number(placed.id))).toBe(true);
    expect(engine.markets).toEqual([]);
    await bench.spot.submit({ kind: 'cancel', owner, id: Number(placed.id) });
  });
});

describe('an exchange that does not reach the store any more', () => {
  test('tries to take pairs back until it is stopped, so that it can end', async () => {
    const bench = await placedBench();
    const engine = await running(bench, 'one');
    const { placer } = bench.spot as LoadedSpot;
    const transaction = vi.spyOn(database, 'transaction').mockRejectedValue(new Error('the store is away'));
    try {
      engine.isCut = true;
      await vi.waitUntil(() => transaction.mock.calls.length > 2, waiting);
      placer?.stop();
      await sleep(300);
      const tried = transaction.mock.calls.length;
      await sleep(600);
      expect(transaction.mock.calls.length).toBe(tried);
    } finally {
      transaction.mockRestore();
    }
  });
});

/** A trigger by which a writer cannot commit: its connection breaks each time. */
const failingFor = (writer: string) => `
  CREATE FUNCTION fail_writing() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_terminate_backend(pg_backend_pid());
    RETURN NEW;
  END $$;
  CREATE TRIGGER fails BEFORE UPDATE OF last_id ON writer_fences FOR EACH ROW
    WHEN (NEW.writer = '${writer}') EXECUTE FUNCTION fail_writing();`;

describe('another exchange on the same store', () => {
  test('takes every pair back at its start, from engines that still run them', async () => {
    const bench = await placedBench();
    const engine = await running(bench, 'one');
    const owner = await user(bench, { USDT: '1000' });
    const placed = await bench.spot.submit(limit(owner, 'buy', '44000', '0.001'), mark('j'.repeat(16)));
    const next = await openSpotBench(database);
    onTestFinished(() => next.spot.close());
    expect(next.spot.openOrders(owner).map(({ id }) => `${id}`)).toEqual([placed.id]);
    expect([...(await ownersOf()).values()].every(({ writer }) => writer === 'spot')).toBe(true);
    const { outcomes } = await engine
      .run({
        market: 'BTCUSDT',
        epoch: 0,
        isHeld: false,
        pauses: 0,
        commands: [{ request: { kind: 'cancel', owner, id: Number(placed.id) }, key: null }],
      })
      .catch(() => ({ outcomes: [] }));
    expect(outcomes).toEqual([]);
    await next.spot.submit({ kind: 'cancel', owner, id: Number(placed.id) });
  });
});

/** What may happen: commands, and faults of the network and of engines. */
const happening = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      who: fc.nat(2),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      price: fc.integer({ min: 59_990, max: 60_010 }).map(String),
      pair: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(40) }) },
  { weight: 5, arbitrary: disturbance },
);

type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

async function follow(bench: PlacedBench, happenings: readonly Happening[], owners: readonly bigint[]) {
  const course = await Course.begin(bench.engines);
  for (const one of happenings) {
    if (one.kind === 'place') {
      const owner = owners[one.who] ?? 0n;
      const request = limit(owner, one.side, one.pair === 'ETHUSDT' ? '3000' : one.price, '0.001', one.pair);
      course.place(owner, (key) => bench.spot.submit(request, mark(key)));
    } else if (one.kind === 'cancel') {
      const { answer, owner } = course.asked[one.nth] ?? {};
      if (answer === null || answer === undefined || owner === undefined || !('id' in answer)) continue;
      course.attempt(bench.spot.submit({ kind: 'cancel', owner, id: Number(answer.id) }));
    } else await course.disturb(one);
  }
  await course.end();
  return course;
}

describe('whatever is lost on the way', () => {
  test('every command is done once or not at all, as it was answered, and the books are those of the store', async () => {
    await assertCourses(happening, async (happenings) => {
      const bench = await placedBench();
      const owners: bigint[] = [];
      for (let nth = 0; nth < 3; nth += 1) owners.push(await user(bench, { USDT: '1000000', BTC: '10', ETH: '10' }));
      const course = await follow(bench, happenings, owners);
      await course.expectDoneOnce(async ({ key, owner }) => {
        const { rows } = await database.pool.query<{ id: string }>(
          'SELECT id FROM spot_orders WHERE owner = $1 AND request_key = $2',
          [owner, requestKeyOf(key, 'body').key],
        );
        return rows.map(({ id }) => id);
      });
      const { rows: stored } = await database.pool.query<{ id: string }>(
        `SELECT id FROM spot_orders WHERE owner = ANY ($1) AND status = 'open' ORDER BY id`,
        [owners],
      );
      const shown = () => owners.flatMap((owner) => bench.spot.openOrders(owner).map(({ id }) => `${id}`));
      const inStore = stored.map(({ id }) => id).join();
      await vi.waitUntil(() => shown().toSorted().join() === inStore, waiting);
      for (const { id, owner } of owners.flatMap((one) => bench.spot.openOrders(one))) {
        await bench.spot.submit({ kind: 'cancel', owner, id });
      }
      expect(await spotFaults(database.pool)).toEqual([]);
      await bench.spot.close();
      await bench.engines.close();
    });
  }, 120_000);
});
