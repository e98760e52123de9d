import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#protocol/spot/entities.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { spotFaults } from './testing-faults.ts';
import { openSpotBench, type SpotBench } from './testing.ts';
import type { PlaceRequest } from './placement.ts';

let database: TestDatabase;
let bench: SpotBench;
let nextOwner = 100_000n;

beforeAll(async () => {
  database = await testDatabase();
  bench = await openSpotBench(database);
});
afterEach(async () => expect(await spotFaults(database.pool)).toEqual([]));
afterAll(() => database.close());

/** A new user with coins. */
async function user(funds: Readonly<Record<string, string>> = {}): Promise<bigint> {
  nextOwner += 1n;
  for (const [asset, amount] of Object.entries(funds)) await bench.fund(nextOwner, asset, amount);
  return nextOwner;
}

function limit(owner: bigint, side: 'buy' | 'sell', price: string, amount: string, pair = 'BTCUSDT'): PlaceRequest {
  return { kind: 'place', owner, pair, side, type: 'limit', price, amount, total: null };
}

function market(
  owner: bigint,
  side: 'buy' | 'sell',
  by: { amount?: string; total?: string },
  pair = 'BTCUSDT',
): PlaceRequest {
  const { amount = null, total = null } = by;
  return { kind: 'place', owner, pair, side, type: 'market', price: null, amount, total };
}

const place = (request: PlaceRequest): Promise<Order> => bench.spot.submit(request);
const cancel = (owner: bigint, id: string): Promise<Order> =>
  bench.spot.submit({ kind: 'cancel', owner, id: Number(id) });
const refusedWith = (codeName: string) => expect.objectContaining({ codeName });

describe('fills and money', () => {
  test('a resting sell meets a better buy at the resting price, with exact fees on what each receives', async () => {
    const seller = await user({ BTC: '1' });
    const buyer = await user({ USDT: '100000' });
    const resting = await place(limit(seller, 'sell', '60000.1', '0.50003', 'BTCUSDT'));
    expect(resting).toMatchObject({ status: 'open', filled: '0', averagePrice: null });
    expect(await bench.balance(seller, 'BTC')).toEqual({ available: 49_997_000n, frozen: 50_003_000n });
    const taken = await place(limit(buyer, 'buy', '61000', '0.5'));
    // 0.5 at 60000.1 is 30000.05; the taker pays 0.1 % in BTC, the maker 0.08 % in USDT.
    expect(taken).toMatchObject({
      status: 'filled',
      filled: '0.5',
      filledTotal: '30000.05',
      averagePrice: '60000.1',
      fee: '0.0005',
      closeReason: null,
    });
    expect(await bench.balance(buyer, 'USDT')).toEqual({ available: 6_999_995_000_000n, frozen: 0n });
    expect(await bench.balance(buyer, 'BTC')).toEqual({ available: 49_950_000n, frozen: 0n });
    expect(await bench.balance(seller, 'USDT')).toEqual({ available: 3_000_005_000_000n - 2_400_004_000n, frozen: 0n });
    expect(await bench.balance(seller, 'BTC')).toEqual({ available: 49_997_000n, frozen: 3_000n });
    const [left] = bench.spot.openOrders(seller, 'BTCUSDT');
    expect(left).toMatchObject({ filled: 50_000_000n, fee: 2_400_004_000n, status: 'open' });
    expect(await cancel(seller, resting.id)).toMatchObject({ status: 'cancelled', closeReason: 'user', filled: '0.5' });
    expect(await bench.balance(seller, 'BTC')).toEqual({ available: 50_000_000n, frozen: 0n });
  });

  test('a market buy spends at most its total and returns the rest; a market sell takes what is available', async () => {
    const seller = await user({ ETH: '10' });
    const buyer = await user({ USDT: '1000' });
    await place(limit(seller, 'sell', '3000', '0.1', 'ETHUSDT'));
    await place(limit(seller, 'sell', '3010', '5', 'ETHUSDT'));
    const bought = await place(market(buyer, 'buy', { total: '999.99' }, 'ETHUSDT'));
    // 300 for the first tenth; 699.99 pays for 0.2325 at 3010 (699.825), and 0.165 is change.
    expect(bought).toMatchObject({
      status: 'filled',
      closeReason: 'dust',
      price: null,
      amount: null,
      total: '999.99',
      filled: '0.3325',
      filledTotal: '999.825',
    });
    expect(await bench.balance(buyer, 'USDT')).toEqual({ available: 17_500_000n, frozen: 0n });
    const sold = await place(market(buyer, 'sell', { amount: '0.3' }, 'ETHUSDT'));
    expect(sold).toMatchObject({ status: 'cancelled', closeReason: 'no-liquidity', filled: '0' });
    await place(limit(seller, 'buy', '2990', '0.1', 'ETHUSDT'));
    expect(await place(market(buyer, 'sell', { amount: '0.3' }, 'ETHUSDT'))).toMatchObject({
      status: 'cancelled',
      closeReason: 'no-liquidity',
      filled: '0.1',
      filledTotal: '299',
      fee: '0.299',
    });
    await Promise.all(bench.spot.openOrders(seller, 'ETHUSDT').map((order) => cancel(seller, String(order.id))));
  });

  test('a market buy of a quantity needs exactly what the book asks', async () => {
    const seller = await user({ SOL: '10' });
    const buyer = await user({ USDT: '150' });
    await place(limit(seller, 'sell', '100', '1', 'SOLUSDT'));
    await place(limit(seller, 'sell', '101', '9', 'SOLUSDT'));
    await expect(place(market(buyer, 'buy', { amount: '1.496' }, 'SOLUSDT'))).rejects.toEqual(
      refusedWith('insufficientWalletBalance'),
    );
    expect(await place(market(buyer, 'buy', { amount: '1.495' }, 'SOLUSDT'))).toMatchObject({
      status: 'filled',
      filledTotal: '149.995',
    });
    expect(await bench.balance(buyer, 'USDT')).toEqual({ available: 500_000n, frozen: 0n });
    await Promise.all(bench.spot.openOrders(seller, 'SOLUSDT').map((order) => cancel(seller, String(order.id))));
  });

  test('one’s own orders never trade with each other', async () => {
    const owner = await user({ BNB: '5', USDT: '5000' });
    const resting = await place(limit(owner, 'sell', '600', '1', 'BNBUSDT'));
    const taker = await place(limit(owner, 'buy', '600', '1', 'BNBUSDT'));
    expect(taker).toMatchObject({ status: 'cancelled', closeReason: 'self-trade', filled: '0' });
    expect(await bench.balance(owner, 'USDT')).toEqual({ available: 500_000_000_000n, frozen: 0n });
    await cancel(owner, resting.id);
  });

  test('house makers pay no fee and leave no row for orders that never traded', async () => {
    const { makerA } = houseOwners;
    await bench.fund(makerA, 'ADA', '100000');
    const outcomes = await bench.spot.submitMany([
      limit(makerA, 'sell', '0.5', '100', 'ADAUSDT'),
      limit(makerA, 'sell', '0.6', '100', 'ADAUSDT'),
    ]);
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true]);
    const buyer = await user({ USDT: '100' });
    expect(await place(limit(buyer, 'buy', '0.5', '100', 'ADAUSDT'))).toMatchObject({ status: 'filled', fee: '0.1' });
    expect((await bench.balance(makerA, 'USDT')).available).toBe(5_000_000_000n);
    const [open] = bench.spot.openOrders(makerA, 'ADAUSDT');
    await bench.spot.submitMany([{ kind: 'cancel', owner: makerA, id: open?.id ?? 0 }]);
    const { rows } = await database.pool.query(`SELECT status, filled FROM spot_orders WHERE owner = ${makerA}`);
    expect(rows).toEqual([{ status: 'filled', filled: '10000000000' }]);
    expect(await bench.balance(makerA, 'ADA')).toEqual({ available: 9_990_000_000_000n, frozen: 0n });
  });
});

describe('refusals', () => {
  test.each([
    ['an unknown pair', 'notFound', { pair: 'NONEUSDT' }],
    ['a price finer than a tick', 'delegationPriceInvalid', { price: '60000.01' }],
    ['a price beyond all numbers', 'delegationPriceInvalid', { price: '9'.repeat(39) }],
    ['a quantity finer than a lot', 'quantityOutOfRange', { amount: '0.000001' }],
    ['a quantity beyond all numbers', 'quantityOutOfRange', { amount: '9'.repeat(39) }],
    ['a quantity above the maximum', 'quantityOutOfRange', { amount: '30.00001' }],
    ['a value below the minimum', 'belowMinimumDelegation', { price: '60000', amount: '0.00008' }],
    ['more than there is', 'insufficientWalletBalance', { price: '60000', amount: '0.01668' }],
    ['a limit with a total', 'enterAmount', { total: '10' }],
    ['a market order with neither', 'enterAmount', { type: 'market', price: null, amount: null }],
    ['a market order with both', 'enterAmount', { type: 'market', price: null, amount: '0.001', total: '10' }],
    ['a market sell by total', 'enterAmount', { type: 'market', side: 'sell', price: null, amount: null, total: '10' }],
    [
      'a total finer than a unit',
      'quantityOutOfRange',
      { type: 'market', price: null, amount: null, total: '9.000000001' },
    ],
    [
      'a total below the minimum',
      'belowMinimumDelegation',
      { type: 'market', price: null, amount: null, total: '4.99' },
    ],
    [
      'a total above the balance',
      'insufficientWalletBalance',
      { type: 'market', price: null, amount: null, total: '1001' },
    ],
    ['a negative quantity', 'quantityOutOfRange', { amount: '-1' }],
  ] as const)('%s', async (_name, code, changed) => {
    const owner = await user({ USDT: '1000' });
    const request = { ...limit(owner, 'buy', '60000', '0.001'), ...changed };
    await expect(place(request)).rejects.toEqual(refusedWith(code));
    expect(await bench.balance(owner, 'USDT')).toEqual({ available: 100_000_000_000n, frozen: 0n });
  });

  test('a price further than ten times from the last trade', async () => {
    const seller = await user({ LTC: '100' });
    const buyer = await user({ USDT: '100000' });
    await place(limit(seller, 'sell', '100', '1', 'LTCUSDT'));
    await place(limit(buyer, 'buy', '100', '1', 'LTCUSDT'));
    await expect(place(limit(seller, 'sell', '1000.01', '1', 'LTCUSDT'))).rejects.toEqual(
      refusedWith('delegationPriceInvalid'),
    );
    await expect(place(limit(buyer, 'buy', '9.99', '1', 'LTCUSDT'))).rejects.toEqual(
      refusedWith('delegationPriceInvalid'),
    );
    const resting = await place(limit(seller, 'sell', '1000', '1', 'LTCUSDT'));
    await cancel(seller, resting.id);
  });

  test('cancelling an order that is unknown, another user’s, or finished', async () => {
    const owner = await user({ USDT: '1000' });
    const stranger = await user();
    const order = await place(limit(owner, 'buy', '50000', '0.001'));
    await expect(cancel(stranger, order.id)).rejects.toEqual(refusedWith('notFound'));
    await expect(cancel(owner, '123')).rejects.toEqual(refusedWith('notFound'));
    await expect(cancel(owner, '9'.repeat(18))).rejects.toEqual(refusedWith('notFound'));
    await cancel(owner, order.id);
    await expect(cancel(owner, order.id)).rejects.toEqual(refusedWith('orderFinished'));
    await expect(cancel(stranger, order.id)).rejects.toEqual(refusedWith('notFound'));
  });

  test('a stopped market accepts neither orders nor cancels, and the others continue', async () => {
    const owner = await user({ USDT: '1000' });
    let stopped = false;
    const other = await openSpotBench(database, { isStopped: (pair) => stopped && pair.base === 'BTC' });
    const order = await other.spot.submit(limit(owner, 'buy', '50000', '0.001'));
    stopped = true;
    await expect(other.spot.submit(limit(owner, 'buy', '50000', '0.001'))).rejects.toEqual(refusedWith('pairClosed'));
    const cancelling = { kind: 'cancel', owner, id: Number(order.id) } as const;
    await expect(other.spot.submit(cancelling)).rejects.toEqual(refusedWith('cannotCancel'));
    const elsewhere = await other.spot.submit(limit(owner, 'buy', '2000', '0.01', 'ETHUSDT'));
    stopped = false;
    await other.spot.submit(cancelling);
    await other.spot.submit({ ...cancelling, id: Number(elsewhere.id) });
  });

  test('more open orders than one user may have in one pair', async () => {
    const owner = await user({ USDT: '100000' });
    const outcomes = await bench.spot.submitMany(
      Array.from({ length: 203 }, (_, nth) => limit(owner, 'buy', `${50 - nth * 0.1}`.slice(0, 5), '1', 'AAVEUSDT')),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(200);
    const ids = bench.spot.openOrders(owner).map((order) => order.id);
    await bench.spot.submitMany(ids.map((id) => ({ kind: 'cancel', owner, id })));
    expect(await bench.balance(owner, 'USDT')).toEqual({ available: 10_000_000_000_000n, frozen: 0n });
  });
});

describe('events', () => {
  test('publish trades and users’ orders after the commit, and balances to the ledger’s listeners', async () => {
    const seller = await user({ DOT: '10' });
    const buyer = await user({ USDT: '100' });
    await place(limit(seller, 'sell', '5', '2', 'DOTUSDT'));
    const published: unknown[] = [];
    const stop = bench.spot.onEvents((event) => published.push(event));
    const changed: bigint[] = [];
    const stopLedger = bench.ledger.onChange((owner) => changed.push(owner));
    const order = await place(limit(buyer, 'buy', '5', '3', 'DOTUSDT'));
    await new Promise((resolve) => setImmediate(resolve));
    stop();
    stopLedger();
    expect(published).toEqual([
      expect.objectContaining({
        pair: 'DOTUSDT',
        trades: [expect.objectContaining({ side: 'buy', price: 500_000_000n, amount: 200_000_000n })],
        orders: expect.arrayContaining([
          expect.objectContaining({ owner: buyer, status: 'open' }),
          expect.objectContaining({ owner: seller, status: 'filled' }),
        ]),
      }),
    ]);
    expect(changed).toEqual(expect.arrayContaining([buyer, seller, houseOwners.fees]));
    expect(bench.spot.depth('DOTUSDT', 5)).toEqual({ bids: [['5', '1']], asks: [] });
    expect(bench.spot.prices('DOTUSDT')).toEqual({ bid: '5', ask: null, last: '5' });
    await cancel(buyer, order.id);
  });
});
