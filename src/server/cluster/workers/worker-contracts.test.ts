import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { workerApplicationName } from '#server/core/commit/owners.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { contextFor } from '#server/http/testing.ts';
import { workerContracts } from '#server/markets/contracts/remote/worker-contracts.ts';
import { openContractsBench } from '#server/markets/contracts/testing.ts';
import { contractFaults } from '#server/markets/contracts/testing-faults.ts';
import { testBus } from '../testing-bus.ts';
import { contractCodec } from '../codecs/contract-codec.ts';
import { MarketWorkerProcess } from './worker.ts';
import { workersOf } from './remote-workers.ts';
import { patience } from '../../../../tests/pace.ts';

const root = 'dunlin.practice';
const logger = pino({ level: 'silent' });
const waiting = { ...patience, interval: 10 };
const usdt = 100_000_000n;

/** Contracts whose engines are another one, over a broker that takes messages of 16 KiB. */
async function join() {
  const bus = testBus(16_384);
  const run: { close(): Promise<void> }[] = [];
  const bench = await openContractsBench(0n, undefined, (database, clock) => {
    const worker = new MarketWorkerProcess(
      {
        bus,
        root,
        logger,
        name: 'other',
        tracer: null,
        learn: () => Promise.resolve(),
        failed: () => undefined,
        connect: (writer) =>
          openDatabase(database.connection, { poolMax: 2, applicationName: workerApplicationName(writer) }),
        openWriter: workerContracts({ ledger: createLedger(), clock, tracer: null }),
      },
      contractCodec,
    );
    run.push({ close: () => worker.close(false) });
    return { workers: workersOf(bus, root, contractCodec, logger), pins: new Map() };
  });
  onTestFinished(async () => {
    for (const worker of run) await worker.close();
    await bench.close();
  });
  return { bus, bench };
}

const bid = {
  type: 'limit',
  contract: 'BTCPERP',
  side: 'long',
  price: '59000',
  lots: 1,
  leverage: 20,
  takeProfit: '90000',
  stopLoss: '1',
} as const;

test('prices, requests and what comes of them cross, and contracts that are larger than a message', async () => {
  const { bus, bench } = await join();
  const { contracts } = bench;
  const mark = async () => {
    await bench.markTo(600_000);
    return contracts.view('BTCPERP').index === '60000.0';
  };
  await vi.waitUntil(mark, waiting);
  const [short = 0n, ...longs] = await bench.users([1, 2, 3, 4, 5].map((times) => BigInt(times) * 100_000n * usdt));
  for (const long of longs) {
    for (let nth = 0; nth < 40; nth += 1) await bench.calls['POST contract'](bid, contextFor(long));
  }
  const ordersOf = (owners: readonly bigint[]) => owners.flatMap((owner) => contracts.own(owner).orders);
  await vi.waitUntil(
    () => bench.contractsElsewhere?.().get('other') === [...contracts.markets.values()].length,
    waiting,
  );
  await vi.waitUntil(mark, waiting);
  expect(ordersOf(longs)).toHaveLength(160);
  const sold = { ...bid, side: 'short', takeProfit: '1', stopLoss: '90000', lots: 40 } as const;
  const { order, position } = await bench.calls['POST contract'](sold, contextFor(short));
  expect(bus.subjects).toContain(`${root}.duty.contracts.BTCPERP`);
  expect([order.status, position?.lots]).toEqual(['filled', 40]);
  expect(longs.flatMap((owner) => contracts.own(owner).positions)).toHaveLength(40);
  expect(ordersOf(longs)).toHaveLength(120);
  await expect(bench.calls['POST contract']({ ...bid, price: '1' }, contextFor(short))).rejects.toMatchObject({
    codeName: 'delegationPriceInvalid',
  });
  expect(await contractFaults(bench.database.pool)).toEqual([]);
});
