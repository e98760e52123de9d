import { afterAll, beforeAll, expect, test } from 'vitest';
import { gateForTest } from '#server/core/gate/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { chainsOf } from '#server/main/open-chains.ts';
import { createDepositChanges } from '../deposits/deposit-row.ts';
import { createDepositHandlers } from '../deposits/calls.ts';
import { createFiles } from '#server/accounts/files/files.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { createLogger } from '#server/core/log/log.ts';
import { createNotices } from '#server/accounts/notices/notices.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { createWalletHandlers } from './calls.ts';
import { fundPracticeAccount } from './practice-coins.ts';

const hourMs = 3_600_000;
const ledger = createLedger();
let database: TestDatabase;
let now = 1_700_000_000_000;
let userId = 100_000n;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const last = new Map([
  ['BTC', '60000.5'],
  ['ETH', '3000'],
]);
const before = new Map([
  ['BTC', '50000'],
  ['ETH', '2000'],
]);

function handlers() {
  const prices = {
    lastPrice: (asset: string) => last.get(asset) ?? null,
    priceYesterday: (asset: string) => before.get(asset) ?? null,
    has: () => false,
    klines: () => Promise.resolve({ list: [], more: false }),
  };
  return createWalletHandlers({ database, ledger, clock: () => now, prices });
}

const context = (key?: string) => contextFor(userId, key);

async function newUser(): Promise<void> {
  userId += 1n;
  await database.transaction((tx) => fundPracticeAccount(tx, ledger, userId, now));
}

/** The faucet of practice coins as used by the recharge call; no chain is open. */
function take(asset: string, key: string, mode: 'practice' | 'live' = 'practice') {
  const clock = () => now;
  const recharging = createDepositHandlers({
    database,
    ledger,
    clock,
    mode,
    chains: { ...chainsOf([]), testChain: null, faucet: null },
    files: createFiles(database, clock),
    reviews: { open: () => Promise.resolve() },
    notices: createNotices(database, clock),
    changes: createDepositChanges(),
    logger: createLogger('silent'),
    gate: gateForTest(),
  });
  return recharging['POST recharge']({ chain: 'PRACTICE', asset }, context(key));
}

const read = (query: { cursor?: string; asset?: string; wallet?: 'spot' | 'gold' }) =>
  handlers()['GET cashflow']({ size: 2, ...query }, context());

test('a new practice account sees its first coins, valued and truncated', async () => {
  await newUser();
  const wallet = await handlers()['GET wallet']({}, context());
  expect(wallet.total).toBe('16000.05');
  expect(wallet.totalYesterday).toBeNull();
  expect(wallet.wallets).toHaveLength(7);
  expect(wallet.wallets[0]).toEqual({ wallet: 'spot', total: '16000.05' });
  expect(wallet.balances.find((balance) => balance.asset === 'BTC')).toEqual({
    wallet: 'spot',
    asset: 'BTC',
    available: '0.1',
    frozen: '0',
    locked: '0',
    valuation: '6000.05',
  });
});

test('yesterday’s value uses the holdings and prices of that time', async () => {
  await newUser();
  now += 25 * hourMs;
  await take('ETH', 'yesterday-eth-0001');
  const wallet = await handlers()['GET wallet']({}, context());
  expect([wallet.total, wallet.totalYesterday, wallet.flowsToday]).toEqual(['19000.05', '15000.00', '3000.00']);
  await take('DOGE', 'yesterday-doge-001');
  const without = await handlers()['GET wallet']({}, context());
  expect(without.balances.find((balance) => balance.asset === 'DOGE')?.valuation).toBeNull();
  expect(without.totalYesterday).toBe('15000.00');
});

test('the faucet gives each coin once a day, and a repeated key counts once', async () => {
  await newUser();
  const first = await take('BTC', 'tap-0000000000001');
  expect(first).toEqual({ asset: 'BTC', amount: '0.1', nextAt: now + 24 * hourMs, deposit: null, hash: null });
  expect(await take('BTC', 'tap-0000000000001')).toEqual(first);
  await expect(take('BTC', 'tap-0000000000002')).rejects.toMatchObject({
    codeName: 'verificationTooOften',
    data: { nextAt: first.nextAt },
  });
  await expect(take('ETH', 'tap-0000000000001')).rejects.toMatchObject({ codeName: 'alreadyProcessed' });
  await expect(take('NONE', 'tap-0000000000003')).rejects.toMatchObject({ codeName: 'notFound' });
  await expect(take('ETH', 'tap-0000000000004', 'live')).rejects.toMatchObject({ codeName: 'notYetOpen' });
  now += 24 * hourMs;
  expect((await take('BTC', 'tap-0000000000005')).nextAt).toBe(now + 24 * hourMs);
  const wallet = await handlers()['GET wallet']({}, context());
  expect(wallet.balances.find((balance) => balance.asset === 'BTC')?.available).toBe('0.3');
});

test('ten concurrent requests take once, and listeners are notified once', async () => {
  await newUser();
  const heard: bigint[] = [];
  const stop = ledger.onChange((owner) => owner === userId && heard.push(owner));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, position) => take('SOL', `many-taps-at-once-${position}`)),
  );
  stop();
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  expect(heard).toHaveLength(1);
});

test('cash flow pages through own entries, newest first, with filters', async () => {
  await newUser();
  await take('ETH', 'cashflow-tap-00001');
  const first = await read({});
  expect(first.list.map(({ changes, kind }) => [changes, kind])).toEqual([
    [[{ wallet: 'spot', asset: 'ETH', amount: '1' }], 'practice'],
    [[{ wallet: 'spot', asset: 'BTC', amount: '0.1' }], 'practice'],
  ]);
  const second = await read({ cursor: first.next ?? '' });
  expect(second.list.map(({ changes }) => changes[0]?.asset)).toEqual(['USDT']);
  expect(second.next).toBeNull();
  expect((await read({ asset: 'BTC' })).list).toHaveLength(1);
  expect((await read({ wallet: 'gold' })).list).toHaveLength(0);
  await expect(read({ cursor: 'abc' })).rejects.toMatchObject({ codeName: 'operationFailed' });
});
