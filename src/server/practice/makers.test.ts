import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseOwners } from '../core/ledger/account.ts';
import { pairs } from '../markets/pairs.ts';
import { spotFaults } from '../markets/spot/testing-faults.ts';
import { openSpotBench, type SpotBench } from '../markets/spot/testing.ts';
import { testDatabase, type TestDatabase } from '../core/store/testing.ts';
import { uniformAt } from './noise.ts';
import { startMakers, type Makers } from './makers.ts';
import { createSimulatedSource } from './simulated-source.ts';

const listed = pairs.filter((pair) => ['BTC', 'PEPE', 'USDC', 'SEI'].includes(pair.base));
const source = createSimulatedSource(listed, 3, null);
const start = Date.UTC(2026, 10, 20, 9);
let database: TestDatabase;
let bench: SpotBench;
let makers: Makers;
let now = start;
let drawn = 0;
const watched = new Set<string>();
let viewed = true;

function play(): Promise<Makers> {
  return startMakers({
    database,
    ledger: bench.ledger,
    spot: bench.spot,
    source,
    pairs: () => listed,
    watched: (pair) => watched.has(pair),
    viewed: () => viewed,
    lotsPerMs: (pair, atMs) => source.path(pair).lotsPerMs(atMs),
    clock: () => now,
    random: () => uniformAt(11, (drawn += 1)),
    logger: pino({ level: 'silent' }),
  });
}

async function run(ms: number): Promise<void> {
  for (const until = now + ms; now < until; now += 200) await makers.step();
}

function expectSoundBooks(): void {
  for (const pair of listed) {
    const { bids, asks } = bench.spot.depth(pair.id, 100);
    expect(bids.length).toBeGreaterThanOrEqual(8);
    expect(asks.length).toBeGreaterThanOrEqual(8);
    expect(Number(asks[0]?.[0])).toBeGreaterThan(Number(bids[0]?.[0]));
    const index = (source.indexPrice(pair.id, now)?.ticks ?? 0) * Number(pair.tickSize);
    expect(Math.abs(Number(asks[0]?.[0]) / index - 1)).toBeLessThan(0.004);
    expect(Math.abs(Number(bids[0]?.[0]) / index - 1)).toBeLessThan(0.004);
    for (const owner of [houseOwners.makerA, houseOwners.makerB]) {
      expect(bench.spot.openOrders(owner, pair.id).length).toBeLessThanOrEqual(60);
    }
  }
}

beforeAll(async () => {
  database = await testDatabase();
  bench = await openSpotBench(database, { pairs: listed, clock: () => now });
  makers = await play();
});

afterAll(async () => {
  await makers.close();
  await bench.spot.close();
  await database.close();
});

test('every book is full immediately', () => {
  expectSoundBooks();
  for (const pair of listed) expect(bench.spot.depth(pair.id, 100).bids.length).toBeGreaterThanOrEqual(12);
});

test('quiet pairs trade every few seconds, watched ones several times a second, within the budget', async () => {
  const traded = new Map<string, number>();
  const stop = bench.spot.onEvents((event) => {
    traded.set(event.pair, (traded.get(event.pair) ?? 0) + (event.trades.length > 0 ? 1 : 0));
  });
  await run(30_000);
  for (const pair of listed) {
    expect(traded.get(pair.id)).toBeGreaterThanOrEqual(1);
    expect(traded.get(pair.id)).toBeLessThanOrEqual(6);
  }
  const quiet = makers.sent();
  watched.add('BTCUSDT');
  traded.clear();
  await run(10_000);
  expect(traded.get('BTCUSDT')).toBeGreaterThan(10);
  expect(makers.sent() - quiet).toBeLessThan(60 * 10 + 180);
  watched.clear();
  stop();
  expectSoundBooks();
});

test('makers trade less without viewers', async () => {
  const before = makers.sent();
  await run(60_000);
  const looked = makers.sent() - before;
  viewed = false;
  await run(60_000);
  expect(makers.sent() - before - looked).toBeLessThan(looked * 0.8);
  viewed = true;
  expectSoundBooks();
});

test('a new user gets filled, on either side, in every pair', async () => {
  const owner = 100_001n;
  await bench.fund(owner, 'USDT', '20000');
  for (const pair of listed) {
    const order = { kind: 'place', owner, pair: pair.id, type: 'market', price: null } as const;
    const bought = await bench.spot.submit({ ...order, side: 'buy', amount: null, total: '4000' });
    expect(bought.closeReason === null || bought.closeReason === 'dust').toBe(true);
    expect(Number(bought.filledTotal)).toBeGreaterThan(3_990);
    const amount = (Math.floor((Number(bought.filled) * 0.998) / Number(pair.lotSize)) * Number(pair.lotSize)).toFixed(
      pair.amountDecimals,
    );
    const sold = await bench.spot.submit({ ...order, side: 'sell', amount, total: null });
    expect(sold.status).toBe('filled');
  }
});

test('a side that was taken is refilled', async () => {
  const owner = 100_002n;
  await bench.fund(owner, 'USDT', '100000000');
  const order = { kind: 'place', owner, pair: 'SEIUSDT', type: 'market', side: 'buy', price: null } as const;
  await bench.spot.submit({ ...order, amount: null, total: '1000000' });
  expect(bench.spot.depth('SEIUSDT', 100).asks.length).toBeLessThan(8);
  await run(5_000);
  expectSoundBooks();
});

test('over hours with large index moves the books follow without crossing', async () => {
  for (let hour = 0; hour < 6; hour += 1) {
    now += 3_600_000;
    await run(9_000);
    expectSoundBooks();
  }
});

test('after a restart stale quotes are removed and the books are at the index', async () => {
  await makers.close();
  await bench.spot.close();
  now += 26 * 3_600_000;
  bench = await openSpotBench(database, { pairs: listed, clock: () => now });
  makers = await play();
  await run(3_000);
  expectSoundBooks();
});

test('no coin was created or lost', async () => {
  expect(await spotFaults(database.pool)).toEqual([]);
  expect(bench.failures).toEqual([]);
});
