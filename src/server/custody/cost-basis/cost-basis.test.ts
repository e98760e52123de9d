import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import type { EntryKind } from '#protocol/wallets/entities/wallet.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { contextFor } from '#server/http/testing.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { createCostHandlers } from './calls.ts';
import { costsOf } from './cost-basis.ts';
import { closesBefore } from './open.ts';
import { createSettledLedger } from './settled.ts';

/**
 * How long the ledger may take to settle: other test files hold transactions open in databases of the same PostgreSQL,
 * which counts them all.
 */
const settling = { timeout: 15_000, interval: 50 };

const begun = Date.UTC(2026, 5, 15, 10, 30);
const ledger = createLedger();
let database: TestDatabase;
let now = begun;
let userId = 500_000n;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** BTC costs 1,000 and 10 more each minute, ETH 100 and 1 more; nothing else has a price. */
function priceAt(asset: string, at: number): Promise<string | null> {
  const minutes = Math.floor((at - begun) / minuteMs);
  if (asset === 'BTC') return Promise.resolve(String(1_000 + 10 * minutes));
  return Promise.resolve(asset === 'ETH' ? String(100 + minutes) : null);
}

function partsOf(counted: typeof priceAt = priceAt) {
  return { pool: database.pool, priceAt: counted, settled: createSettledLedger(database), clock: () => now };
}

type Change = readonly [asset: string, amount: string, wallet?: 'spot' | 'gold' | 'option'];

/** A journal against the treasury, which has enough of everything. */
function journal(kind: EntryKind, ...changes: readonly Change[]): Journal {
  const postings = changes.flatMap(([asset, amount, wallet = 'spot']) => {
    const account = { wallet, asset, part: 'available' } as const;
    const units = toUnits(amount, 8);
    return [
      { ...account, owner: userId, amount: units },
      { ...account, owner: houseOwners.practice, amount: -units },
    ];
  });
  return { kind, reference: null, at: now, postings };
}

async function post(...journals: Journal[]): Promise<void> {
  await database.transaction((tx) => ledger.postMany(tx, journals));
}

async function costs(parts = partsOf()): Promise<Record<string, [amount: string, cost: string | null]>> {
  const { list } = await createCostHandlers(parts)['GET wallet/costs']({}, contextFor(userId));
  return Object.fromEntries(list.map(({ asset, amount, cost }) => [asset, [amount, cost]]));
}

const stored = async () =>
  (await database.pool.query<{ through: string }>('SELECT through FROM cost_basis WHERE owner = $1', [userId])).rows[0];

test('averages what was paid with fees, and takes the price of arrival for what comes from outside', async () => {
  userId += 1n;
  now = begun;
  await post(journal('deposit', ['BTC', '1'], ['USDT', '10000']));
  expect(await costs()).toEqual({ BTC: ['1', '1000.00000000'] });
  // 2,000 for one coin, of which the fee takes a tenth.
  await post(journal('trade', ['USDT', '-2000'], ['BTC', '0.9']));
  expect(await costs()).toEqual({ BTC: ['1.9', '3000.00000000'] });
  // Half of it leaves with half of the cost, whatever it is sold for.
  await post(journal('trade', ['USDT', '5000'], ['BTC', '-0.95']));
  expect(await costs()).toEqual({ BTC: ['0.95', '1500.00000000'] });
  now += 3 * minuteMs;
  await post(journal('withdrawal', ['BTC', '-0.475']), journal('instant-transfer', ['BTC', '1']));
  expect(await costs()).toEqual({ BTC: ['1.475', '1780.00000000'] });
  // What is converted is worth its price, not its cost: 0.475 at 1,030.
  await post(journal('convert', ['BTC', '-0.475'], ['ETH', '4']));
  expect((await costs())['ETH']).toEqual(['4', '489.25000000']);
});

test('transfers between own wallets, frozen parts and released ones change nothing', async () => {
  userId += 1n;
  now = begun;
  await post(journal('deposit', ['BTC', '2']));
  await post(journal('transfer', ['BTC', '-1'], ['BTC', '1', 'gold']));
  const account = { owner: userId, wallet: 'spot', asset: 'BTC' } as const;
  const frozen = [
    { ...account, part: 'available', amount: -50_000_000n },
    { ...account, part: 'frozen', amount: 50_000_000n },
  ] as const;
  await post({ kind: 'order-freeze', reference: null, at: now, postings: frozen });
  now += 5 * minuteMs;
  expect(await costs()).toEqual({ BTC: ['2', '2000.00000000'] });
});

test('without a price the cost is unknown until none is left', async () => {
  userId += 1n;
  now = begun;
  await post(journal('deposit', ['SOL', '5']), journal('deposit', ['USDT', '1000']));
  await post(journal('trade', ['USDT', '-100'], ['SOL', '5']));
  expect(await costs()).toEqual({ SOL: ['10', null] });
  await post(journal('trade', ['USDT', '150'], ['SOL', '-10']));
  expect(await costs()).toEqual({});
  await post(journal('trade', ['USDT', '-100'], ['SOL', '4']));
  expect(await costs()).toEqual({ SOL: ['4', '100.00000000'] });
});

test('stores what is settled and reads only what came after it', async () => {
  userId += 1n;
  now = begun;
  await post(journal('deposit', ['BTC', '1'], ['USDT', '10000']));
  const buy = () => journal('trade', ['USDT', '-10'], ['BTC', '0.01']);
  await post(...Array.from({ length: 60 }, buy));
  const parts = partsOf();
  expect(await costs(parts)).toEqual({ BTC: ['1.6', '1600.00000000'] });
  // Too young: the price of its minute could still change.
  expect(await stored()).toBeUndefined();
  now += 10 * minuteMs;
  await vi.waitFor(async () => {
    expect(await costs(parts)).toEqual({ BTC: ['1.6', '1600.00000000'] });
    expect(BigInt((await stored())?.through ?? 0)).toBeGreaterThan(0n);
  }, settling);
  let asked = 0;
  const counting = partsOf((asset, at) => {
    asked += 1;
    return priceAt(asset, at);
  });
  await post(buy());
  expect(await costs(counting)).toEqual({ BTC: ['1.61', '1610.00000000'] });
  expect(asked).toBe(0);
});

test('a transaction that is still open holds back what is stored, and is counted once it is over', async () => {
  userId += 1n;
  now = begun;
  const late = userId;
  await post(journal('deposit', ['BTC', '1'], ['USDT', '1000']));
  const parts = partsOf();
  await costsOf(parts, late);
  let finish = () => {};
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let opened = () => {};
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const slow = database.transaction(async (tx) => {
    await ledger.postMany(tx, [journal('deposit', ['ETH', '1', 'option'])]);
    opened();
    await waiting;
  });
  await isOpen;
  await post(...Array.from({ length: 60 }, () => journal('trade', ['USDT', '-1'], ['BTC', '0.001'])));
  now += 10 * minuteMs;
  for (let look = 0; look < 3; look += 1) await costs(parts);
  expect(await stored()).toBeUndefined();
  finish();
  await slow;
  await vi.waitFor(async () => {
    await costs(parts);
    expect(await stored()).toBeDefined();
  }, settling);
  expect(await costs(parts)).toEqual({ BTC: ['1.06', '1060.00000000'], ETH: ['1', '100.00000000'] });
});

test('counts on with the next request where there is more than one request reads', async () => {
  userId += 1n;
  now = begun;
  await post(journal('deposit', ['USDT', '100000']), journal('deposit', ['BTC', '1']));
  for (let portion = 0; portion < 3; portion += 1) {
    await post(...Array.from({ length: 1_000 }, () => journal('trade', ['USDT', '-10'], ['BTC', '0.01'])));
  }
  now += 10 * minuteMs;
  const parts = partsOf();
  expect((await costsOf(parts, userId)).complete).toBe(false);
  await vi.waitFor(async () => expect((await costsOf(parts, userId)).complete).toBe(true), settling);
  expect(await costs(parts)).toEqual({ BTC: ['31', '31000.00000000'] });
});

const step = fc.record({
  what: fc.constantFrom('deposit', 'buy', 'sell', 'swap', 'withdraw', 'transfer', 'look'),
  asset: fc.constantFrom('BTC', 'ETH', 'SOL'),
  share: fc.integer({ min: 1, max: 100 }),
  units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  minutes: fc.integer({ min: 0, max: 20 }),
});

test('however it is counted in between, it comes to what the whole ledger says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      userId += 1n;
      now = begun;
      const held = new Map<string, bigint>();
      const parts = { ...partsOf(), storedAfter: 1 };
      await post(journal('practice', ['USDT', '100000000']));
      for (const { what, asset, share, units, minutes } of steps) {
        now += minutes * minuteMs;
        const own = held.get(asset) ?? 0n;
        const part = (own * BigInt(share)) / 100n;
        const other = asset === 'BTC' ? 'ETH' : 'BTC';
        const add = (coin: string, change: bigint) => held.set(coin, (held.get(coin) ?? 0n) + change);
        const written = (change: bigint) => fromUnits(change, 8);
        if (what === 'look') await costs(parts);
        else if (what === 'deposit' || what === 'buy') {
          add(asset, units);
          const paid: Change[] = what === 'buy' ? [['USDT', '-123.45']] : [];
          await post(journal(what === 'buy' ? 'trade' : 'deposit', ...paid, [asset, written(units)]));
        } else if (part > 0n) {
          if (what !== 'transfer') add(asset, -part);
          if (what === 'swap') add(other, units);
          const given: Change = [asset, written(-part)];
          if (what === 'sell') await post(journal('trade', given, ['USDT', '77.7']));
          if (what === 'swap') await post(journal('convert', given, [other, written(units)]));
          if (what === 'withdraw') await post(journal('withdrawal', given));
          if (what === 'transfer') {
            await post(journal('transfer', given, [asset, written(part), 'option']));
            await post(journal('transfer', [asset, written(-part), 'option'], [asset, written(part)]));
          }
        }
      }
      now += 10 * minuteMs;
      const incremental = await costs(parts);
      await database.pool.query('DELETE FROM cost_basis WHERE owner = $1', [userId]);
      expect(await costs()).toEqual(incremental);
      const amounts = [...held].filter(([, units]) => units > 0n).map(([asset, units]) => [asset, fromUnits(units, 8)]);
      expect(Object.fromEntries(amounts)).toEqual(
        Object.fromEntries(Object.entries(incremental).map(([asset, [amount]]) => [asset, amount])),
      );
    }),
    { numRuns: allRuns(40) },
  );
});

test('takes the close of the last minute that was over', async () => {
  const asked: unknown[] = [];
  const close = closesBefore({
    has: (pair) => pair === 'BTCUSDT',
    klines(...given) {
      asked.push(given);
      return Promise.resolve({ list: [[0, '1', '3', '1', '2', '9']], more: false });
    },
  });
  expect(await close('BTC', begun + 59_999)).toBe('2');
  expect(asked).toEqual([['BTCUSDT', '1m', begun, 1]]);
  expect(await close('TETH', begun)).toBeNull();
});
