import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atDepth } from '../../../../tests/depth.ts';
import type { WatchedChain } from '../chains/chain.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import type { ChainWatcher } from './chain-watcher.ts';
import { readAgainDepth } from './rereading.ts';
import { readOnce } from './scanned-blocks.ts';
import { depositBench, type DepositBench } from './testing.ts';

/** What can happen to a chain and to the server that follows it. */
type Happening =
  | { readonly do: 'pay'; readonly user: number; readonly asset: 'USDT' | 'BTC'; readonly amount: number }
  | { readonly do: 'mine'; readonly blocks: number }
  | { readonly do: 'reorganise'; readonly depth: number; readonly payments: 'again' | 'lost' }
  /** Reads some blocks: a server is rarely at the tip. */
  | { readonly do: 'read'; readonly blocks: number }
  /** The node omits the payments of the next block. */
  | { readonly do: 'hide' }
  /** A new server on the same data. */
  | { readonly do: 'restart' }
  | { readonly do: 'spend'; readonly user: number; readonly percent: number };

const usersCount = 3;
const user = fc.nat({ max: usersCount - 1 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    // Below the minimum, at it, and above.
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      user,
      asset: fc.constantFrom('USDT' as const, 'BTC' as const),
      amount: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: 9 }),
      payments: fc.constantFrom('again' as const, 'lost' as const),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('read' as const), blocks: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hide' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('spend' as const), user, percent: fc.integer({ min: 1, max: 100 }) }),
  },
);

/** One tenth of the smallest deposit of each coin, in units. */
const steps = { USDT: 10_000_000n, BTC: 100n };

let database: TestDatabase;
let bench: DepositBench;
let users: { readonly owner: bigint; readonly address: string }[] = [];
/** What each user spent of each coin. */
const spent = new Map<string, bigint>();

beforeAll(async () => {
  database = await testDatabase();
  bench = await depositBench(database);
  await bench.follow();
  for (let made = 0; made < 10; made += 1) await bench.chain.mine();
  users = await Promise.all(Array.from({ length: usersCount }, () => bench.user()));
});
afterAll(() => database.close());

let hidesNext = false;
let hidden = 0;
const forgetful = (): WatchedChain => ({
  ...bench.chain,
  async payments(...asked) {
    const held = await bench.chain.payments(...asked);
    if (!hidesNext) return held;
    hidesNext = false;
    hidden += held.payments.length;
    return { payments: [], unread: [] };
  },
});

async function happen(what: Happening, server: { watcher: ChainWatcher }): Promise<void> {
  if (what.do === 'pay') {
    await bench.pay(users[what.user]?.address ?? '', what.asset, BigInt(what.amount) * steps[what.asset]);
  } else if (what.do === 'mine') {
    for (let mined = 0; mined < what.blocks; mined += 1) await bench.chain.mine();
  } else if (what.do === 'reorganise') {
    await bench.chain.reorganise(what.depth, what.payments);
  } else if (what.do === 'read') {
    for (let read = 0; read < what.blocks && (await server.watcher.step()); read += 1);
  } else if (what.do === 'restart') {
    server.watcher = bench.watcher(forgetful());
  } else if (what.do === 'hide') {
    hidesNext = true;
  } else {
    const owner = users[what.user]?.owner ?? 0n;
    for (const asset of ['USDT', 'BTC']) {
      const units = ((await bench.balance(owner, asset)).available * BigInt(what.percent)) / 100n;
      if (units === 0n) continue;
      await bench.spend(owner, asset, units);
      spent.set(`${owner}/${asset}`, (spent.get(`${owner}/${asset}`) ?? 0n) + units);
    }
  }
}

/** Differences between books and chain once everything was read; the chain's own tables are authoritative. */
async function againstTheChain(): Promise<string[]> {
  const { rows } = await database.pool.query<{ hash: string }>(
    `SELECT coalesce(paid.hash, held.hash) AS hash
       FROM (SELECT hash, receiver, asset, units, height FROM test_chain_payments
              WHERE height IS NOT NULL
                AND units >= CASE asset WHEN 'USDT' THEN ${10n * steps.USDT} ELSE ${10n * steps.BTC} END) AS paid
       FULL JOIN (SELECT hash, address, asset, units, height FROM deposits WHERE state IN ('credited', 'free')) AS held
         ON paid.hash = held.hash AND paid.receiver = held.address AND paid.asset = held.asset
            AND paid.units = held.units AND paid.height = held.height
      WHERE paid.hash IS NULL OR held.hash IS NULL`,
  );
  const faults = rows.map(({ hash }) => `${hash} is on one side only`);
  const unfair = await database.pool.query<{ id: string }>(
    `SELECT id FROM deposits WHERE state IN ('credited', 'free') AND owed > 0 AND repaid < units`,
  );
  for (const { id } of unfair.rows) faults.push(`deposit ${id} was paid to the person while something is owed`);
  for (const { owner } of users) {
    for (const asset of Object.keys(steps)) {
      const { available, locked } = await bench.balance(owner, asset);
      const sums = await database.pool.query<{ due: string }>(
        `SELECT coalesce(sum(CASE WHEN state IN ('credited', 'free') THEN units ELSE 0 END + owed), 0) AS due
           FROM deposits WHERE owner = $1 AND asset = $2`,
        [owner, asset],
      );
      const due = BigInt(sums.rows[0]?.due ?? 0) - (spent.get(`${owner}/${asset}`) ?? 0n);
      if (available + locked !== due) faults.push(`${owner} has ${available + locked} ${asset} and should have ${due}`);
    }
  }
  return faults;
}

/** One payment too small, one hidden and one lost: few random histories have all of them at a small depth. */
const losing: readonly Happening[] = [
  { do: 'pay', user: 0, asset: 'USDT', amount: 1 },
  { do: 'pay', user: 1, asset: 'BTC', amount: 20 },
  { do: 'mine', blocks: 1 },
  { do: 'hide' },
  { do: 'read', blocks: 12 },
  { do: 'pay', user: 2, asset: 'USDT', amount: 30 },
  { do: 'mine', blocks: 2 },
  { do: 'read', blocks: 12 },
  { do: 'reorganise', depth: 4, payments: 'lost' },
  { do: 'read', blocks: 12 },
];

test('whatever chain and server do, the books match the chain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 10, maxLength: 40 }), async (happenings) => {
      const server = { watcher: bench.watcher(forgetful()) };
      for (const what of happenings) await happen(what, server);
      expect(await bench.faults()).toEqual([]);
      hidesNext = false;
      // Every block is read a second time, which finds omitted payments.
      for (let made = 0; made < readAgainDepth; made += 1) await bench.chain.mine();
      do await server.watcher.catchUp();
      while ((await readOnce(database.pool, 'TEST', readAgainDepth, 1)).length > 0);
      await bench.follow();
      expect(await againstTheChain()).toEqual([]);
      expect(await bench.faults()).toEqual([]);
    }),
    { numRuns: atDepth(80), endOnFailure: true, examples: [[[...losing]]] },
  );
  const { rows } = await database.pool.query<{ state: string }>('SELECT DISTINCT state FROM deposits ORDER BY state');
  expect(hidden).toBeGreaterThan(0);
  // A run without losses or spending would prove little.
  expect(rows.map(({ state }) => state)).toEqual(expect.arrayContaining(['below-minimum', 'free', 'undone']));
}, 180_000);
