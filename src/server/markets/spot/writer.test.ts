import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { OrderBook } from '../engine/order-book.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { createLedger, type Ledger } from '#server/core/ledger/ledger.ts';
import { pairs } from '../pairs.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { spotFaults } from './testing-faults.ts';
import { openSpotBench, type SpotBench } from './testing.ts';
import type { PlaceRequest } from './placement.ts';
import type { SpotOutcome } from './spot.ts';
import { patience, startWatch } from '../../../../tests/pace.ts';

let database: TestDatabase;
let bench: SpotBench;
let nextOwner = 200_000n;

beforeAll(async () => {
  database = await testDatabase();
  bench = await openSpotBench(database);
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await spotFaults(database.pool)).toEqual([]);
});
afterAll(() => database.close());

/** A second exchange on the same store, closed at the end of the test. */
async function openAnother(...opening: Parameters<typeof openSpotBench>): Promise<SpotBench> {
  const other = await openSpotBench(...opening);
  onTestFinished(() => other.spot.close());
  return other;
}

async function user(funds: Readonly<Record<string, string>>): Promise<bigint> {
  nextOwner += 1n;
  for (const [asset, amount] of Object.entries(funds)) await bench.fund(nextOwner, asset, amount);
  return nextOwner;
}

function limit(owner: bigint, side: 'buy' | 'sell', price: string, amount: string, pair = 'BTCUSDT'): PlaceRequest {
  return { kind: 'place', owner, pair, side, type: 'limit', price, amount, total: null };
}

const mark = (key: string, bodyHash = 'body') => ({ call: 'POST currency', key, bodyHash }) as const;
const refusedWith = (codeName: string) => expect.objectContaining({ codeName });
const codeOf = (outcome: SpotOutcome) => (outcome.ok ? 'ok' : (outcome.error as { codeName?: string }).codeName);

/** A statement that fails with an SQLSTATE. */
const raising = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '${code}'; END $$`;

/** A ledger on a full disk, until the test frees it. */
function failing(): { isFull: boolean; readonly ledger: Ledger } {
  const ledger = createLedger();
  const store: { isFull: boolean; readonly ledger: Ledger } = {
    isFull: true,
    ledger: {
      ...ledger,
      postMany: (tx, journals, options) =>
        store.isFull
          ? tx.client.query<never>(raising('53100')).then(({ rows }) => rows)
          : ledger.postMany(tx, journals, options),
    },
  };
  return store;
}

async function countOrders(owner: bigint): Promise<number> {
  const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM spot_orders WHERE owner = $1', [
    owner,
  ]);
  return rows[0].count;
}

describe('idempotency', () => {
  test('sixty-four concurrent requests with one key: one order, sixty-four identical answers', async () => {
    const owner = await user({ USDT: '1000' });
    const request = limit(owner, 'buy', '50000', '0.001');
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => bench.spot.submit(request, mark('k'.repeat(16)))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await countOrders(owner)).toBe(1);
    expect(await bench.balance(owner, 'USDT')).toEqual({ available: 95_000_000_000n, frozen: 5_000_000_000n });
  });

  test('the same key later and after a restart returns its own order; another body is refused', async () => {
    const owner = await user({ USDT: '1000' });
    const request = limit(owner, 'buy', '50000', '0.001');
    const first = await bench.spot.submit(request, mark('a'.repeat(16)));
    expect(await bench.spot.submit(request, mark('a'.repeat(16)))).toEqual(first);
    const cancelled = await bench.spot.submit({ kind: 'cancel', owner, id: Number(first.id) });
    expect(cancelled).toMatchObject({ id: first.id, status: 'cancelled' });
    expect(await bench.spot.submit(request, mark('a'.repeat(16)))).toEqual(cancelled);
    const restarted = await openAnother(database);
    const repeated = await restarted.spot.submit(request, mark('a'.repeat(16)));
    expect(JSON.stringify(repeated)).toBe(JSON.stringify(cancelled));
    await expect(bench.spot.submit(request, mark('a'.repeat(16), 'other'))).rejects.toEqual(
      refusedWith('alreadyProcessed'),
    );
    const twins = await Promise.allSettled([
      bench.spot.submit(request, mark('b'.repeat(16))),
      bench.spot.submit(request, mark('b'.repeat(16), 'other')),
    ]);
    expect(twins.map((twin) => twin.status)).toEqual(['fulfilled', 'rejected']);
    expect(await countOrders(owner)).toBe(2);
  });

  test('a refusal is not stored: the same key may try again', async () => {
    const owner = await user({ USDT: '1' });
    const request = limit(owner, 'buy', '50000', '0.001');
    await expect(bench.spot.submit(request, mark('c'.repeat(16)))).rejects.toEqual(
      refusedWith('insufficientWalletBalance'),
    );
    await bench.fund(owner, 'USDT', '49');
    expect(await bench.spot.submit(request, mark('c'.repeat(16)))).toMatchObject({ status: 'open' });
  });
});

describe('many at once', () => {
  test('sixty-four orders that together exceed the balance: as many as fit, never below zero', async () => {
    const owner = await user({ USDT: '1000' });
    const requests = Array.from({ length: 64 }, () => limit(owner, 'buy', '50000', '0.0007'));
    const settled = await Promise.allSettled(requests.map((request) => bench.spot.submit(request)));
    // Each takes 35 USDT: 28 fit into 1000.
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(28);
    for (const one of settled) {
      if (one.status === 'rejected') expect(one.reason).toEqual(refusedWith('insufficientWalletBalance'));
    }
    expect(await bench.balance(owner, 'USDT')).toEqual({ available: 2_000_000_000n, frozen: 98_000_000_000n });
  });

  test('coins bought in a batch can be sold in the same batch', async () => {
    const maker = await user({ XLM: '1000', USDT: '1000' });
    const trader = await user({ USDT: '100' });
    await bench.spot.submitMany([
      limit(maker, 'sell', '0.2', '500', 'XLMUSDT'),
      limit(maker, 'buy', '0.19', '500', 'XLMUSDT'),
    ]);
    const outcomes = await bench.spot.submitMany([
      limit(trader, 'buy', '0.2', '400', 'XLMUSDT'),
      limit(trader, 'sell', '0.19', '399', 'XLMUSDT'),
      limit(trader, 'sell', '0.19', '399', 'XLMUSDT'),
    ]);
    expect(outcomes.map(codeOf)).toEqual(['ok', 'ok', 'insufficientWalletBalance']);
  });

  test('one order that sweeps thousands of others is posted in batches', async () => {
    const { makerB } = houseOwners;
    const count = 3_500;
    await bench.fund(makerB, 'TRX', '200000');
    // In portions: what waits for seconds, as all at once may on a slow machine, is answered "busy".
    for (let sent = 0; sent < count; sent += 500)
      await bench.spot.submitMany(Array.from({ length: 500 }, () => limit(makerB, 'sell', '0.1', '50', 'TRXUSDT')));
    const taker = await user({ USDT: '17500' });
    const order = await bench.spot.submit(limit(taker, 'buy', '0.1', String(50 * count), 'TRXUSDT'));
    expect(order).toMatchObject({ status: 'filled', filled: '175000', fee: '175' });
    expect(await bench.balance(taker, 'USDT')).toEqual({ available: 0n, frozen: 0n });
  });

  test('random trading by several users leaves nothing frozen once all is cancelled, and loses nothing', async () => {
    const owners = await Promise.all([1, 2, 3, 4].map(() => user({ USDT: '50000', UNI: '5000' })));
    const step = fc.record({
      who: fc.nat(3),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      ticks: fc.integer({ min: 9_700, max: 10_300 }),
      lots: fc.integer({ min: 100, max: 9_999 }),
      market: fc.boolean(),
    });
    const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const requests = steps.map(({ who, side, ticks, lots, market }): PlaceRequest => {
        const amount = fromUnits(BigInt(lots), 2);
        const request = limit(owners[who] ?? 0n, side, fromUnits(BigInt(ticks), 3), amount, 'UNIUSDT');
        return market ? { ...request, type: 'market', price: null } : request;
      });
      const outcomes = await bench.spot.submitMany(requests);
      expect(outcomes.map(codeOf).filter((code) => code !== 'ok' && code !== 'insufficientWalletBalance')).toEqual([]);
      expect(await spotFaults(database.pool)).toEqual([]);
    });
    await fc.assert(property, { numRuns: allRuns(12) });
    for (const owner of owners) {
      const open = bench.spot.openOrders(owner, 'UNIUSDT');
      await bench.spot.submitMany(open.map(({ id }) => ({ kind: 'cancel', owner, id })));
      expect((await bench.balance(owner, 'USDT')).frozen).toBe(0n);
      expect((await bench.balance(owner, 'UNI')).frozen).toBe(0n);
    }
    const { rows } = await database.pool.query<{ sum: string }>(
      `SELECT sum(available) FROM balances WHERE asset = 'UNI' AND owner <> 2`,
    );
    expect(rows[0]?.sum).toBe(String(20_000n * 100_000_000n));
  });
});

describe('failures', () => {
  test('a restart rebuilds the same books', async () => {
    const owners = await Promise.all([1, 2].map(() => user({ USDT: '5000', LINK: '500' })));
    const requests = Array.from({ length: 60 }, (_, nth) => {
      const side = nth % 3 === 0 ? ('sell' as const) : ('buy' as const);
      return limit(owners[nth % 2] ?? 0n, side, fromUnits(BigInt(12_000 + ((nth * 37) % 50)), 3), '1.5', 'LINKUSDT');
    });
    await bench.spot.submitMany(requests);
    const restarted = await openAnother(database);
    for (const { id } of pairs) expect(restarted.spot.stateHash(id)).toBe(bench.spot.stateHash(id));
    expect(restarted.spot.depth('LINKUSDT', 50)).toEqual(bench.spot.depth('LINKUSDT', 50));
  });

  test('a failed write leaves the books as stored, and succeeds once the store works again', async () => {
    const owner = await user({ USDT: '1000' });
    const store = failing();
    const flaky = await openAnother(database, { ledger: store.ledger });
    const before = flaky.spot.stateHash('BTCUSDT');
    const placed = flaky.spot.submit(limit(owner, 'buy', '50000', '0.001'), mark('d'.repeat(16)));
    await vi.waitFor(() => expect(flaky.failures.length).toBeGreaterThan(1), patience);
    expect(await countOrders(owner)).toBe(0);
    expect(flaky.spot.openOrders(owner)).toEqual([]);
    expect((await openAnother(database)).spot.stateHash('BTCUSDT')).toBe(before);
    store.isFull = false;
    expect(await placed).toMatchObject({ status: 'open' });
    expect(await countOrders(owner)).toBe(1);
    expect((await openAnother(database)).spot.stateHash('BTCUSDT')).toBe(flaky.spot.stateHash('BTCUSDT'));
  });

  test('a command that cannot be written for seconds is answered "busy" and never executed', async () => {
    const owner = await user({ USDT: '1000' });
    const store = failing();
    const flaky = await openAnother(database, { ledger: store.ledger });
    const watch = startWatch();
    await expect(flaky.spot.submit(limit(owner, 'buy', '50000', '0.001'), mark('e'.repeat(16)))).rejects.toEqual(
      refusedWith('busyRetry'),
    );
    const { tookMs, allowedMs } = watch.stop();
    expect(tookMs).toBeLessThan(allowedMs(5_000));
    store.isFull = false;
    await flaky.spot.submit(limit(owner, 'buy', '40000', '0.001'));
    expect(await countOrders(owner)).toBe(1);
  });

  test('uncommitted changes are not visible', async () => {
    const maker = await user({ ATOM: '10' });
    const taker = await user({ USDT: '100' });
    const ledger = createLedger();
    let look: () => void = vi.fn();
    let isFull = false;
    const { spot, failures } = await openAnother(database, {
      ledger: {
        ...ledger,
        async postMany(tx, journals, options) {
          look();
          if (isFull) return tx.client.query<never>(raising('53100')).then(({ rows }) => rows);
          return ledger.postMany(tx, journals, options);
        },
      },
    });
    await spot.submit(limit(maker, 'sell', '5', '2', 'ATOMUSDT'));
    const seen = () => [
      spot.depth('ATOMUSDT', 5),
      spot.prices('ATOMUSDT'),
      spot.openOrders(maker, 'ATOMUSDT').map(({ filled }) => filled),
      spot.openOrders(taker).length,
    ];
    const before = [{ bids: [], asks: [['5', '2']] }, { bid: null, ask: '5', last: null }, [0n], 0];
    let looks = 0;
    look = () => {
      looks += 1;
      expect(seen()).toEqual(before);
    };
    isFull = true;
    const taking = spot.submit(limit(taker, 'buy', '5', '1', 'ATOMUSDT'), mark('f'.repeat(16)));
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(1), patience);
    expect(looks).toBeGreaterThan(1);
    expect(seen()).toEqual(before);
    isFull = false;
    await taking;
    look = () => undefined;
    await spot.submit(limit(taker, 'buy', '4', '2', 'ATOMUSDT'));
    expect(seen()).toEqual([
      { bids: [['4', '2']], asks: [['5', '1']] },
      { bid: '4', ask: '5', last: '5' },
      [100_000_000n],
      1,
    ]);
  });

  test('a command that breaks its market halts only that market, and the rest of its batch succeeds', async () => {
    const owner = await user({ USDT: '1000' });
    const spot = (await openAnother(database)).spot;
    const original: OrderBook['apply'] = Object.getOwnPropertyDescriptor(OrderBook.prototype, 'apply')?.value;
    vi.spyOn(OrderBook.prototype, 'apply').mockImplementation(function poisoned(this: OrderBook, command, at) {
      if (command.kind === 'limit' && command.priceTicks === 499_999) throw new Error('this cannot be');
      return original.call(this, command, at);
    });
    const outcomes = await spot.submitMany([
      limit(owner, 'buy', '50000', '0.001'),
      limit(owner, 'buy', '2000', '0.01', 'ETHUSDT'),
      limit(owner, 'buy', '49999.9', '0.001'),
      limit(owner, 'buy', '2000', '0.02', 'ETHUSDT'),
    ]);
    expect(outcomes.map(codeOf)).toEqual(['pairClosed', 'ok', 'pairClosed', 'ok']);
    expect(spot.isOpen('BTCUSDT')).toBe(false);
    expect(spot.isOpen('ETHUSDT')).toBe(true);
    expect(await bench.balance(owner, 'USDT')).toEqual({ available: 94_000_000_000n, frozen: 6_000_000_000n });
  });

  test('one order that cannot be stored does not fail its batch', async () => {
    const owner = await user({ USDT: '1000' });
    const ledger = createLedger();
    const spot = (
      await openAnother(database, {
        ledger: {
          ...ledger,
          async postMany(tx, journals, options) {
            const poison = journals.some(({ postings }) => postings.some(({ amount }) => amount === 7_000_000_000n));
            if (poison) return tx.client.query<never>('SELECT 1 / 0').then(({ rows }) => rows);
            return ledger.postMany(tx, journals, options);
          },
        },
      })
    ).spot;
    const outcomes = await spot.submitMany([
      limit(owner, 'buy', '2000', '0.01', 'ETHUSDT'),
      limit(owner, 'buy', '50000', '0.0014'),
      limit(owner, 'buy', '2000', '0.02', 'ETHUSDT'),
    ]);
    expect(outcomes.map(codeOf)).toEqual(['ok', 'busyRetry', 'ok']);
    expect([spot.isOpen('BTCUSDT'), spot.isOpen('ETHUSDT')]).toEqual([false, true]);
  });

  test('a batch with a serialization failure is retried on the stored books', async () => {
    const owner = await user({ USDT: '1000' });
    const ledger = createLedger();
    let losses = 2;
    const spot = (
      await openAnother(database, {
        ledger: {
          ...ledger,
          async postMany(tx, journals, options) {
            losses -= 1;
            if (losses >= 0) return tx.client.query<never>(raising('40P01')).then(({ rows }) => rows);
            return ledger.postMany(tx, journals, options);
          },
        },
      })
    ).spot;
    await spot.submit(limit(owner, 'buy', '50000', '0.001'));
    expect(losses).toBe(-1);
    expect(await countOrders(owner)).toBe(1);
    expect((await openAnother(database)).spot.stateHash('BTCUSDT')).toBe(spot.stateHash('BTCUSDT'));
  });

  test('closing drains what was submitted and refuses later commands', async () => {
    const owner = await user({ USDT: '1000' });
    const { spot } = await openAnother(database);
    const last = spot.submit(limit(owner, 'buy', '50000', '0.001'));
    await spot.close();
    expect(await last).toMatchObject({ status: 'open' });
    await expect(spot.submit(limit(owner, 'buy', '50000', '0.001'))).rejects.toEqual(refusedWith('busyRetry'));
  });
});
