import { expect } from 'vitest';
import type { CheckedInput } from '../../../protocol/calls.ts';
import { minuteMs } from '../../../protocol/durations.ts';
import type { Candle } from '../../../protocol/entities/market.ts';
import type { Robot, RobotBounds } from '../../../protocol/entities/quant/robot.ts';
import type { RobotParameters } from '../../../protocol/entities/quant/robot-parameters.ts';
import { fromUnits, toUnits } from '../../../protocol/maths/decimal.ts';
import { auditParts } from '../../audit-parts.ts';
import { gateForTest } from '../../core/gate/testing.ts';
import { houseOwners, robotOwner } from '../../core/ledger/account.ts';
import { runAudit } from '../../core/ledger/audit-check.ts';
import { givePractice } from '../../core/ledger/testing.ts';
import { createLogger } from '../../core/log/log.ts';
import type { Database } from '../../core/store/database.ts';
import { testDatabase } from '../../core/store/testing.ts';
import { contextFor } from '../../http/testing.ts';
import { pairs } from '../pairs.ts';
import { openSpotBench } from '../spot/testing.ts';
import { spotFaults } from '../spot/testing-faults.ts';
import { robotsAudit } from './audit.ts';
import type { RobotsDeps } from './deps.ts';
import { type OpenedRobots, openRobots } from './open.ts';

/** The pair that tests trade, and its price at first. */
export const pair = 'ETHUSDT';
const firstPrice = '2500';
/** Two sides of the market, who have enough of everything. */
const crowd = { buyer: 199_998n, seller: 199_999n } as const;
const plenty = '500';

/** A grid around the first price. */
export const gridOf = (lower: string, upper: string, lines: number): RobotParameters => ({
  strategy: 'grid',
  lower,
  upper,
  lines,
  spacing: 'arithmetic',
});
export const noBounds: RobotBounds = { stopLoss: null, takeProfit: null };

/** What a test may change of the exchange around robots. */
export type Around = Partial<Pick<RobotsDeps, 'database' | 'background' | 'spot'>>;

/** The exchange around robots: the real spot book on a real store; price, candles and time are the test’s. */
async function openWorld() {
  const database = await testDatabase();
  const held = { now: Date.UTC(2026, 10, 24, 1, 30), candle: null as Candle | null, notices: [] as string[] };
  const gate = gateForTest();
  const bench = await openSpotBench(database, {
    clock: () => held.now,
    isStopped: ({ base, quote }) => gate.isStopped('spot', { assets: [base, quote] }),
  });
  const { spot, ledger } = bench;
  const deps: RobotsDeps = {
    database,
    background: database,
    ledger,
    clock: () => held.now,
    logger: createLogger('silent'),
    gate,
    notices: {
      send: async (_tx, _owner, _kind, article) => void held.notices.push(article),
      changed: () => undefined,
    },
    market: {
      pairs,
      has: (id) => id === pair,
      lastPrice: (asset) => (asset === 'ETH' ? (spot.prices(pair).last ?? firstPrice) : null),
      candle: (_pair, interval) => [startOf(held.now, interval), '0', '0', '0', '0', '0'],
      klines: async () => ({ list: held.candle === null ? [] : [held.candle], more: false }),
    },
    spot,
  };
  for (const owner of Object.values(crowd)) {
    await givePractice(database, [owner], { asset: 'USDT', amount: '900000000' });
    await givePractice(database, [owner], { asset: 'ETH', amount: '900000' });
  }
  return { ...bench, database, held, gate, deps };
}

type Spot = Awaited<ReturnType<typeof openWorld>>['spot'];

/** Those who trade with robots. */
function createCrowd(spot: Spot) {
  let quotes: { readonly owner: bigint; readonly id: number }[] = [];

  const place = async (owner: bigint, side: 'buy' | 'sell', price: string | null, amount: string) => {
    const type = price === null ? 'market' : 'limit';
    const order = await spot.submit({ kind: 'place', owner, pair, side, type, price, amount, total: null });
    return { owner, id: Number(order.id) };
  };
  const cancel = ({ owner, id }: { readonly owner: bigint; readonly id: number }) =>
    spot.submit({ kind: 'cancel', owner, id }).catch(() => undefined);

  /** Whoever quotes leaves the book, trades it to a price, and quotes there again. */
  async function move(price: string): Promise<void> {
    for (const quote of quotes) await cancel(quote);
    const ticks = toUnits(price, 2);
    const isUp = ticks >= toUnits(spot.prices(pair).last ?? firstPrice, 2);
    const pushed = await place(isUp ? crowd.buyer : crowd.seller, isUp ? 'buy' : 'sell', price, plenty);
    await place(isUp ? crowd.seller : crowd.buyer, isUp ? 'sell' : 'buy', null, '0.02');
    await cancel(pushed);
    quotes = [
      await place(crowd.buyer, 'buy', fromUnits(ticks - 1n, 2), plenty),
      await place(crowd.seller, 'sell', fromUnits(ticks + 1n, 2), plenty),
    ];
  }

  return { place, move };
}

/** What people do with their robots. */
function createActs(world: Awaited<ReturnType<typeof openWorld>>, opened: () => OpenedRobots) {
  const { spot } = world;
  return {
    /** A new robot of somebody who has what it takes, before its first turn. */
    async create(owner: bigint, parameters: RobotParameters, more: Partial<CheckedInput<'POST quant/create'>> = {}) {
      const amount = more.amount ?? '10000';
      await world.fund(owner, 'USDT', amount);
      const input = { pair, name: 'One', amount, from: 'spot', parameters, bounds: noBounds, ...more } as const;
      return (await opened().calls['POST quant/create'](input, contextFor(owner))).robot;
    },
    async robot(owner: bigint, id: string): Promise<Robot> {
      return (await opened().calls['GET quant/order/detail']({ id }, contextFor(owner))).robot;
    },
    async act(owner: bigint, id: string, act: 'start' | 'pause'): Promise<Robot> {
      return (await opened().calls['POST quant/startIncome']({ id, act }, contextFor(owner))).robot;
    },
    async change(owner: bigint, id: string, parameters: RobotParameters, bounds = noBounds): Promise<Robot> {
      const input = { id, name: 'Other', parameters, bounds };
      return (await opened().calls['PUT quant/create'](input, contextFor(owner))).robot;
    },
    async redeem(owner: bigint, id: string, coins: 'sell' | 'keep'): Promise<Robot> {
      return (await opened().calls['POST quant/redeem']({ id, coins }, contextFor(owner))).robot;
    },
    /** Orders of a robot in the book. */
    orders: (id: string) => spot.openOrders(robotOwner(BigInt(id)), pair),
  };
}

/** Robots on an exchange of their own. */
export async function openRobotsBench() {
  const world = await openWorld();
  const { database, held, deps, spot } = world;
  let robots = await openRobots(deps);
  const { place, move } = createCrowd(spot);
  await move(firstPrice);

  /** Gives every robot that waits its turns, until none waits. */
  async function work(): Promise<void> {
    for (let run = 0; run < 100; run += 1) if ((await robots.runner.work()) === 0) return;
    throw new Error('robots do not come to rest');
  }

  return {
    ...world,
    ...createActs(world, () => robots),
    crowd,
    place,
    move,
    work,
    get handlers() {
      return robots.calls;
    },
    get opened() {
      return robots;
    },
    /** Opens robots again, with what is around them changed: a restart. */
    async restart(changed: Around = {}): Promise<void> {
      await robots.close?.();
      robots = await openRobots({ ...deps, ...changed });
    },
    /** A closed candle, which robots hear of with the next minute. */
    async close(open: string, high: string, low: string, close: string): Promise<void> {
      held.candle = [startOf(held.now, '1m'), open, high, low, close, '1'];
      held.now += minuteMs;
      await work();
    },
    /** Lets time pass and robots work, as while a sale goes on. */
    async pass(ms: number, times = 1): Promise<void> {
      for (let step = 0; step < times; step += 1) {
        held.now += ms;
        robots.runner.lookForHalts();
        await work();
      }
    },
    fees: () => feesOf(database),
    expectSound: () => expectSound(database, held.now),
    expectRobotsSound: () => expectRobotsSound(database),
    async end(): Promise<void> {
      await robots.close?.();
      await spot.close();
      await database.close();
    },
  };
}

export type RobotsBench = Awaited<ReturnType<typeof openRobotsBench>>;

const lengths: Readonly<Record<string, number>> = { '1m': 1, '5m': 5, '15m': 15, '1h': 60, '4h': 240 };

function startOf(now: number, interval: string): number {
  const length = (lengths[interval] ?? 1) * minuteMs;
  return Math.floor(now / length) * length;
}

/** Service fees that the house took, in USDT units. */
async function feesOf(database: Database): Promise<bigint> {
  const { rows } = await database.pool.query<{ sum: string }>(
    "SELECT coalesce(sum(available), 0) AS sum FROM ledger_entries WHERE owner = $1 AND kind = 'robot-fee' AND asset = 'USDT'",
    [houseOwners.fees],
  );
  return BigInt(rows[0]?.sum ?? 0);
}

/** The ledger adds up, robots’ parts equal their books, and nobody but outer accounts is below zero. */
async function expectSound(database: Database, now: number): Promise<void> {
  const report = await runAudit(database, { depth: 'full', now, parts: auditParts(() => now) });
  expect(report.findings).toEqual([]);
  const { rows } = await database.pool.query(
    `SELECT owner, asset FROM balances WHERE owner NOT IN (1, 2, 8, 9) AND (available < 0 OR frozen < 0 OR locked < 0)`,
  );
  expect(rows).toEqual([]);
}

/** Robots’ parts of the ledger equal their books, and what is frozen is behind orders. */
async function expectRobotsSound(database: Database): Promise<void> {
  const findings = await database.transaction(
    ({ client }) => robotsAudit.find?.(client, { since: 0, full: true }) ?? Promise.resolve([]),
    'repeatable read',
  );
  expect([...findings, ...(await spotFaults(database.pool))]).toEqual([]);
}
