import { concat, keccak256, numberToHex, size, toBytes } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evmCoin } from '#server/custody/chains/chain-coins.ts';
import type { WatchedChain } from '#server/custody/chains/chain.ts';
import { evmChain } from '#server/custody/chains/evm-chain.ts';
import { walletSeedForTests } from '#server/custody/chains/testing.ts';
import { walletSeed } from '#server/custody/chains/wallet-seed.ts';
import { ownAddress } from '#server/custody/deposits/addresses.ts';
import { readAside } from '#server/custody/deposits/deposits-aside.ts';
import { depositBench, type DepositBench } from '#server/custody/deposits/testing.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { startEvmNode, type EvmNode } from '../evm-node.ts';

/** Deposits over a real EVM node that mines, reorganises, goes away and comes back. */

let node: EvmNode;
let database: TestDatabase;
let bench: DepositBench;
let chain: WatchedChain;

const openChain = () =>
  evmChain({
    rpcUrl: node.url,
    name: 'Ethereum (ERC-20)',
    blockMs: 1_000,
    coins: [evmCoin('ETH', null, 18), evmCoin('USDT', node.token, 6)],
    seed: walletSeed(walletSeedForTests),
  });

beforeAll(async () => {
  [node, database] = await Promise.all([startEvmNode(), testDatabase()]);
  bench = await depositBench(database);
  chain = openChain();
  await follow();
}, 90_000);
afterAll(async () => {
  await node.close();
  await database.close();
});

/** Follows the chain to its tip as a server that just started would; throws what goes wrong. */
async function follow(): Promise<void> {
  const watcher = bench.watcher(chain);
  while (await watcher.step());
}

async function user(): Promise<{ owner: bigint; address: string }> {
  const { owner } = await bench.user();
  return { owner, address: await ownAddress(database.pool, chain, owner, bench.now()) };
}

const ether = 10n ** 18n;
const stateOf = async (owner: bigint) => (await bench.list(owner)).map(({ amount, state }) => `${amount} ${state}`);

test('coin and token come in with their blocks, exact and truncated to what the ledger counts', async () => {
  const { owner, address } = await user();
  await node.sendNative(address, ether + 123_456_789_012n);
  await node.sendToken(address, 25_000_001n);
  // The other way of writing an address is the same address.
  await node.sendToken(address.toLowerCase(), 10_000_000n);
  await follow();
  expect(await bench.list(owner)).toEqual([]);
  await node.mine();
  await follow();
  expect((await stateOf(owner)).toSorted()).toEqual(['1.00000012 credited', '10 credited', '25.000001 credited']);
  await node.mine();
  await follow();
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 3_500_000_100n, locked: 0n });
  expect(await bench.balance(owner, 'ETH')).toEqual({ available: 0n, locked: 100_000_012n });
  await node.mine(4);
  await follow();
  expect(await bench.balance(owner, 'ETH')).toEqual({ available: 100_000_012n, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});

test('reverted, too small and foreign payments are not credited', async () => {
  const { owner, address } = await user();
  await node.sendNative(address, ether / 10_000n);
  await node.sendToken(address, 0n);
  // More than there is of the token: mined, and it failed.
  await node.sendToken(address, 10n ** 30n);
  await node.sendNative('0x00000000000000000000000000000000000000aa', ether);
  await node.mine(7);
  await follow();
  expect(await stateOf(owner)).toEqual(['0.0001 below-minimum']);
  expect(await bench.balance(owner, 'ETH')).toEqual({ available: 0n, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});

test('a deposit that a reorganisation drops is undone, and the same transaction mined again is credited once', async () => {
  const { owner, address } = await user();
  const before = await node.snapshot();
  const first = await node.sendToken(address, 40_000_000n);
  await node.mine(3);
  await follow();
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 4_000_000_000n, locked: 0n });

  await node.revert(before);
  const again = await node.snapshot();
  await node.mine(5);
  await follow();
  expect(await stateOf(owner)).toEqual(['40 undone']);
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 0n, locked: 0n });
  expect(await bench.faults()).toEqual([]);

  await node.revert(again);
  expect(await node.sendToken(address, 40_000_000n)).toBe(first);
  await node.mine(8);
  await follow();
  expect(await bench.list(owner)).toEqual([{ amount: '40', state: 'free', confirmations: 2, hash: first }]);
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 4_000_000_000n, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});

test('nothing is missed while the node is away, nor across a restart', async () => {
  const { owner, address } = await user();
  const watcher = bench.watcher(chain);
  await watcher.catchUp();
  await node.sendToken(address, 2_000_000n);
  await node.mine();
  await watcher.catchUp();
  await node.goAway();
  await watcher.catchUp();
  await node.sendToken(address, 3_000_000n);
  await node.mine(2);
  await watcher.catchUp();
  expect(await stateOf(owner)).toEqual(['2 credited']);
  await node.comeBack();
  await node.sendToken(address, 4_000_000n);
  await node.mine(2);
  // A server that was ended meanwhile: another watcher with another client.
  chain = openChain();
  await follow();
  expect(await stateOf(owner)).toEqual(['4 free', '3 free', '2 free']);
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 900_000_000n, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});

test('addresses have one form, and a wrong checksum is none', () => {
  const address = chain.depositAddress(100_000n);
  expect(chain.normaliseAddress(address.toLowerCase())).toBe(address);
  expect(chain.normaliseAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  const place = address.slice(2).search(/[a-f]/i) + 2;
  const letter = address.charAt(place);
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  const turned = address.slice(0, place) + other + address.slice(place + 1);
  expect(chain.normaliseAddress(turned)).toBeNull();
  expect(chain.normaliseAddress(address.slice(0, -1))).toBeNull();
  expect(chain.normaliseAddress('')).toBeNull();
});

test('a payout is mined once, however often it is sent, and seen in its block', async () => {
  const payer = walletSeed(walletSeedForTests).account(60, 1, 0n).address;
  const to = '0x00000000000000000000000000000000000000bb';
  expect(await chain.payable('USDT')).toBe(0n);
  await node.setBalance(payer, ether);
  await node.sendToken(payer, 50_000_000n);
  await node.mine();
  expect(await chain.payable('USDT')).toBe(5_000_000_000n);
  const transfer = await chain.sign(to, 'USDT', 1_250_000_000n, await chain.nextNonce());
  expect(await chain.status(transfer.hash)).toEqual({ state: 'unknown' });
  await chain.send(transfer);
  await chain.send(transfer);
  expect(await chain.status(transfer.hash)).toEqual({ state: 'waiting' });
  expect(await chain.nextNonce()).toBe(transfer.nonce + 1);
  await node.mine(2);
  await chain.send(transfer);
  await node.mine();
  expect(await chain.status(transfer.hash)).toEqual({ state: 'mined', confirmations: 3 });
  expect(await node.tokenBalance(to)).toBe(12_500_000n);
  await expect(chain.sign(to, 'USDT', 1n, transfer.nonce + 1)).rejects.toThrow('more decimals');
});

test('a non-standard transfer event is set aside, and the others of its block are credited', async () => {
  // Says Transfer without saying who pays whom how much.
  const topic = keccak256(toBytes('Transfer(address,address,uint256)'));
  const runtime = concat(['0x7f', topic, '0x60006000a100']);
  const weird = await node.deploy(
    concat(['0x60', numberToHex(size(runtime)), '0x600c60003960', numberToHex(size(runtime)), '0x6000f3', runtime]),
  );
  const seed = walletSeed(walletSeedForTests);
  const coins = [evmCoin('ETH', null, 18), evmCoin('USDT', node.token, 6), evmCoin('DOGE', weird, 8)];
  const both = evmChain({ rpcUrl: node.url, name: 'Ethereum (ERC-20)', blockMs: 1_000, coins, seed });
  await follow();
  const { owner, address } = await user();
  await node.call(weird);
  await node.sendToken(address, 25_000_000n);
  await node.mine(2);
  const watcher = bench.watcher(both);
  while (await watcher.step());
  expect(await stateOf(owner)).toEqual(['25 free']);
  expect(await readAside(database.pool)).toMatchObject([{ why: 'unreadable', asset: 'DOGE', address: null }]);
});
