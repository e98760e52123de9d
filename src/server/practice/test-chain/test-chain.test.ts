import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import type { TestChain } from './test-chain.ts';
import { chainForTest } from '#server/custody/chains/testing.ts';

let database: TestDatabase;
let chain: TestChain;
let now = 1_700_000_000_000;

beforeAll(async () => {
  database = await testDatabase();
  chain = await chainForTest(database, () => (now += 1));
});
afterAll(() => database.close());

const pay = (to: string, units: bigint) => database.transaction((tx) => chain.pay(tx, to, 'USDT', units));
const mineAll = async () => {
  while (await chain.mineWhenNeeded());
};
const everybody = (addresses: readonly string[]) => Promise.resolve(new Set(addresses));

test('its blocks are linked and an idle chain does not grow', async () => {
  const start = await chain.tip();
  expect(await chain.mineWhenNeeded()).toBe(false);
  await pay(chain.depositAddress(100_000n), 5n);
  await mineAll();
  const tip = await chain.tip();
  expect(tip.height).toBeGreaterThan(start.height + 6);
  expect(tip.height).toBeLessThan(start.height + 20);
  for (let height = 1; height <= tip.height; height += 1) {
    expect((await chain.block(height))?.parent).toBe((await chain.block(height - 1))?.hash);
  }
  expect(await chain.block(tip.height + 1)).toBeNull();
});

test('it returns payments of exactly one block, and only to requested addresses', async () => {
  const mine = chain.depositAddress(100_001n);
  const other = chain.depositAddress(100_002n);
  const hash = await pay(mine, 7n);
  await pay(other, 8n);
  expect(await chain.status(hash)).toEqual({ state: 'waiting' });
  const block = await chain.mine();
  const { payments: own } = await chain.payments(block, (addresses) =>
    Promise.resolve(new Set(addresses.filter((a) => a === mine))),
  );
  expect(own).toEqual([{ hash, index: 0, to: mine, asset: 'USDT', units: 7n }]);
  expect(await chain.status(hash)).toEqual({ state: 'mined', confirmations: 1 });
  expect((await chain.payments(await chain.mine(), everybody)).payments).toEqual([]);
});

test('a reorganisation replaces blocks, mines payments again or loses them', async () => {
  const address = chain.depositAddress(100_003n);
  const hash = await pay(address, 9n);
  const old = await chain.mine();
  await chain.mine();
  await chain.reorganise(2, 'again');
  const tip = await chain.tip();
  expect(tip.height).toBe(old.height + 2);
  const now1 = await chain.block(old.height);
  expect(now1?.hash).not.toBe(old.hash);
  await expect(chain.payments(old, everybody)).rejects.toThrow('no longer on the chain');
  expect((await chain.payments(now1 ?? old, everybody)).payments.map((payment) => payment.hash)).toEqual([hash]);
  await chain.reorganise(3, 'lost');
  expect(await chain.status(hash)).toEqual({ state: 'unknown' });
  expect((await chain.tip()).height).toBe(tip.height + 1);
});

test('a payout is one transfer for its content and nonce, however often it is sent', async () => {
  const to = chain.depositAddress(100_004n);
  const nonce = await chain.nextNonce();
  const transfer = await chain.sign(to, 'BTC', 5n, nonce);
  expect(await chain.sign(to, 'BTC', 5n, nonce)).toEqual(transfer);
  expect(await chain.status(transfer.hash)).toEqual({ state: 'unknown' });
  await Promise.all([chain.send(transfer), chain.send(transfer)]);
  await chain.send(transfer);
  expect(await chain.nextNonce()).toBe(nonce + 1);
  await expect(chain.send(await chain.sign(to, 'BTC', 6n, nonce))).rejects.toThrow(`nonce ${nonce} waits`);
  await expect(chain.send(await chain.sign(to, 'BTC', 6n, nonce + 2))).rejects.toThrow('next nonce');
  await chain.mine();
  expect(await chain.status(transfer.hash)).toEqual({ state: 'mined', confirmations: 1 });
  await chain.reorganise(1, 'lost');
  expect((await chain.status(transfer.hash)).state).toBe('mined');
});

test('addresses differ by user, and a wrong character is detected', () => {
  const address = chain.depositAddress(100_000n);
  expect(address).toMatch(/^dt1[a-z0-9]{38}$/);
  expect(chain.depositAddress(100_001n)).not.toBe(address);
  expect(chain.normaliseAddress(address.toUpperCase())).toBe(address);
  expect(chain.normaliseAddress(` ${address}`)).toBeNull();
  const swapped = address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q');
  expect(chain.normaliseAddress(swapped)).toBeNull();
  expect(chain.normaliseAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBeNull();
});

test('a transfer is replaced with a higher fee, and never both are mined', async () => {
  const to = chain.depositAddress(100_005n);
  const nonce = await chain.nextNonce();
  const first = await chain.sign(to, 'BTC', 7n, nonce);
  await chain.send(first);
  const dearer = await chain.replace(first, 'same');
  const nothing = await chain.replace(dearer ?? first, 'nothing');
  if (dearer === null || nothing === null) throw new Error('no room for a higher fee');
  await chain.send(dearer);
  expect((await chain.status(first.hash)).state).toBe('unknown');
  await chain.send(nothing);
  await expect(chain.send(dearer)).rejects.toMatchObject({ why: 'refused' });
  expect(await chain.minedNonce()).toBe(nonce);
  const block = await chain.mine();
  expect(await chain.minedNonce()).toBe(nonce + 1);
  expect((await chain.payments(block, everybody)).payments.filter((payment) => payment.to === to)).toEqual([]);
  await expect(chain.send(dearer)).rejects.toMatchObject({ why: 'nonce-used' });
});
