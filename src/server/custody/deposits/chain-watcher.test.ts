import { afterAll, expect, test, vi } from 'vitest';
import type { ChainBlock, WatchedChain } from '../chains/chain.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { depositBench } from './testing.ts';

const database = await testDatabase();
afterAll(() => database.close());
const bench = await depositBench(database);
await bench.follow();

const usdt = 100_000_000n;
const mine = async (blocks: number) => {
  for (let made = 0; made < blocks; made += 1) await bench.chain.mine();
};

test('a deposit is credited with its first block, and available with its sixth', async () => {
  const { owner, address } = await bench.user();
  await bench.pay(address, 'BTC', 500_000n);
  await bench.follow();
  expect(await bench.list(owner)).toEqual([]);
  await mine(1);
  await bench.follow();
  expect(await bench.list(owner)).toMatchObject([{ amount: '0.005', state: 'credited', confirmations: 1 }]);
  expect(await bench.balance(owner, 'BTC')).toEqual({ available: 0n, locked: 500_000n });
  await mine(4);
  await bench.follow();
  expect(await bench.list(owner)).toMatchObject([{ state: 'credited', confirmations: 5 }]);
  await mine(1);
  await bench.follow();
  expect(await bench.list(owner)).toMatchObject([{ state: 'free', confirmations: 6 }]);
  expect(await bench.balance(owner, 'BTC')).toEqual({ available: 500_000n, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});

test('USDT is available with its second block, and every block is published', async () => {
  const { owner, address } = await bench.user();
  const published: string[] = [];
  const deps = { ...bench.deps, changes: { changed: vi.fn((rows) => published.push(...rows.map(stateOf))) } };
  const { chainWatcher } = await import('./chain-watcher.ts');
  await bench.pay(address, 'USDT', 7n * usdt);
  await mine(2);
  await chainWatcher(deps, bench.chain).catchUp();
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 7n * usdt, locked: 0n });
  expect(published).toEqual(['seen 1', 'credited 1', 'free 2']);
});

const stateOf = ({ state, confirmations }: { state: string; confirmations: number }) => `${state} ${confirmations}`;

test('a payment below the minimum is recorded and never credited', async () => {
  const { owner, address } = await bench.user();
  await bench.pay(address, 'USDT', usdt - 1n);
  await mine(8);
  await bench.follow();
  expect(await bench.list(owner)).toMatchObject([{ amount: '0.99999999', state: 'below-minimum' }]);
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 0n, locked: 0n });
});

test('a payment lost in a reorganisation is reversed, even when it was available', async () => {
  const { owner, address } = await bench.user();
  await bench.pay(address, 'USDT', 5n * usdt);
  await mine(1);
  await bench.pay(address, 'BTC', 400_000n);
  await mine(3);
  await bench.follow();
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 5n * usdt, locked: 0n });
  expect(await bench.balance(owner, 'BTC')).toEqual({ available: 0n, locked: 400_000n });
  await bench.chain.reorganise(4, 'lost');
  await bench.follow();
  expect((await bench.list(owner)).map(({ state }) => state)).toEqual(['undone', 'undone']);
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 0n, locked: 0n });
  expect(await bench.balance(owner, 'BTC')).toEqual({ available: 0n, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});

test('the same payment mined again is the same deposit, credited once', async () => {
  const { owner, address } = await bench.user();
  const hash = await bench.pay(address, 'BTC', 300_000n);
  await mine(2);
  await bench.follow();
  await bench.chain.reorganise(3, 'again');
  await bench.follow();
  expect(await bench.list(owner)).toEqual([{ amount: '0.003', state: 'credited', confirmations: 4, hash }]);
  await mine(3);
  await bench.follow();
  expect(await bench.balance(owner, 'BTC')).toEqual({ available: 300_000n, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});

test('what was spent before a reversal is owed, and repaid when the payment is mined again', async () => {
  const { owner, address } = await bench.user();
  await bench.pay(address, 'USDT', 10n * usdt);
  await mine(2);
  await bench.follow();
  await bench.spend(owner, 'USDT', 8n * usdt);
  // Temporarily off the chain: the blocks are replaced, and its payment waits to be mined again.
  await bench.chain.reorganise(2, 'again');
  await bench.follow();
  // 2 could be taken, 8 are owed: of the same 10 mined again, 8 repay that and 2 go to the user.
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 2n * usdt, locked: 0n });
  expect(await bench.faults()).toEqual([]);
  await bench.chain.reorganise(3, 'lost');
  await bench.follow();
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 0n, locked: 0n });
  const { rows } = await database.pool.query('SELECT owed, repaid FROM deposits WHERE owner = $1', [owner]);
  expect(rows).toEqual([{ owed: String(8n * usdt), repaid: '0' }]);
  expect(await bench.faults()).toEqual([]);
});

test('no deposit of a coin halted by the audit is credited until the halt is lifted', async () => {
  const { owner, address } = await bench.user();
  bench.halted.add('ETH');
  await bench.pay(address, 'ETH', 200_000_000n);
  await mine(8);
  await bench.follow();
  expect(await bench.list(owner)).toMatchObject([{ state: 'seen', confirmations: 8 }]);
  expect(await bench.balance(owner, 'ETH')).toEqual({ available: 0n, locked: 0n });
  bench.halted.clear();
  await bench.watcher().catchUp();
  expect(await bench.list(owner)).toMatchObject([{ state: 'free' }]);
  expect(await bench.balance(owner, 'ETH')).toEqual({ available: 200_000_000n, locked: 0n });
});

test('an unavailable or lagging node is waited for: nothing is reversed and nothing missed', async () => {
  const { owner, address } = await bench.user();
  await bench.pay(address, 'USDT', 3n * usdt);
  await mine(3);
  await bench.follow();
  const behind = await bench.chain.block((await bench.chain.tip()).height - 2);
  if (behind === null) throw new Error('no block');
  let answer: () => Promise<ChainBlock> = () => Promise.reject(new Error('connection refused'));
  const node: WatchedChain = { ...bench.chain, tip: () => answer() };
  const watcher = bench.watcher(node);
  await bench.pay(address, 'USDT', 4n * usdt);
  await mine(2);
  await watcher.catchUp();
  answer = () => Promise.resolve(behind);
  await watcher.catchUp();
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 3n * usdt, locked: 0n });
  answer = () => bench.chain.tip();
  await watcher.catchUp();
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 7n * usdt, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});

test('two watchers of one chain count every payment once', async () => {
  const { owner, address } = await bench.user();
  for (let paid = 0; paid < 5; paid += 1) {
    await bench.pay(address, 'USDT', 2n * usdt);
    await mine(1);
  }
  await mine(1);
  const watchers = [bench.watcher(), bench.watcher(), bench.watcher()];
  for (let turn = 0; turn < 10; turn += 1) await Promise.all(watchers.map((watcher) => watcher.catchUp()));
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 10n * usdt, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});

test('a node with inconsistent blocks is retried later, without loss to any user', async () => {
  const { owner, address } = await bench.user();
  await bench.follow();
  await bench.pay(address, 'USDT', 6n * usdt);
  await mine(3);
  const { height } = await bench.chain.tip();
  const muddled: WatchedChain = {
    ...bench.chain,
    async block(asked) {
      const block = await bench.chain.block(asked);
      return block === null || asked < height ? block : { ...block, parent: '0xdead' };
    },
  };
  const watcher = bench.watcher(muddled);
  await watcher.catchUp();
  await watcher.catchUp();
  expect(await bench.faults()).toEqual([]);
  await bench.watcher().catchUp();
  expect(await bench.balance(owner, 'USDT')).toEqual({ available: 6n * usdt, locked: 0n });
  expect(await bench.faults()).toEqual([]);
});
