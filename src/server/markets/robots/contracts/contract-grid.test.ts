import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ParametersOf } from '#protocol/robots/entities/parameters.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import { contextFor } from '#server/http/testing.ts';
import { quoteLifeMs } from '#server/markets/contracts/makers/standing-quotes.ts';
import { markContracts } from '#server/markets/contracts/prices/clock.ts';
import { deleverage, quoteAt } from '#server/markets/contracts/requests/testing-requests.ts';
import { gridOf, noBounds, openRobotsBench, pair, type RobotsBench } from '../testing.ts';
import { contract } from './testing-perpetual.ts';
import { marketHere } from '#server/markets/contracts/testing-markets.ts';

/** Grids on the contract that follows their pair, through the real contract on a real store. */

type ContractGrid = ParametersOf<'contract-grid'>;

/** Lines of 100 around a price of 2,500. */
const grid: ContractGrid = {
  strategy: 'contract-grid',
  direction: 'long',
  leverage: 2,
  lower: '2300',
  upper: '2700',
  lines: 5,
  spacing: 'arithmetic',
};

let bench: RobotsBench;
let owner = 600_000n;
beforeEach(async () => {
  bench = await openRobotsBench();
  owner += 1n;
  await bench.moveContract(250_000);
});
afterEach(() => bench.end());

async function running(parameters: ContractGrid = grid, amount = '1000'): Promise<string> {
  const { id } = await bench.create(owner, parameters, { amount });
  await bench.work();
  return id;
}

/** A robot with what it has in the book and open. */
async function detail(id: string) {
  return bench.handlers['GET quant/order/detail']({ id }, contextFor(owner));
}

const whole = (price: string | null) => price?.replace('.00', '') ?? '';

/** Sides and prices of its orders, and sides and profit prices of its positions. */
async function standing(id: string) {
  const { orders, positions } = await detail(id);
  return {
    orders: orders.map(({ side, price, closesAt }) => `${side} ${whole(price)} to ${whole(closesAt)}`).toSorted(),
    positions: positions.map(({ side, closesAt }) => `${side} to ${whole(closesAt)}`).toSorted(),
  };
}

async function move(ticks: number): Promise<void> {
  await bench.moveContract(ticks);
  await bench.work();
}

describe('a grid on a contract', () => {
  it('opens at each line and takes its profit at the next, again and again: long', async () => {
    const id = await running();
    expect(await standing(id)).toEqual({
      orders: ['buy 2300 to 2400', 'buy 2400 to 2500'],
      positions: ['long to 2600', 'long to 2700'],
    });
    await move(260_100);
    expect(await standing(id)).toEqual({
      orders: ['buy 2300 to 2400', 'buy 2400 to 2500', 'buy 2500 to 2600'],
      positions: ['long to 2700'],
    });
    const once = (await detail(id)).robot;
    expect(once).toMatchObject({ pairs: 1, trades: 3, contract: { contract, liquidated: 0, short: null } });
    expect(Number(once.realized)).toBeGreaterThan(0);
    await move(239_900);
    expect((await standing(id)).positions).toEqual(['long to 2500', 'long to 2600', 'long to 2700']);
    await move(250_100);
    expect(await standing(id)).toEqual({
      orders: ['buy 2300 to 2400', 'buy 2400 to 2500'],
      positions: ['long to 2600', 'long to 2700'],
    });
    await bench.expectSound();
  });

  it('sells first where it is short', async () => {
    const id = await running({ ...grid, direction: 'short' });
    expect(await standing(id)).toEqual({
      orders: ['sell 2600 to 2500', 'sell 2700 to 2600'],
      positions: ['short to 2300', 'short to 2400'],
    });
    await move(239_900);
    expect(await standing(id)).toMatchObject({ positions: ['short to 2300'] });
    expect((await detail(id)).robot).toMatchObject({ pairs: 1, contract: { long: null } });
    await bench.expectSound();
  });

  it('begins with nothing open where it is neutral', async () => {
    const id = await running({ ...grid, direction: 'neutral', lower: '2250', upper: '2750', lines: 6 });
    expect(await standing(id)).toEqual({
      orders: ['buy 2250 to 2350', 'buy 2350 to 2450', 'sell 2650 to 2550', 'sell 2750 to 2650'],
      positions: [],
    });
    await move(234_900);
    await move(245_100);
    await move(265_100);
    expect((await detail(id)).robot).toMatchObject({
      pairs: 1,
      contract: { long: null, short: { amount: expect.any(String) } },
    });
    await bench.expectSound();
  });

  it('is worth what it put in, what it made and what is open, less fees', async () => {
    const id = await running();
    await move(256_000);
    const { robot, positions } = await detail(id);
    const units = (text: string) => toUnits(text, 8);
    const open = positions.reduce(
      (sum, { price, amount }) => sum + ((units('2560') - units(price)) * units(amount)) / 10n ** 8n,
      0n,
    );
    expect(units(robot.held)).toBe(open);
    expect(units(robot.value)).toBe(units('1000') + units(robot.realized) + open - units(robot.fees));
    expect(units(robot.contract?.margin ?? '0')).toBe(positions.reduce((sum, { margin }) => sum + units(margin), 0n));
  });
});

describe('a life', () => {
  it('pauses with its positions open, goes on, changes with all closed, and returns everything', async () => {
    const id = await running();
    await bench.act(owner, id, 'pause');
    await bench.work();
    expect(await standing(id)).toEqual({ orders: [], positions: ['long to 2600', 'long to 2700'] });
    await move(260_100);
    expect((await standing(id)).positions).toEqual(['long to 2700']);
    await bench.act(owner, id, 'start');
    await bench.work();
    expect((await standing(id)).orders).toEqual(['buy 2300 to 2400', 'buy 2400 to 2500', 'buy 2500 to 2600']);
    await bench.change(owner, id, { ...grid, lower: '2400', upper: '2800' });
    await bench.work();
    expect(await standing(id)).toEqual({
      orders: ['buy 2400 to 2500', 'buy 2500 to 2600', 'buy 2600 to 2700'],
      positions: ['long to 2800'],
    });
    const before = (await bench.balance(owner, 'USDT')).available;
    await bench.redeem(owner, id, 'sell');
    await bench.work();
    const { robot } = await detail(id);
    expect(robot).toMatchObject({ state: 'stopped', contract: { long: null, short: null, margin: '0' } });
    expect((await bench.balance(owner, 'USDT')).available - before).toBe(toUnits(robot.value, 8));
    const { rows } = await bench.database.pool.query(
      'SELECT FROM balances WHERE owner = $1 AND available + frozen + locked <> 0',
      [robotOwner(BigInt(id))],
    );
    expect(rows).toEqual([]);
    await bench.expectSound();
  });

  it('ends in as many closings as a thin book takes', async () => {
    const id = await running();
    await bench.moveContract(250_000, 3);
    await bench.redeem(owner, id, 'sell');
    await bench.work();
    expect((await detail(id)).robot.state).toBe('stopping');
    for (let turn = 0; turn < 40 && (await detail(id)).robot.state === 'stopping'; turn += 1) {
      await bench.moveContract(250_000, 20);
      await bench.pass(3_000);
    }
    expect((await detail(id)).robot.state).toBe('stopped');
    await bench.expectSound();
  });

  it('begins once somebody quotes what it takes at the market', async () => {
    await quoteAt(bench.perpetuals.contracts, contract, [[], []]);
    const id = await running();
    expect(await standing(id)).toEqual({ orders: [], positions: [] });
    await bench.moveContract(250_000);
    await bench.pass(1_000);
    expect((await standing(id)).positions).toEqual(['long to 2600', 'long to 2700']);
  });

  it('opens what found nobody at the market once somebody quotes again, and not before', async () => {
    bench.held.now += quoteLifeMs - 1;
    await markContracts(
      bench.perpetuals.contracts,
      (name) => (name === 'ETHUSDT' ? { ticks: 250_000 } : null),
      () => bench.held.now,
    );
    // Still to be seen in the book, and withdrawn as too old by the first order.
    bench.held.now += 2;
    const id = await running();
    expect(await standing(id)).toEqual({ orders: ['buy 2300 to 2400', 'buy 2400 to 2500'], positions: [] });
    await bench.pass(1_000, 10);
    expect((await standing(id)).positions).toEqual([]);
    await bench.moveContract(250_000);
    await bench.pass(1_000, 6);
    expect((await standing(id)).positions).toEqual(['long to 2600', 'long to 2700']);
    await bench.expectSound();
  });

  it('goes on after a restart with what happened meanwhile', async () => {
    const id = await running();
    await bench.moveContract(239_900);
    await bench.restart();
    await bench.work();
    expect((await standing(id)).positions).toEqual(['long to 2500', 'long to 2600', 'long to 2700']);
    await bench.expectSound();
  });

  it('ends by its own stop-loss at the mark price, with a notice', async () => {
    const { id } = await bench.create(owner, grid, { amount: '1000', bounds: { ...noBounds, stopLoss: '2350' } });
    await bench.work();
    await move(234_900);
    expect((await detail(id)).robot).toMatchObject({ state: 'stopped', cause: 'stop-loss' });
    expect(bench.held.notices).toEqual(['notice/robot-stop-loss']);
    await bench.expectSound();
  });

  it('is paused by a halt of its coin, with a notice', async () => {
    const id = await running();
    bench.gate.stops = { ...noStops, coins: new Set(['ETH']) };
    await bench.pass(1_000);
    expect((await detail(id)).robot).toMatchObject({ state: 'paused', cause: 'halt' });
    bench.gate.stops = noStops;
    await bench.act(owner, id, 'start');
    await bench.pass(1_000);
    expect((await standing(id)).orders).toHaveLength(2);
    await bench.expectSound();
  });
});

describe('a contract that does not open', () => {
  const stateOf = async (id: string) => (await detail(id)).robot;

  it('pauses it while positions can only be reduced, with a notice, and lets it end', async () => {
    const id = await running();
    await markContracts(
      bench.perpetuals.contracts,
      () => null,
      () => bench.held.now,
    );
    await bench.pass(1_000);
    expect(await stateOf(id)).toMatchObject({ state: 'paused', cause: 'halt' });
    expect((await standing(id)).orders).toEqual([]);
    expect((await standing(id)).positions).not.toEqual([]);
    expect(bench.held.notices).toEqual(['notice/robot-paused']);
    await bench.redeem(owner, id, 'sell');
    await bench.work();
    expect(await stateOf(id)).toMatchObject({ state: 'stopped', contract: { long: null, margin: '0' } });
    await bench.expectSound();
  });

  it('is not taken for one before its first price after a restart', async () => {
    const id = await running();
    const market = marketHere(bench.perpetuals.contracts, contract);
    market.mark = null;
    bench.held.now += 60_000;
    await bench.restart();
    await bench.pass(1_000);
    expect(await stateOf(id)).toMatchObject({ state: 'running', cause: null });
  });

  it('pauses it when contracts are stopped by an operator', async () => {
    const id = await running();
    bench.gate.stops = { ...noStops, areas: new Set(['contracts'] as const) };
    await bench.pass(1_000);
    expect(await stateOf(id)).toMatchObject({ state: 'paused', cause: 'halt' });
    // Nothing may move meanwhile: its orders leave once the stop ends.
    bench.gate.stops = noStops;
    await bench.pass(3_000, 3);
    expect(await standing(id)).toMatchObject({ orders: [] });
    await bench.expectSound();
  });
});

describe('the liquidation of another user', () => {
  it('that reduces its position is accounted for and notified', async () => {
    const id = await running({ ...grid, direction: 'short', leverage: 1 });
    const { robot: before, positions } = await detail(id);
    const [position] = positions;
    const { contracts } = bench.perpetuals;
    // Its own side of it alone: whose liquidation it was is no matter here.
    await deleverage(contracts, { contract, id: Number(position?.id), lots: 1, priceTicks: 240_000 });
    await bench.work();
    const { robot } = await detail(id);
    const { list } = await bench.handlers['GET quant/order/trades']({ id, size: 50 }, contextFor(owner));
    expect(list.filter(({ closing }) => closing === 'deleveraged')).toHaveLength(1);
    expect(bench.held.notices).toEqual(['notice/robot-deleveraged']);
    expect(Number(robot.realized)).toBeGreaterThan(Number(before.realized));
    expect(robot.contract).toMatchObject({ liquidated: 0 });
    await bench.expectRobotsSound();
  });
});

describe('a liquidation', () => {
  it('costs no more than the margins, is counted and notified, and the grid waits for the price to come back', async () => {
    const narrow: ContractGrid = { ...grid, leverage: 5, lower: '2450', upper: '2550', lines: 3 };
    const id = await running(narrow);
    await move(244_900);
    expect((await standing(id)).positions).toHaveLength(2);
    // The long of 2,500 ends at about 2,008, that of 2,450 at about 1,968.
    for (const ticks of [215_000, 200_500]) await move(ticks);
    const { robot } = await detail(id);
    expect(robot.contract).toMatchObject({ liquidated: 1 });
    expect(bench.held.notices).toEqual(['notice/robot-liquidated']);
    // Its account is nobody who reads notices: of its margins and closings none is due.
    expect((await bench.database.pool.query('SELECT FROM contract_notices_due')).rowCount).toBe(0);
    expect(await standing(id)).toEqual({ orders: [], positions: ['long to 2500'] });
    const { list } = await bench.handlers['GET quant/order/trades']({ id, size: 50 }, contextFor(owner));
    expect(list.filter(({ closing }) => closing === 'liquidated')).not.toEqual([]);
    await move(249_000);
    // With what is left it opens less.
    const [first, second] = (await detail(id)).positions;
    expect(second).toMatchObject({ closesAt: '2550.00' });
    expect(Number(second?.amount)).toBeLessThan(Number(first?.amount) / 10);
    await bench.redeem(owner, id, 'sell');
    await bench.work();
    const ended = (await detail(id)).robot;
    expect(ended).toMatchObject({ state: 'stopped', serviceFee: '0' });
    expect(Number(ended.value)).toBeLessThan(600);
    await bench.expectSound();
  });
});

describe('what is asked for', () => {
  const asked = (parameters: ContractGrid, more: object = {}) =>
    bench.create(owner, parameters, { amount: '1000', ...more });

  it('is refused where it cannot run', async () => {
    await expect(asked({ ...grid, leverage: 5, lower: '1500' })).rejects.toMatchObject({
      codeName: 'quantityOutOfRange',
      data: { field: 'leverage', problem: 'too-high' },
    });
    await expect(asked({ ...grid, lower: '2600' })).rejects.toMatchObject({ codeName: 'delegationPriceInvalid' });
    await expect(asked({ ...grid, lines: 60, lower: '2490', upper: '2510' })).rejects.toMatchObject({
      data: { field: 'lines' },
    });
    await expect(asked(grid, { amount: '9' })).rejects.toMatchObject({ codeName: 'belowMinimumDelegation' });
  });

  it('is refused without a contract, without a price, and where something should be kept', async () => {
    const id = await running();
    await expect(bench.redeem(owner, id, 'keep')).rejects.toMatchObject({ data: { field: 'coins' } });
    bench.held.now += 60_000;
    await markContracts(
      bench.perpetuals.contracts,
      () => null,
      () => bench.held.now,
    );
    await expect(asked(grid)).rejects.toMatchObject({ codeName: 'pairClosed' });
  });

  it('is offered where a contract follows the pair', async () => {
    const { list } = await bench.handlers['GET quant/symbol/list']({}, contextFor(owner));
    expect(list.find((one) => one.pair === pair)?.strategies).toContain('contract-grid');
    const products = await bench.handlers['GET quant/product/list']({}, contextFor(owner));
    expect(products.list.find((one) => one.pair === pair && one.strategy === 'contract-grid')).toMatchObject({
      minimum: '10',
    });
  });
});

it('stands beside robots on the pair itself', async () => {
  const id = await running();
  const other = await bench.create(owner, gridOf('2300', '2700', 5));
  await bench.work();
  expect((await detail(other.id)).robot.contract).toBeNull();
  expect((await detail(id)).robot.contract).not.toBeNull();
  await bench.opened.takeValues();
  await bench.opened.measure();
  await bench.expectSound();
});
