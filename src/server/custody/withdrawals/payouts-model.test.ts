import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { atDepth, seed } from '../../../../tests/depth.ts';
import type { SignedTransfer, WatchedChain } from '../chains/chain.ts';
import { TransferRefused } from '../chains/transfer-refused.ts';
import type { Database } from '#server/core/store/database.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { retryPayout } from './operate-payouts.ts';
import { sendTriesMax } from './payouts/payout-following.ts';
import type { Payouts } from './payouts/payouts.ts';
import { withdrawalBench } from './testing.ts';

/**
 * Several concurrent withdrawals while the server crashes, answers are lost, and transfers are refused, dropped and
 * reorganised.
 */

const runs = atDepth(30, 20);
const usersCount = 3;
const blocksAtOnce = 24;
const amount = 9_900_000_000n;

const database = await testDatabase();
afterAll(() => database.close());
const bench = await withdrawalBench(database);

/** Where a turn crashes: at a chain call, with its answer lost, or at a store transaction. */
const deaths = ['sign', 'replace', 'send', 'after-send', 'status', 'write', 'after-write'] as const;
type Death = (typeof deaths)[number];

const one = fc.nat({ max: usersCount - 1 });
const happening = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('turn' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('mine' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(2, 20, 90) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('die' as const), at: fc.constantFrom(...deaths), nth: fc.nat({ max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('reorganise' as const), depth: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refuse' as const), one }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('allow' as const), one }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry' as const), one }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bury' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('insist' as const) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;

interface Withdrawing {
  readonly owner: bigint;
  readonly address: string;
  readonly id: string;
}

/** A payout server over a chain and a store with injected failures. */
function serverOf(refusing: ReadonlySet<string>) {
  const crash = new Error('died');
  let death: { at: Death; nth: number } | null = null;
  const dies = (at: Death): boolean => {
    if (death?.at !== at) return false;
    death.nth -= 1;
    return death.nth < 0;
  };
  const chain: WatchedChain = {
    ...bench.chain,
    sign: (...asked) => (dies('sign') ? Promise.reject(crash) : bench.chain.sign(...asked)),
    replace: (...asked) => (dies('replace') ? Promise.reject(crash) : bench.chain.replace(...asked)),
    status: (hash) => (dies('status') ? Promise.reject(crash) : bench.chain.status(hash)),
    async send(transfer: SignedTransfer) {
      if (dies('send')) throw crash;
      const { to, units } = JSON.parse(transfer.raw) as { to: string; units: string };
      if (refusing.has(to) && units !== '0') throw new TransferRefused('refused', 'not relayed');
      await bench.chain.send(transfer);
      if (dies('after-send')) throw crash;
    },
  };
  const store: Database = {
    ...database,
    async transaction(work, isolation) {
      const result = await database.transaction(async (tx) => {
        const written = await work(tx);
        if (dies('write')) throw crash;
        return written;
      }, isolation);
      if (dies('after-write')) throw crash;
      return result;
    },
  };
  let payouts: Payouts = bench.payouts(chain, store);
  const restart = () => {
    payouts = bench.payouts(chain, store);
  };
  return {
    restart,
    turn: () => payouts.turn(),
    async die(at: Death, nth: number) {
      death = { at, nth };
      await payouts.turn().catch((error: unknown) => expect(error).toBe(crash));
      death = null;
      restart();
    },
  };
}

async function happen(
  what: Happening,
  server: ReturnType<typeof serverOf>,
  users: readonly Withdrawing[],
  refusing: Set<string>,
): Promise<void> {
  const of = 'one' in what ? users[what.one] : undefined;
  if (what.do === 'turn') await server.turn();
  else if (what.do === 'mine') await bench.chain.mine();
  else if (what.do === 'pass') bench.pass(what.seconds * 1_000);
  else if (what.do === 'die') await server.die(what.at, what.nth);
  else if (what.do === 'restart') server.restart();
  else if (what.do === 'forget') {
    await database.pool.query('DELETE FROM test_chain_payments WHERE height IS NULL AND nonce IS NOT NULL');
  } else if (what.do === 'reorganise') {
    for (let mined = 0; mined < what.depth; mined += 1) await bench.chain.mine();
    await bench.chain.reorganise(what.depth, 'again');
  } else if (what.do === 'refuse') refusing.add(of?.address ?? '');
  else if (what.do === 'allow') refusing.delete(of?.address ?? '');
  else if (what.do === 'retry') await retry(of);
  else if (what.do === 'insist') {
    for (let turn = 0; turn <= sendTriesMax; turn += 1) {
      await server.turn();
      bench.pass(10_000);
    }
  }
  if (what.do === 'bury') for (let mined = 0; mined < blocksAtOnce; mined += 1) await bench.chain.mine();
}

async function retry(of: Withdrawing | undefined): Promise<void> {
  await retryPayout(database, BigInt(of?.id ?? 0), { by: 'mei', reason: 'again', at: bench.now() });
}

/** Coverage over all runs: without fills or replacements they would prove little. */
async function seen(): Promise<{ filled: boolean; dearer: boolean; aside: boolean }> {
  const { rows } = await database.pool.query<{ filled: boolean; dearer: boolean; aside: boolean }>(
    `SELECT EXISTS (SELECT FROM released_nonces) AS filled,
            EXISTS (SELECT FROM payout_transfers WHERE pays = 'withdrawal' AND place > 0) AS dearer,
            EXISTS (SELECT FROM operator_log WHERE what = 'retry-payout') AS aside`,
  );
  return rows[0] ?? { filled: false, dearer: false, aside: false };
}

test(`whatever is refused, lost or reorganised, each is paid once, seed ${seed}`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 12, maxLength: 40 }),
      fc.nat({ max: usersCount }),
      async (happenings, bad) => {
        const users: Withdrawing[] = [];
        for (let nth = 0; nth < usersCount; nth += 1) {
          const owner = await bench.user({ USDT: '100' });
          const address = bench.strangersAddress();
          users.push({ owner, address, id: (await bench.ask(owner, { address })).id });
        }
        await bench.decide(true);
        const refusing = new Set(users.slice(bad, bad + 1).map(({ address }) => address));
        const server = serverOf(refusing);
        for (const what of happenings) {
          await happen(what, server, users, refusing);
          for (const { address } of users) expect((await bench.payments(address)).length).toBeLessThanOrEqual(1);
        }
        expect(await bench.faults()).toEqual([]);

        refusing.clear();
        server.restart();
        const ended = async () => {
          const states = await Promise.all(users.map(({ id }) => bench.state(id)));
          return states.every((state) => state === 'confirmed');
        };
        for (let turn = 0; turn < 40 && !(await ended()); turn += 1) {
          for (const of of users) await retry(of);
          await server.turn();
          bench.pass(30_000);
          for (let mined = 0; mined < (turn < 8 ? 2 : blocksAtOnce); mined += 1) await bench.chain.mine();
        }
        for (const { owner, address, id } of users) {
          expect(await bench.state(id)).toBe('confirmed');
          expect(await bench.payments(address)).toEqual([amount]);
          expect(await bench.balance(owner)).toEqual({ available: 0n, frozen: 0n });
        }
        expect(await bench.faults()).toEqual([]);
      },
    ),
    { seed, numRuns: runs },
  );
  expect(await seen()).toEqual({ filled: true, dearer: true, aside: true });
}, 240_000);
