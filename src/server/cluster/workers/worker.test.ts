import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { workerApplicationName } from '#server/core/commit/owners.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import type { LoadedSpot } from '#server/markets/spot/load-spot.ts';
import type { PlaceRequest } from '#server/markets/spot/placement.ts';
import { workerPairs } from '#server/markets/spot/remote/worker-pairs.ts';
import type { SpotFamily } from '#server/markets/spot/remote/messages.ts';
import { openSpotBench, type SpotBench } from '#server/markets/spot/testing.ts';
import { spotFaults } from '#server/markets/spot/testing-faults.ts';
import { testBus, type TestBus } from '../testing-bus.ts';
import { packFrame } from '../bus/frame.ts';
import { workersSubject } from '../bus/subjects.ts';
import { MarketWorkerProcess } from './worker.ts';
import { spotCodec } from '../codecs/pair-codec.ts';
import { workerProtocol } from './worker-messages.ts';
import { workersOf } from './remote-workers.ts';
import { patience, startWatch } from '../../../../tests/pace.ts';

const root = 'dunlin.practice';
const logger = pino({ level: 'silent' });
const owner = 400_001n;
const waiting = { ...patience, interval: 10 };
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

interface Joined {
  readonly bus: TestBus;
  readonly bench: SpotBench & { readonly spot: LoadedSpot };
  readonly worker: MarketWorkerProcess<SpotFamily>;
}

/** The active engine, with another that runs its pairs over a broker that takes messages of 16 KiB. */
async function join(): Promise<Joined> {
  const bus = testBus(16_384);
  const placement = {
    workers: workersOf(bus, root, spotCodec, logger),
    pins: new Map(),
    logger,
    missed: () => undefined,
  };
  const bench = await openSpotBench(database, { placement });
  const spot = bench.spot as LoadedSpot;
  const looking = setInterval(() => void spot.placer?.look(), 50);
  const worker = new MarketWorkerProcess(
    {
      bus,
      root,
      logger,
      name: 'other',
      openWriter: workerPairs({ ledger: createLedger(), clock: Date.now, tracer: null }),
      tracer: null,
      learn: () => Promise.resolve(),
      failed: () => undefined,
      connect: (writer) =>
        openDatabase(database.connection, { poolMax: 2, applicationName: workerApplicationName(writer) }),
    },
    spotCodec,
  );
  onTestFinished(async () => {
    clearInterval(looking);
    await worker.close(false);
    await spot.close();
  });
  return { bus, bench: { ...bench, spot }, worker };
}

const bid = (nth: number): PlaceRequest => ({
  kind: 'place',
  owner,
  pair: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  price: `${40_000 - nth}`,
  amount: '0.001',
  total: null,
});
const key = (nth: number) => ({ call: 'POST currency', key: `bid-${nth}`.padEnd(16, '.'), bodyHash: 'body' }) as const;

test('commands, changes and books that are larger than a message cross, and the pairs come back in order', async () => {
  const { bus, bench, worker } = await join();
  const { spot } = bench;
  await bench.fund(owner, 'USDT', '10000');
  for (let nth = 0; nth < 160; nth += 1) await spot.submit(bid(nth), key(nth));
  // A book of 160 orders is several messages.
  await vi.waitUntil(() => worker.marketCount > 0, waiting);
  await vi.waitUntil(() => spot.isOpen('BTCUSDT'), waiting);
  expect(spot.openOrders(owner)).toHaveLength(160);
  expect(spot.depth('BTCUSDT', 100).bids).toHaveLength(100);
  const placed = await spot.submit(bid(160), key(160));
  expect(bus.subjects).toContain(`${root}.duty.spot.BTCUSDT`);
  expect(spot.openOrders(owner)).toHaveLength(161);
  // One change of 161 orders is too large for a message: it shows as a gap, and the book is loaded.
  const cancelled = await spot.submitMany(spot.openOrders(owner).map(({ id }) => ({ kind: 'cancel', owner, id })));
  expect(cancelled.filter(({ ok }) => ok)).toHaveLength(161);
  expect(spot.openOrders(owner)).toEqual([]);
  await expect(spot.submit({ kind: 'cancel', owner, id: Number(placed.id) })).rejects.toMatchObject({
    codeName: 'orderFinished',
  });
  const left = worker.close(true);
  expect(await spot.submit(bid(161), key(161))).toMatchObject({ status: 'open' });
  await left;
  expect(worker.marketCount).toBe(0);
  expect(spot.placer?.counts().get('other') ?? 0).toBe(0);
  for (const { id } of spot.openOrders(owner)) await spot.submit({ kind: 'cancel', owner, id });
  expect(await spotFaults(database.pool)).toEqual([]);
});

test('what was on its way when the other engine lost its connection is asked for again once it has another one', async () => {
  const { bus, bench, worker } = await join();
  const { spot } = bench;
  await bench.fund(owner, 'USDT', '10000');
  await vi.waitUntil(() => worker.marketCount > 0, waiting);
  await vi.waitUntil(() => spot.placer?.counts().get('other') !== 0 && spot.isOpen('BTCUSDT'), waiting);
  await spot.submit(bid(200), key(200));
  const duty = `${root}.duty.spot.BTCUSDT`;
  for (const [nth, lose] of [
    [201, () => (bus.isLost = (subject: string) => subject === duty)],
    [202, () => (bus.isAnswerLost = (subject: string) => subject === duty)],
  ] as const) {
    lose();
    const watch = startWatch();
    const placing = spot.submit(bid(nth), key(nth));
    await sleep(50);
    [bus.isLost, bus.isAnswerLost] = [() => false, () => false];
    bus.connect(false);
    bus.connect(true);
    expect(await placing).toMatchObject({ status: 'open' });
    const { tookMs, allowedMs } = watch.stop();
    expect(tookMs).toBeLessThan(allowedMs(3_000));
  }
  expect(spot.openOrders(owner)).toHaveLength(3);
  await spot.submitMany(spot.openOrders(owner).map(({ id }) => ({ kind: 'cancel', owner, id })));
  expect(await spotFaults(database.pool)).toEqual([]);
});

test('an engine of another protocol, as while versions change, is given nothing', async () => {
  const { bus, bench, worker } = await join();
  await worker.close(false);
  const heartbeat = () =>
    bus.publish(workersSubject(root, 'spot'), packFrame({ protocol: workerProtocol + 1, whatever: 'it says then' }));
  const beating = setInterval(heartbeat, 50);
  onTestFinished(() => clearInterval(beating));
  await sleep(2_000);
  expect([...(bench.spot.placer?.counts() ?? [])].filter(([name]) => name !== 'other')).toEqual([]);
  expect([...bus.subjects].filter((subject) => subject.endsWith('.give'))).toEqual([]);
});
