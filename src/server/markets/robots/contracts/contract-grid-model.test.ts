import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRuns } from '../../../../../tests/depth.ts';
import type { ParametersOf } from '#protocol/robots/entities/parameters.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import { openRobotsBench, type RobotsBench } from '../testing.ts';
import { failingBefore, losingAnswer, losingCommit, losingRequest, onceAt } from '../testing-faults.ts';

/**
 * Grids on a contract against a naive account, which knows nothing but what the contract says of the positions of a robot:
 * whatever happens between, its part of the ledger equals its book, it spends no more than it has, everything comes back to its
 * owner, and the fee is on new profit alone.
 */

const runs = allRuns(30);
const scale = 8;
const first = 250_000;

type ContractGrid = ParametersOf<'contract-grid'>;

let bench: RobotsBench;
let person = 700_000n;
beforeAll(async () => {
  bench = await openRobotsBench();
});
afterAll(() => bench.end());

const parameters: fc.Arbitrary<ContractGrid> = fc
  .record({
    direction: fc.constantFrom('long' as const, 'short' as const, 'neutral' as const),
    leverage: fc.constantFrom(1 as const, 2 as const, 3 as const, 5 as const),
    width: fc.constantFrom(100, 200, 300),
    lines: fc.constantFrom(3, 4, 6, 12),
    spacing: fc.constantFrom('arithmetic' as const, 'geometric' as const),
  })
  .map(({ width, ...rest }) => ({
    strategy: 'contract-grid',
    lower: `${2_500 - width}`,
    upper: `${2_500 + width}`,
    ...rest,
  }));

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ what: fc.constant('move' as const), price: fc.integer({ min: 2_100, max: 2_900 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('jump' as const), price: fc.constantFrom(1_500, 4_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constantFrom('thin', 'night', 'pause', 'start', 'change', 'restart', 'halt', 'resume'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constantFrom('fail-write', 'lose-commit', 'lose-answer', 'lose-request'),
      nth: fc.integer({ min: 1, max: 6 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What is in a robot’s wallet by what it put in and what its positions came to. */
async function naive(id: string, putIn: bigint): Promise<bigint> {
  const { rows } = await bench.database.pool.query<{ made: string }>(
    `SELECT coalesce(sum(realised - insurance - open_fee - close_fee - overnight_fee), 0) AS made
       FROM contract_positions WHERE owner = $1`,
    [robotOwner(BigInt(id))],
  );
  return putIn + BigInt(rows[0]?.made ?? 0);
}

async function tried(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

async function take(one: Step, id: string, given: ContractGrid): Promise<void> {
  const { database, gate, deps } = bench;
  const { contracts } = deps;
  const nth = 'nth' in one ? one.nth : 1;
  if ('price' in one) await bench.moveContract(one.price * 100);
  if (one.what === 'thin') await bench.moveContract(first, 3);
  if (one.what === 'night') {
    bench.held.now += 86_400_000;
    const day = Math.floor(bench.held.now / 86_400_000);
    const { contracts: running } = bench.perpetuals;
    await running.inEach(async (market) => {
      await running.submit({ kind: 'overnight', contract: market.listed.id, day });
    });
    await bench.moveContract(first);
  }
  if (one.what === 'restart') await bench.restart();
  if (one.what === 'fail-write') await bench.restart({ background: failingBefore(database, onceAt(nth)) });
  if (one.what === 'lose-commit') await bench.restart({ background: losingCommit(database, onceAt(nth)) });
  if (one.what === 'lose-answer') await bench.restart({ contracts: losingAnswer(contracts, onceAt(nth)) });
  if (one.what === 'lose-request') await bench.restart({ contracts: losingRequest(contracts, onceAt(nth)) });
  if (one.what === 'halt') gate.stops = { ...noStops, coins: new Set(['ETH']) };
  if (one.what === 'resume') gate.stops = noStops;
  if (one.what === 'pause' || one.what === 'start') await tried(bench.act(person, id, one.what));
  if (one.what === 'change') await tried(bench.change(person, id, { ...given, lines: 5 }));
  await bench.work();
  await bench.pass(1_500);
}

/** Everything it has comes back, less the fee on what it made. */
async function expectEnd(id: string, putIn: bigint): Promise<void> {
  const before = (await bench.balance(person, 'USDT')).available;
  await bench.redeem(person, id, 'sell');
  for (let turn = 0; turn < 30 && (await bench.robot(person, id)).state !== 'stopped'; turn += 1) {
    await bench.moveContract(first);
    await bench.pass(3_000);
  }
  const ended = await bench.robot(person, id);
  expect(ended).toMatchObject({ state: 'stopped', openOrders: 0, contract: { long: null, short: null, margin: '0' } });
  const held = await naive(id, putIn);
  const fee = held > putIn ? (held - putIn) / 10n : 0n;
  expect((await bench.balance(person, 'USDT')).available - before).toBe(held - fee);
  expect(toUnits(ended.serviceFee, scale)).toBe(fee);
  expect(toUnits(ended.realized, scale) - toUnits(ended.fees, scale)).toBe(held - putIn);
}

it('adds up whatever happens', { timeout: 30_000 + runs * 6_000 }, async () => {
  const life = fc.record({
    given: parameters,
    amount: fc.integer({ min: 50, max: 5_000 }),
    steps: fc.array(step, { minLength: 3, maxLength: 14 }),
  });
  await fc.assert(
    fc.asyncProperty(life, async ({ given, amount, steps }) => {
      person += 1n;
      bench.gate.stops = noStops;
      await bench.restart();
      await bench.moveContract(first);
      const putIn = toUnits(`${amount}`, scale);
      const created = await bench.create(person, given, { amount: `${amount}` }).catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (created === null) return;
      await bench.work();
      for (const one of steps) {
        await take(one, created.id, given);
        await bench.expectRobotsSound();
      }
      bench.gate.stops = noStops;
      await bench.restart();
      await bench.moveContract(first);
      await bench.pass(2_000, 3);
      await expectEnd(created.id, putIn);
      await bench.expectSound();
    }),
    { numRuns: runs, endOnFailure: true },
  );
  // The runs said something: positions were opened and closed for each reason, and robots won and lost.
  const { rows } = await bench.database.pool.query<{ closing: string | null; count: string }>(
    'SELECT closing, count(*) AS count FROM robot_trades GROUP BY closing',
  );
  const counts = new Map(rows.map(({ closing, count }) => [closing, Number(count)]));
  for (const closing of [null, 'take-profit', 'liquidated', 'asked'])
    expect(counts.get(closing) ?? 0).toBeGreaterThan(0);
  expect(await bench.fees()).toBeGreaterThan(0n);
});
