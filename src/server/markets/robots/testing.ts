import { outflowWith } from '#server/core/outflow/outflow.ts';
import { expect } from 'vitest';
import type { CheckedInput } from '#protocol/calls.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Candle } from '#protocol/market-data/entities/market.ts';
import type { Robot, RobotBounds } from '#protocol/robots/entities/robots.ts';
import type { ParametersOf, RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { auditParts } from '#server/main/audit-parts.ts';
import { gateForTest } from '#server/core/gate/testing.ts';
import { houseOwners, robotOwner } from '#server/core/ledger/account.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { isOnBoards } from '#server/core/instruments/rules.ts';
import { createLogger } from '#server/core/log/log.ts';
import type { Database } from '#server/core/store/database.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { fundContractMaker } from '../contracts/makers/makers.ts';
import { openContracts } from '../contracts/open.ts';
import { executeForTest } from '../contracts/requests/testing-requests.ts';
import { pairOf, pairs } from '../pairs.ts';
import { openSpotBench } from '../spot/testing.ts';
import { spotFaults } from '../spot/testing-faults.ts';
import { robotsAudit } from './audit.ts';
import { createPerpetual } from './contracts/testing-perpetual.ts';
import type { RobotsDeps } from './deps.ts';
import { type OpenedRobots, openRobots } from './open.ts';
import { createCrowd, crowd, firstPrices, lastPrice, otherPairs, pair } from './testing-crowd.ts';

export { endingPair, otherPairs, pair } from './testing-crowd.ts';

/** A grid around the first price. */
export const gridOf = (lower: string, upper: string, lines: number): RobotParameters => ({
  strategy: 'grid',
  lower,
  upper,
  lines,
  spacing: 'arithmetic',
});
/** A basket of the three coins with equal shares, a tenth in quote. */
export const basket: ParametersOf<'rebalance'> = {
  strategy: 'rebalance',
  minutes: 5,
  share: 30,
  drift: '2',
  others: otherPairs.map((other) => ({ pair: other, share: 30 })),
};
export const noBounds: RobotBounds = { stopLoss: null, takeProfit: null };

/** What a test may change of the exchange around robots. */
export type Around = Partial<Pick<RobotsDeps, 'database' | 'background' | 'spot' | 'contracts'>>;

/** The exchange around robots: the real spot book on a real store; price, candles and time are the test’s. */
async function openWorld() {
  const database = await testDatabase();
  const held = {
    now: Date.UTC(2026, 10, 24, 1, 30),
    /** The index price of every coin; null for its last price. */
    index: null as string | null,
    candle: null as Candle | null,
    /** Of further coins, by pair. */
    candles: new Map<string, Candle>(),
    notices: [] as string[],
  };
  const gate = gateForTest();
  const bench = await openSpotBench(database, {
    clock: () => held.now,
    isStopped: ({ base, quote }) => gate.isStopped('spot', { assets: [base, quote] }),
  });
  const { spot, ledger } = bench;
  await fundContractMaker({ database, ledger }, held.now, 'contract');
  const contracts = await openContracts({
    database,
    ledger,
    clock: () => held.now,
    logger: createLogger('silent'),
    gate,
    pairs,
    indexOf: () => null,
    isOn: false,
    execute: executeForTest,
    random: null,
  });
  const deps: RobotsDeps = {
    contracts: contracts.contracts,
    database,
    background: database,
    outflow: outflowWith([]),
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
      has: isOnMarket,
      lastPrice: (asset) => (isOnMarket(`${asset}USDT`) ? lastPrice(spot, `${asset}USDT`) : null),
      indexPrice: (asset) => held.index ?? deps.market.lastPrice(asset),
      candle: (_pair, interval) => [startOf(held.now, interval), '0', '0', '0', '0', '0'],
      down: () => [],
      comparedFrom: () => 0,
      historyStart: () => 0,
      minutes: async () => [],
      klines: async (id) => {
        const candle = id === pair ? held.candle : (held.candles.get(id) ?? null);
        return { list: candle === null ? [] : [candle], more: false };
      },
    },
    spot,
  };
  for (const owner of Object.values(crowd)) {
    await givePractice(database, [owner], { asset: 'USDT', amount: '900000000' });
    for (const asset of ['ETH', 'BTC', 'SOL', 'LINK'])
      await givePractice(database, [owner], { asset, amount: '900000' });
  }
  return { ...bench, database, held, gate, deps, perpetuals: contracts };
}

/** Whether market data has a pair: one that is gone from the boards has none. */
function isOnMarket(id: string): boolean {
  return id in firstPrices && isOnBoards(pairOf(id).state);
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
    orders: (id: string, of: string = pair) => spot.openOrders(robotOwner(BigInt(id)), of),
  };
}

/** Robots on an exchange of their own. */
export async function openRobotsBench() {
  const world = await openWorld();
  const { database, held, deps, spot } = world;
  let robots = await openRobots(deps);
  const { place, move, leave } = createCrowd(spot);
  const perpetual = createPerpetual(world.perpetuals.contracts, () => held.now);
  for (const [id, price] of Object.entries(firstPrices)) await move(price, id);

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
    leave,
    work,
    moveContract: (ticks: number, depth?: number) => perpetual.move(ticks, depth),
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
    /** A candle of some minutes closes, and robots hear of it; further coins stay at their prices. */
    async close(open: string, high: string, low: string, close: string, minutes = 1): Promise<void> {
      held.now += minutes * minuteMs;
      const start = (Math.floor(held.now / (minutes * minuteMs)) - 1) * minutes * minuteMs;
      held.candle = [start, open, high, low, close, '1'];
      for (const id of otherPairs) {
        const price = lastPrice(spot, id);
        held.candles.set(id, [start, price, price, price, price, '1']);
      }
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
      await world.perpetuals.close?.();
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
