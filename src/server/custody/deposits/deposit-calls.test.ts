import { afterAll, beforeAll, expect, test } from 'vitest';
import { tronCoins } from '../chains/chain-coins.ts';
import { walletSeedForTests } from '../chains/testing.ts';
import { tronChain } from '../chains/tron-chain.ts';
import { walletSeed } from '../chains/wallet-seed.ts';
import { createFiles, type Files } from '#server/accounts/files/files.ts';
import { decideReview } from '#server/accounts/reviews/decide.ts';
import { openReviews, type RunningReviews } from '#server/accounts/reviews/open.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { createDepositHandlers } from './calls.ts';
import { depositBench, type DepositBench } from './testing.ts';
import { decideDeposit } from './vouchers.ts';

let database: TestDatabase;
let bench: DepositBench;
let files: Files;
let reviews: RunningReviews;
let calls: ReturnType<typeof createDepositHandlers>;

beforeAll(async () => {
  database = await testDatabase();
  bench = await depositBench(database, [tronChain(walletSeed(walletSeedForTests), tronCoins)]);
  files = createFiles(database, () => bench.now());
  reviews = openReviews({ database, clock: () => bench.now(), logger: bench.deps.logger, mode: 'live' });
  const deps = {
    ...bench.deps,
    ledger: bench.ledger,
    chains: bench.chains,
    files,
    reviews,
    mode: 'practice' as const,
  };
  reviews.onDecision('deposit', (tx, review, decision) => decideDeposit(tx, deps, review, decision));
  calls = createDepositHandlers(deps);
});
afterAll(() => database.close());

const image = { bytes: Buffer.from('image'), width: 1, height: 1 };
const keepVoucher = (owner: bigint) => files.keep(owner, 'voucher', image);
const hashOf = (nth: number) => nth.toString(16).padStart(64, '0');

test('no address is given before the chain’s first block, and then always the same one', async () => {
  const { owner } = await bench.user();
  const ask = (chain: string) => calls['GET platformAddress']({ asset: 'USDT', chain }, contextFor(owner));
  await expect(ask('TEST')).rejects.toMatchObject({ codeName: 'busyRetry' });
  await bench.follow();
  const { chains, address } = await ask('TEST');
  expect(chains.map(({ chain, watched, practice }) => [chain, watched, practice])).toEqual([
    ['TEST', true, true],
    ['TRON', false, false],
  ]);
  expect(chains[0]).toMatchObject({ depositMinimum: '1', creditConfirmations: 1, freeConfirmations: 2 });
  expect((await ask('TEST')).address).toEqual(address);
  expect((await ask('TRON')).address?.address).toMatch(/^T/);
  await expect(calls['GET platformAddress']({ asset: 'BTC', chain: 'TRON' }, contextFor(owner))).rejects.toMatchObject({
    codeName: 'currencyMismatch',
  });
  const all = await calls['GET platformAddress']({}, contextFor(owner));
  expect([all.address, all.chains.length > 30]).toEqual([null, true]);
  const other = (await bench.user()).owner;
  expect((await calls['GET platformAddress']({ asset: 'USDT', chain: 'TEST' }, contextFor(other))).address).not.toEqual(
    address,
  );
});

test('the faucet pays once per key and five times an hour, and the deposit arrives with the blocks', async () => {
  const { owner } = await bench.user();
  const take = (key?: string) =>
    calls['POST recharge']({ chain: 'TEST', asset: 'USDT', amount: '20' }, contextFor(owner, key));
  const first = await take('one-tap-at-faucet');
  expect(first).toMatchObject({ asset: 'USDT', amount: '20', deposit: null });
  const repeats = await Promise.all(Array.from({ length: 8 }, () => take('one-tap-at-faucet')));
  expect(new Set(repeats.map(({ hash }) => hash))).toEqual(new Set([first.hash]));
  for (let more = 0; more < 4; more += 1) await take();
  await expect(take()).rejects.toMatchObject({ codeName: 'verificationTooOften' });
  await expect(
    calls['POST recharge']({ chain: 'TEST', asset: 'BTC', amount: '99' }, contextFor(owner)),
  ).rejects.toMatchObject({ codeName: 'enterAmount' });
  await bench.chain.mine();
  await bench.chain.mine();
  await bench.follow();
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 10_000_000_000n, locked: 0n });
  const { list } = await calls['GET recharge/list']({ size: 20 }, contextFor(owner));
  expect(list).toHaveLength(5);
  expect(list.map(({ hash }) => hash)).toContain(first.hash);
  expect((await calls['GET recharge/list']({ size: 20, state: 'undone' }, contextFor(owner))).list).toEqual([]);
  const other = (await bench.user()).owner;
  expect((await calls['GET recharge/list']({ size: 20 }, contextFor(other))).list).toEqual([]);
});

const declare = async (owner: bigint, given: object = {}) =>
  calls['POST recharge'](
    { chain: 'TRON', asset: 'USDT', amount: '50', hash: '', voucher: await keepVoucher(owner), ...given },
    contextFor(owner),
  );

test('a declared deposit waits for its review, and is credited once when it is approved', async () => {
  const { owner } = await bench.user();
  const { deposit } = await declare(owner, { hash: `0x${hashOf(1).toUpperCase()}` });
  expect(deposit).toMatchObject({ state: 'under-review', hash: hashOf(1), amount: '50', address: null });
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 0n, locked: 0n });
  const { rows } = await database.pool.query<{ id: string; facts: object }>(
    `SELECT id, facts FROM reviews WHERE kind = 'deposit' AND subject = $1`,
    [deposit?.id],
  );
  expect(rows[0]?.facts).toMatchObject({ asset: 'USDT', chain: 'TRON', amount: '50', hash: hashOf(1) });
  await decideReview(database, BigInt(rows[0]?.id ?? 0), { approved: true, reason: '', by: 'mei' }, bench.now());
  await reviews.takeUp();
  await reviews.takeUp();
  expect(await bench.list(owner)).toMatchObject([{ amount: '50', state: 'free' }]);
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 5_000_000_000n, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});

test('a transaction can be declared once by any user, and again after a refusal', async () => {
  const [one, two] = [(await bench.user()).owner, (await bench.user()).owner];
  const { deposit } = await declare(one, { hash: hashOf(2) });
  await expect(declare(two, { hash: hashOf(2) })).rejects.toMatchObject({ codeName: 'depositAlreadyApplied' });
  await expect(declare(one, { hash: hashOf(2) })).rejects.toMatchObject({ codeName: 'depositAlreadyApplied' });
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM reviews WHERE subject = $1', [
    deposit?.id,
  ]);
  const refusal = { approved: false, reason: 'no such transaction', by: 'mei' };
  await decideReview(database, BigInt(rows[0]?.id ?? 0), refusal, bench.now());
  await reviews.takeUp();
  const { list } = await calls['GET recharge/list']({ size: 20 }, contextFor(one));
  expect(list).toMatchObject([{ state: 'refused', reason: 'no such transaction' }]);
  expect(await bench.balance(one, 'USDT')).toEqual({ available: 0n, locked: 0n });
  expect((await declare(two, { hash: hashOf(2) })).deposit?.state).toBe('under-review');
});

test('a declaration needs an amount, an own unused image, and an unwatched chain', async () => {
  const { owner } = await bench.user();
  const other = (await bench.user()).owner;
  const refused = async (given: object) => declare(owner, given).catch((error: { codeName: string }) => error.codeName);
  const used = await keepVoucher(owner);
  await declare(owner, { voucher: used, hash: hashOf(3) });
  expect(await refused({ voucher: undefined })).toBe('uploadPhotos');
  expect(await refused({ voucher: used })).toBe('uploadPhotos');
  expect(await refused({ voucher: await keepVoucher(other) })).toBe('uploadPhotos');
  expect(await refused({ voucher: 'x'.repeat(22) })).toBe('uploadPhotos');
  expect(await refused({ amount: '0.5' })).toBe('belowMinimumPurchase');
  expect(await refused({ amount: '5.123456789' })).toBe('enterAmount');
  expect(await refused({ amount: '9999999999999999999' })).toBe('enterAmount');
  expect(await refused({ asset: 'BTC' })).toBe('currencyMismatch');
  expect(await refused({ chain: 'TEST' })).toBe('currencyMismatch');
  expect(await refused({ chain: 'MOON' })).toBe('currencyMismatch');
  expect(await refused({ hash: 'not a hash' })).toBe('operationFailed');
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => refused({})));
  expect(outcomes.filter((outcome) => outcome === 'depositAlreadyApplied')).toHaveLength(4);
  expect(await bench.faults()).toEqual([]);
});
