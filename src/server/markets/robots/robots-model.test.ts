import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toUnits } from '../../../protocol/maths/decimal.ts';
import type { RobotParameters } from '../../../protocol/entities/quant/robot-parameters.ts';
import { robotOwner } from '../../core/ledger/account.ts';
import { noStops } from '../../core/gate/stops.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { gridOf, openRobotsBench, type RobotsBench } from './testing.ts';
import { failingBefore, losingAnswer, losingCommit, losingRequest, onceAt } from './testing-faults.ts';

/**
 * Robots against a naive account, which knows nothing but the trades of the book: whatever happens between, a robot’s part of
 * the ledger equals its book, no robot spends what it does not hold, and the fee is on new profit alone.
 */

const runs = Number(process.env['ROBOT_RUNS'] ?? 50);
const scale = 8;

let bench: RobotsBench;
let person = 300_000n;

beforeAll(async () => {
  bench = await openRobotsBench();
});
afterAll(() => bench.end());

const averaging = { strategy: 'averaging', takeProfit: '1', safetyOrders: 3, step: '1', scale: '1.50' } as const;
const trend = { strategy: 'trend', minutes: 1, fast: 2, slow: 3, trailing: '2' } as const;
const rebalance: RobotParameters = { strategy: 'rebalance', minutes: 5, share: 50, drift: '1', others: [] };
const strategies: readonly RobotParameters[] = [
  gridOf('2300', '2700', 5),
  gridOf('2400', '2600', 20),
  { ...gridOf('2000', '3000', 12), spacing: 'geometric' } as RobotParameters,
  averaging,
  trend,
  rebalance,
];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('move' as const), price: fc.integer({ min: 2_250, max: 2_750 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('candle' as const), price: fc.integer({ min: 2_250, max: 2_750 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('pause', 'start', 'change', 'restart', 'halt', 'resume') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom('fail-write', 'lose-commit', 'lose-answer', 'lose-request'),
      nth: fc.integer({ min: 1, max: 6 }),
    }),
  },
);

const life = fc.record({
  robots: fc.array(fc.nat({ max: strategies.length - 1 }), { minLength: 1, maxLength: 3 }),
  amount: fc.integer({ min: 2_000, max: 40_000 }),
  steps: fc.array(step, { minLength: 3, maxLength: 14 }),
  coins: fc.constantFrom('sell' as const, 'keep' as const),
});

interface Owned {
  readonly id: string;
  readonly parameters: RobotParameters;
}

/** What the book says a robot traded. */
async function naive(id: string, putIn: bigint): Promise<{ readonly quote: bigint; readonly base: bigint }> {
  const { rows } = await bench.database.pool.query<{ quote: string; base: string }>(
    `SELECT $2::bigint + coalesce(sum(CASE WHEN buyer = $1 THEN -total ELSE 0 END), 0)
            + coalesce(sum(CASE WHEN seller = $1 THEN total - seller_fee ELSE 0 END), 0) AS quote,
            coalesce(sum(CASE WHEN buyer = $1 THEN amount - buyer_fee ELSE 0 END), 0)
            - coalesce(sum(CASE WHEN seller = $1 THEN amount ELSE 0 END), 0) AS base
       FROM trades WHERE buyer = $1 OR seller = $1`,
    [robotOwner(BigInt(id)), putIn],
  );
  return { quote: BigInt(rows[0]?.quote ?? 0), base: BigInt(rows[0]?.base ?? 0) };
}

/** What a call refuses with; anything that is no refusal is thrown, but for what a test cut off. */
async function tried(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.codeName;
    throw error;
  }
}

async function take(
  { what, ...rest }: typeof step extends fc.Arbitrary<infer One> ? One : never,
  own: readonly Owned[],
) {
  const price = 'price' in rest ? rest.price : 0;
  const nth = 'nth' in rest ? rest.nth : 1;
  const { database, spot, gate } = bench;
  const isHalted = gate.stops.coins.size > 0;
  if (what === 'move' && !isHalted) await bench.move(`${price}`);
  if (what === 'candle') await bench.close(`${price}`, `${price + 10}`, `${price - 10}`, `${price}`);
  if (what === 'restart') await bench.restart();
  if (what === 'fail-write') await bench.restart({ background: failingBefore(database, onceAt(nth)) });
  if (what === 'lose-commit') await bench.restart({ background: losingCommit(database, onceAt(nth)) });
  if (what === 'lose-answer') await bench.restart({ spot: losingAnswer(spot, onceAt(nth)) });
  if (what === 'lose-request') await bench.restart({ spot: losingRequest(spot, onceAt(nth)) });
  if (what === 'halt') gate.stops = { ...noStops, coins: new Set(['ETH']) };
  if (what === 'resume') gate.stops = noStops;
  for (const { id, parameters } of own) {
    if (what === 'pause' || what === 'start') await tried(bench.act(person, id, what));
    if (what === 'change') await tried(bench.change(person, id, parameters));
  }
  await bench.work();
  await bench.pass(1_500);
}

/** Whatever a robot is worth at its end is its owner’s, but for the fee on what it made. */
async function expectEnd(
  { id }: Owned,
  coins: 'sell' | 'keep',
  before: { quote: bigint; base: bigint },
): Promise<void> {
  const book = await naive(id, toUnits((await bench.robot(person, id)).putIn, scale));
  await bench.redeem(person, id, coins);
  await bench.work();
  for (let wait = 0; wait < 20 && (await bench.robot(person, id)).state !== 'stopped'; wait += 1)
    await bench.pass(3_000);
  const ended = await bench.robot(person, id);
  expect(ended.state).toBe('stopped');
  const putIn = toUnits(ended.putIn, scale);
  const held = await naive(id, putIn);
  if (coins === 'keep') expect(held).toEqual(book);
  const price = toUnits(bench.spot.prices('ETHUSDT').last ?? '0', scale);
  const worth = held.quote + (held.base * price) / 10n ** 8n;
  const fee = worth > putIn ? (worth - putIn) / 10n : 0n;
  const quote = (await bench.balance(person, 'USDT')).available - before.quote;
  const base = (await bench.balance(person, 'ETH')).available - before.base;
  const taken = fee < held.quote ? fee : held.quote;
  expect(quote).toBe(held.quote - taken);
  if (fee === taken) expect(base).toBe(held.base);
  expect(toUnits(ended.serviceFee, scale)).toBeLessThanOrEqual(fee);
  expect(toUnits(ended.serviceFee, scale)).toBeGreaterThan(fee - 10n ** 5n);
  const profit = toUnits(ended.profit, scale) + toUnits(ended.serviceFee, scale);
  expect(toUnits(ended.realized, scale) + toUnits(ended.held, scale) - toUnits(ended.fees, scale)).toBe(profit);
}

it('adds up whatever happens', { timeout: 30_000 + runs * 5_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ robots, amount, steps, coins }) => {
      person += 1n;
      bench.gate.stops = noStops;
      await bench.restart();
      await bench.move('2500');
      const own: Owned[] = [];
      for (const nth of robots) {
        const parameters = strategies[nth];
        if (parameters === undefined) continue;
        own.push({ id: (await bench.create(person, parameters, { amount: `${amount}` })).id, parameters });
      }
      await bench.work();
      for (const one of steps) {
        await take(one, own);
        await bench.expectRobotsSound();
      }
      bench.gate.stops = noStops;
      await bench.restart();
      await bench.pass(2_000, 3);
      for (const one of own) {
        const before = {
          quote: (await bench.balance(person, 'USDT')).available,
          base: (await bench.balance(person, 'ETH')).available,
        };
        await expectEnd(one, coins, before);
      }
      await bench.expectSound();
    }),
    { numRuns: runs },
  );
  // The runs said something: robots traded, ended in profit and in loss, and paid for profit.
  const { rows } = await bench.database.pool.query<{ trades: string; won: string; lost: string }>(
    `SELECT sum(trades) AS trades, count(*) FILTER (WHERE returned > put_in) AS won,
            count(*) FILTER (WHERE returned < put_in) AS lost FROM robots`,
  );
  expect(Number(rows[0]?.trades)).toBeGreaterThan(runs);
  expect(Number(rows[0]?.lost)).toBeGreaterThan(0);
  if (Number(rows[0]?.won) > 0) expect(await bench.fees()).toBeGreaterThan(0n);
});
