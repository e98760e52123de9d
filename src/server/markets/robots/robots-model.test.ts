import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth } from '../../../../tests/depth.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { basket, gridOf, openRobotsBench, pair, type RobotsBench } from './testing.ts';
import { firstPrices } from './testing-crowd.ts';
import { failingBefore, losingAnswer, losingCommit, losingRequest, onceAt } from './testing-faults.ts';

/**
 * Robots against a naive account, which knows nothing but the trades of the book: whatever happens between, a robot’s part of
 * the ledger equals its book, no robot spends what it does not hold, and the fee is on new profit alone.
 */

const runs = atDepth(50);
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
  basket,
  { ...basket, drift: '0.50', others: basket.others.slice(0, 1) },
];
/** Coins that robots may hold, by their pairs. */
const assets = { [pair]: 'ETH', BTCUSDT: 'BTC', SOLUSDT: 'SOL' } as const;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('move' as const), price: fc.integer({ min: 2_250, max: 2_750 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('candle' as const),
      price: fc.integer({ min: 2_250, max: 2_750 }),
      minutes: fc.constantFrom(1, 5, 5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('move-other' as const),
      of: fc.constantFrom('BTCUSDT' as const, 'SOLUSDT' as const),
      percent: fc.integer({ min: 90, max: 110 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom('pause', 'start', 'change', 'restart', 'halt', 'halt-other', 'resume'),
    }),
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

/** What somebody holds: quote, and coins by their names. */
type Holdings = Readonly<Record<'USDT' | 'ETH' | 'BTC' | 'SOL', bigint>>;

/** What the books say a robot traded. */
async function naive(id: string, putIn: bigint): Promise<Holdings> {
  const { rows } = await bench.database.pool.query<{ pair: keyof typeof assets; quote: string; base: string }>(
    `SELECT pair, sum(CASE WHEN buyer = $1 THEN -total ELSE 0 END)
                + sum(CASE WHEN seller = $1 THEN total - seller_fee ELSE 0 END) AS quote,
            sum(CASE WHEN buyer = $1 THEN amount - buyer_fee ELSE 0 END)
                - sum(CASE WHEN seller = $1 THEN amount ELSE 0 END) AS base
       FROM trades WHERE buyer = $1 OR seller = $1 GROUP BY pair`,
    [robotOwner(BigInt(id))],
  );
  const held = { USDT: putIn, ETH: 0n, BTC: 0n, SOL: 0n };
  for (const { pair: of, quote, base } of rows) {
    held.USDT += BigInt(quote);
    held[assets[of]] += BigInt(base);
  }
  return held;
}

/** What the person of this life has free. */
async function free(): Promise<Holdings> {
  const of = async (asset: string) => (await bench.balance(person, asset)).available;
  return { USDT: await of('USDT'), ETH: await of('ETH'), BTC: await of('BTC'), SOL: await of('SOL') };
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
  const isHalted = (of: string) => gate.stops.coins.has(of);
  if (what === 'move' && !isHalted('ETH')) await bench.move(`${price}`);
  if ('of' in rest && !isHalted(assets[rest.of])) {
    const cents = (rest.of === 'BTCUSDT' ? 60_000 : 150) * rest.percent;
    await bench.move((cents / 100).toFixed(1), rest.of);
  }
  if ('minutes' in rest) await bench.close(`${price}`, `${price + 10}`, `${price - 10}`, `${price}`, rest.minutes);
  if (what === 'restart') await bench.restart();
  if (what === 'fail-write') await bench.restart({ background: failingBefore(database, onceAt(nth)) });
  if (what === 'lose-commit') await bench.restart({ background: losingCommit(database, onceAt(nth)) });
  if (what === 'lose-answer') await bench.restart({ spot: losingAnswer(spot, onceAt(nth)) });
  if (what === 'lose-request') await bench.restart({ spot: losingRequest(spot, onceAt(nth)) });
  if (what === 'halt') gate.stops = { ...noStops, coins: new Set(['ETH']) };
  if (what === 'halt-other') gate.stops = { ...noStops, coins: new Set(['SOL']) };
  if (what === 'resume') gate.stops = noStops;
  for (const { id, parameters } of own) {
    if (what === 'pause' || what === 'start') await tried(bench.act(person, id, what));
    if (what === 'change') await tried(bench.change(person, id, parameters));
  }
  await bench.work();
  await bench.pass(1_500);
}

/** Whatever a robot is worth at its end is its owner’s, but for the fee on what it made. */
async function expectEnd({ id }: Owned, coins: 'sell' | 'keep', before: Holdings): Promise<void> {
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
  const worth = Object.entries(assets).reduce((sum, [of, asset]) => {
    const price = toUnits(bench.spot.prices(of).last ?? '0', scale);
    return sum + (held[asset] * price) / 10n ** 8n;
  }, held.USDT);
  const fee = worth > putIn ? (worth - putIn) / 10n : 0n;
  const after = await free();
  const taken = fee < held.USDT ? fee : held.USDT;
  expect(after.USDT - before.USDT).toBe(held.USDT - taken);
  if (fee === taken) for (const asset of Object.values(assets)) expect(after[asset] - before[asset]).toBe(held[asset]);
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
      for (const [of, price] of Object.entries(firstPrices)) await bench.move(price, of);
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
        await expectEnd(one, coins, await free());
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
  // Baskets restored their shares, in further books too.
  const restored = await bench.database.pool.query(
    "SELECT FROM robot_trades WHERE pair <> $1 AND side = 'buy' GROUP BY robot, pair HAVING count(DISTINCT ref) > 1",
    [pair],
  );
  if (runs >= 50) expect(restored.rowCount).toBeGreaterThan(0);
  if (Number(rows[0]?.won) > 0) expect(await bench.fees()).toBeGreaterThan(0n);
});
