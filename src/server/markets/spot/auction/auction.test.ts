import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { handleDuePairs } from '#server/core/instrument-acts/due.ts';
import { endPair, listCoin } from '#server/core/instrument-acts/list.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { type OpenInstruments, openInstruments } from '#server/core/instruments/open.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { pairOf } from '#server/markets/pairs.ts';
import type { LoadSpotDeps } from '../load-spot.ts';
import type { PlaceRequest } from '../placement.ts';
import { openSpotBench, type SpotBench } from '../testing.ts';
import { spotFaults } from '../testing-faults.ts';
import { patience } from '../../../../../tests/pace.ts';

/** Call auctions from the first order to the first trade, on a real store with a clock in the test's hand. */

const start = Date.UTC(2026, 10, 24, 12);
const opensAt = start + 60_000;
let now = start;
let database: TestDatabase;
let opened: OpenInstruments;
let bench: SpotBench;
let nextOwner = 300_000n;
let coins = 0;

const clock = () => now;
const logger = pino({ level: 'silent' });

beforeAll(async () => {
  database = await testDatabase();
  opened = await openInstruments(database);
  bench = await openSpotBench(database, { clock, pairs: instruments.pairs });
});
afterEach(async () => expect(await spotFaults(database.pool)).toEqual([]));
afterAll(async () => {
  instruments.replace(shippedInstruments);
  await bench.spot.close();
  await database.close();
});

/** Lists a coin whose pair opens with an auction. @returns the pair */
async function listNew(at = now, opening = opensAt): Promise<string> {
  coins += 1;
  const coin = { id: `NEW${coins}`, name: 'New', scale: 6, displayDecimals: 2, faucetAmount: null };
  const pair = {
    quote: 'USDT',
    priceDecimals: 4,
    amountDecimals: 2,
    minAmount: '0.01',
    maxAmount: '1000000',
    minTotal: '1',
    makerFee: '0.0008',
    takerFee: '0.001',
    tags: [],
    state: 'auction',
    opensAt: opening,
    referencePrice: '1',
  } as const;
  await database.transaction((tx) => listCoin(tx, { coin, pair }, { by: 'ann', reason: 'a test', at }));
  await refresh();
  return `${coin.id}USDT`;
}

/** Takes what is listed now, as a running exchange does within a second. */
async function refresh(): Promise<void> {
  await opened.refresh();
  await bench.spot.follow(instruments.pairs.filter(({ state }) => state !== 'closed'));
}

const due = () =>
  handleDuePairs({ database, clock, logger, cancelAll: (pair) => bench.spot.cancelAll(pair) }).then(refresh);

async function user(funds: Readonly<Record<string, string>>): Promise<bigint> {
  nextOwner += 1n;
  for (const [asset, amount] of Object.entries(funds)) await bench.fund(nextOwner, asset, amount);
  return nextOwner;
}

/** A limit order of a new user that has just enough. */
async function enter(pair: string, side: 'buy' | 'sell', price: string, amount: string) {
  const funds =
    side === 'buy' ? { USDT: (Number(price) * Number(amount)).toFixed(8) } : { [pairOf(pair).base]: amount };
  const owner = await user(funds);
  const order = await bench.spot.submit(limit(owner, pair, side, price, amount));
  return { owner, id: Number(order.id) };
}

function limit(owner: bigint, pair: string, side: 'buy' | 'sell', price: string, amount: string): PlaceRequest {
  return { kind: 'place', owner, pair, side, type: 'limit', price, amount, total: null };
}

const refusedWith = (codeName: string) => expect.objectContaining({ codeName });

async function tradesOf(pair: string) {
  const { rows } = await database.pool.query<{ price: string; amount: string; side: string; at: string }>(
    'SELECT price, amount, side, at FROM trades WHERE pair = $1 ORDER BY id',
    [pair],
  );
  return rows;
}

async function statusOf(id: number): Promise<string> {
  const { rows } = await database.pool.query('SELECT status FROM spot_orders WHERE id = $1', [id]);
  return rows[0].status;
}

/** A statement that fails as on a full disk. */
const raising = "DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '53100'; END $$";

/** Closes the exchange that ran and opens another one on its store, as a restart does. */
async function restart(changed: Partial<LoadSpotDeps> = {}): Promise<void> {
  await bench.spot.close();
  bench = await openSpotBench(database, { clock, pairs: instruments.pairs, ...changed });
}

describe('while it runs', () => {
  test('limit orders rest uncrossed, hold their money, and can be taken back; others are refused', async () => {
    now = start;
    const pair = await listNew();
    const { base } = pairOf(pair);
    const buyer = await user({ USDT: '100' });
    const order = await bench.spot.submit(limit(buyer, pair, 'buy', '1.2', '50'));
    const { owner: seller } = await enter(pair, 'sell', '0.9', '30');
    expect(order).toMatchObject({ status: 'open', filled: '0' });
    expect(await bench.balance(buyer, 'USDT')).toEqual({ available: 4_000_000_000n, frozen: 6_000_000_000n });
    expect(await bench.balance(seller, base)).toEqual({ available: 0n, frozen: 30_000_000n });
    // Twenty more are wanted than offered at any price up to 1.2: the buyers' side decides.
    expect(bench.spot.indication(pair)).toEqual({ price: '1.2', amount: '30' });
    expect(bench.spot.depth(pair, 5)).toEqual({ bids: [['1.2', '50']], asks: [['0.9', '30']] });
    expect(bench.spot.isOpen(pair)).toBe(false);
    const market = { ...limit(seller, pair, 'sell', '1', '1'), type: 'market', price: null } as const;
    await expect(bench.spot.submit(market)).rejects.toEqual(refusedWith('pairClosed'));
    const back = await bench.spot.submit({ kind: 'cancel', owner: buyer, id: Number(order.id) });
    expect(back).toMatchObject({ status: 'cancelled', closeReason: 'user' });
    expect(await bench.balance(buyer, 'USDT')).toEqual({ available: 10_000_000_000n, frozen: 0n });
    expect(bench.spot.indication(pair)).toEqual({ price: null, amount: '0' });
    expect(await tradesOf(pair)).toEqual([]);
  });

  test('nobody meets an order of one’s own: the second is not taken', async () => {
    now = start;
    const pair = await listNew();
    const owner = await user({ USDT: '100', [pairOf(pair).base]: '50' });
    await bench.spot.submit(limit(owner, pair, 'buy', '1', '10'));
    const second = await bench.spot.submit(limit(owner, pair, 'sell', '1', '10'));
    expect(second).toMatchObject({ status: 'cancelled', closeReason: 'self-trade', filled: '0' });
    expect(await bench.spot.submit(limit(owner, pair, 'sell', '1.0001', '10'))).toMatchObject({ status: 'open' });
    expect(await bench.balance(owner, pairOf(pair).base)).toEqual({ available: 40_000_000n, frozen: 10_000_000n });
  });

  test('a restart keeps what was collected', async () => {
    now = start;
    const pair = await listNew();
    await enter(pair, 'buy', '1.1', '10');
    await enter(pair, 'sell', '0.8', '10');
    const [hash, indication] = [bench.spot.stateHash(pair), bench.spot.indication(pair)];
    await restart();
    expect(bench.spot.stateHash(pair)).toBe(hash);
    expect(indication).toEqual({ price: '1', amount: '10' });
    expect(bench.spot.indication(pair)).toEqual(indication);
  });

  test('delisting gives everything back', async () => {
    now = start;
    const pair = await listNew();
    const { owner } = await enter(pair, 'buy', '1.1', '10');
    const { owner: seller } = await enter(pair, 'sell', '0.8', '10');
    const end = { cancelsAt: now, closesAt: now };
    await database.transaction((tx) => endPair(tx, pair, end, { by: 'ann', reason: 'called off', at: now }));
    await refresh();
    await due();
    await due();
    expect(await bench.balance(owner, 'USDT')).toEqual({ available: 1_100_000_000n, frozen: 0n });
    expect(await bench.balance(seller, pairOf(pair).base)).toEqual({ available: 10_000_000n, frozen: 0n });
    expect(await tradesOf(pair)).toEqual([]);
  });
});

describe('at the opening', () => {
  test('everybody trades at the one price, pays the maker’s fee, and has back what was bid beyond it', async () => {
    now = start;
    const pair = await listNew();
    const { base } = pairOf(pair);
    const high = await enter(pair, 'buy', '1.5', '10');
    const low = await enter(pair, 'buy', '1.1', '10');
    const seller = await enter(pair, 'sell', '0.9', '15');
    expect(bench.spot.indication(pair)).toEqual({ price: '1.1', amount: '15' });
    await due();
    expect(instruments.pair(pair)?.state).toBe('auction');
    now = opensAt;
    // From the opening on nothing is taken and nothing is given back until it is done.
    const late = limit(high.owner, pair, 'buy', '1', '1');
    await expect(bench.spot.submit(late)).rejects.toEqual(refusedWith('pairClosed'));
    await expect(bench.spot.submit({ kind: 'cancel', ...low })).rejects.toEqual(refusedWith('cannotCancel'));
    await due();
    await bench.spot.uncross();
    expect(instruments.pair(pair)?.state).toBe('open');
    expect(await tradesOf(pair)).toEqual([
      { price: '110000000', amount: '10000000', side: 'sell', at: String(opensAt) },
      { price: '110000000', amount: '5000000', side: 'sell', at: String(opensAt) },
    ]);
    // Paid 11 of the 15 that were frozen; the fee is 0.08 % of what is received.
    expect(await bench.balance(high.owner, 'USDT')).toEqual({ available: 400_000_000n, frozen: 0n });
    expect(await bench.balance(high.owner, base)).toEqual({ available: 9_992_000n, frozen: 0n });
    expect(await bench.balance(low.owner, 'USDT')).toEqual({ available: 0n, frozen: 550_000_000n });
    expect(await bench.balance(seller.owner, 'USDT')).toEqual({ available: 1_648_680_000n, frozen: 0n });
    expect([await statusOf(high.id), await statusOf(low.id), await statusOf(seller.id)]).toEqual([
      'filled',
      'open',
      'filled',
    ]);
    expect(bench.spot.prices(pair)).toMatchObject({ bid: '1.1', ask: null, last: '1.1' });
    expect(bench.spot.isOpen(pair)).toBe(true);
    expect(bench.spot.indication(pair)).toBeNull();
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS lines FROM operator_log WHERE subject LIKE $1 AND what = 'list-move'",
      [`${pair} %`],
    );
    await due();
    expect(rows[0].lines).toBe(1);
  });

  test('a pair in which nothing meets opens without a last price, and trades from then on', async () => {
    now = start;
    const pair = await listNew();
    await enter(pair, 'buy', '0.9', '10');
    now = opensAt + 3_600_000;
    await due();
    expect(bench.spot.prices(pair)).toEqual({ bid: '0.9', ask: null, last: null });
    const { owner } = await enter(pair, 'sell', '0.9', '10');
    expect((await tradesOf(pair)).length).toBe(1);
    expect(await bench.balance(owner, 'USDT')).toMatchObject({ frozen: 0n });
  });

  test('portions, a failed write and restarts between any two come to the same trades', async () => {
    now = start;
    const pair = await listNew();
    for (let nth = 0; nth < 6; nth += 1) {
      await enter(pair, 'buy', `1.${nth}`, '7');
      await enter(pair, 'sell', `0.${nth + 4}`, '5');
    }
    const indication = bench.spot.indication(pair);
    now = opensAt;
    const ledger = createLedger();
    let writable = 1;
    const onFullDisk = {
      ...ledger,
      postMany: (...args: Parameters<typeof ledger.postMany>) => {
        writable -= 1;
        if (writable >= 0) return ledger.postMany(...args);
        return args[0].client.query<never>(raising).then(({ rows }) => rows);
      },
    };
    await restart({ ledger: onFullDisk, uncrossedAtOnce: 2 });
    await due();
    await vi.waitFor(() => expect(bench.failures.length).toBeGreaterThan(0), patience);
    expect((await tradesOf(pair)).length).toBe(2);
    expect(bench.spot.isOpen(pair)).toBe(false);
    expect(await spotFaults(database.pool)).toEqual([]);
    // Another one goes on where the first was stopped, and the first finds it done.
    const other = await openSpotBench(database, { clock, pairs: instruments.pairs, uncrossedAtOnce: 1 });
    expect(other.spot.isOpen(pair)).toBe(false);
    await other.spot.uncross();
    writable = 1_000;
    await other.spot.close();
    await vi.waitFor(async () => {
      await bench.spot.uncross();
      expect(bench.spot.isOpen(pair)).toBe(true);
    }, patience);
    const trades = await tradesOf(pair);
    expect(new Set(trades.map(({ price }) => price)).size).toBe(1);
    expect(Number(trades[0]?.price) / 1e8).toBe(Number(indication?.price));
    expect(trades.reduce((sum, { amount }) => sum + Number(amount), 0) / 1e6).toBe(Number(indication?.amount));
    await bench.spot.uncross();
    expect(await tradesOf(pair)).toEqual(trades);
  });
});
