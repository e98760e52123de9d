import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { codes } from '#protocol/core/codes.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { contextFor } from '#server/http/testing.ts';
import { robotsAudit } from './audit.ts';
import { Calling } from './running/calling.ts';
import { lockRobot } from './store.ts';
import { basket, noBounds, openRobotsBench, otherPairs, pair, type RobotsBench } from './testing.ts';

/** Baskets through several real books: what they hold of each coin, how their shares are restored, and how they end. */

let bench: RobotsBench;
const owner = 200_000n;
const usdt = (amount: string) => toUnits(amount, 8);

beforeEach(async () => {
  bench = await openRobotsBench();
});
afterEach(() => bench.end());

const refused = (name: keyof typeof codes, data?: object) =>
  expect.objectContaining({ codeName: name, ...(data === undefined ? {} : { data: expect.objectContaining(data) }) });

/** A basket that has bought its coins. */
async function running(more: Parameters<RobotsBench['create']>[2] = {}, parameters = basket): Promise<string> {
  const { id } = await bench.create(owner, parameters, more);
  await bench.work();
  return id;
}

/** Trades of a robot, oldest first. */
async function trades(id: string) {
  const { list } = await bench.handlers['GET quant/order/trades']({ id, size: 50 }, contextFor(owner));
  return list.toReversed();
}

/** The share of each coin of the whole value, in percent. */
async function shares(id: string): Promise<number[]> {
  const { coins, value } = await bench.robot(owner, id);
  return coins.map((coin) => (Number(coin.value) / Number(value)) * 100);
}

/** Lets a candle of its length close, with ether at a price. */
const close = (price: string) => bench.close(price, price, price, price, 5);

async function settle(): Promise<void> {
  await bench.work();
  await bench.pass(3_000, 4);
}

describe('a basket', () => {
  it('buys every coin at its start, and restores all shares when one is off: sales first, then purchases', async () => {
    const id = await running();
    const started = await bench.robot(owner, id);
    expect(started.coins.map((coin) => coin.pair)).toEqual([pair, ...otherPairs]);
    expect(started.coins[0]?.held).toBe(started.baseHeld);
    const whole = started.coins.reduce((sum, coin) => sum + usdt(coin.value), usdt(started.quoteHeld));
    expect(fromUnits(whole, 8)).toBe(started.value);
    expect((await trades(id)).map((trade) => [trade.pair, trade.side])).toEqual(
      [pair, ...otherPairs].map((one) => [one, 'buy']),
    );
    for (const share of await shares(id)) expect(share).toBeGreaterThan(29);
    await bench.expectSound();

    // Within its drift nothing is traded, whatever the other books do.
    await bench.move('2600');
    await close('2600');
    expect(await trades(id)).toHaveLength(3);

    await bench.move('3200');
    await close('3200');
    expect((await trades(id)).slice(3).map((trade) => [trade.pair, trade.side])).toEqual([
      [pair, 'sell'],
      ['BTCUSDT', 'buy'],
      ['SOLUSDT', 'buy'],
    ]);
    for (const share of await shares(id)) expect(Math.abs(share - 30)).toBeLessThan(1);
    const restored = await bench.robot(owner, id);
    expect(Number(restored.realized)).toBeGreaterThan(0);
    expect(restored.pairs).toBe(1);
    await bench.expectSound();

    // Another book than its first one moves: two sales bring the money of a purchase.
    await bench.move('110', 'SOLUSDT');
    await close('3200');
    expect((await trades(id)).slice(6).map((trade) => [trade.pair, trade.side])).toEqual([
      [pair, 'sell'],
      ['BTCUSDT', 'sell'],
      ['SOLUSDT', 'buy'],
    ]);
    const { profit, realized, held, fees } = await bench.robot(owner, id);
    expect(usdt(realized) + usdt(held) - usdt(fees)).toBe(usdt(profit));
    await bench.expectSound();
  });

  it('sells every coin at its end', async () => {
    const id = await running();
    await bench.move('3200');
    await bench.redeem(owner, id, 'sell');
    await settle();
    const ended = await bench.robot(owner, id);
    expect(ended).toMatchObject({ state: 'stopped', quoteHeld: '0' });
    expect(ended.coins.map((coin) => coin.held)).toEqual(['0', '0', '0']);
    expect(new Set((await trades(id)).slice(3).map((trade) => trade.pair))).toEqual(new Set([pair, ...otherPairs]));
    expect(Number(ended.profit)).toBeGreaterThan(0);
    expect(await bench.fees()).toBe(usdt(ended.serviceFee));
    expect(bench.held.notices).toEqual(['notice/robot-returned']);
    await bench.expectSound();
  });

  it('keeps every coin where asked to, less the fee on what the whole made', async () => {
    const id = await running();
    // Two fall and one rises by more: the fee is on the sum alone.
    await bench.move('4000');
    await bench.move('140', 'SOLUSDT');
    await bench.move('59000', 'BTCUSDT');
    const before = await bench.robot(owner, id);
    await bench.redeem(owner, id, 'keep');
    await bench.work();
    const ended = await bench.robot(owner, id);
    expect(ended.state).toBe('stopped');
    expect(usdt(ended.serviceFee)).toBe((usdt(before.value) - usdt('10000')) / 10n);
    for (const [nth, asset] of ['ETH', 'BTC', 'SOL'].entries()) {
      expect((await bench.balance(owner, asset)).available).toBe(toUnits(before.coins[nth]?.held ?? '0', 8));
    }
    expect((await bench.balance(owner, 'USDT')).available).toBe(usdt(before.quoteHeld) - usdt(ended.serviceFee));
    await bench.expectSound();
  });

  it('pauses when any of its pairs is halted, and goes on with what it holds', async () => {
    const id = await running();
    bench.gate.stops = { ...noStops, coins: new Set(['SOL']) };
    await bench.pass(1_000);
    expect(await bench.robot(owner, id)).toMatchObject({ state: 'paused', cause: 'halt' });
    expect(bench.held.notices).toEqual(['notice/robot-paused']);
    await expect(bench.act(owner, id, 'start')).rejects.toEqual(refused('notYetOpen'));
    bench.gate.stops = noStops;
    await bench.move('3200');
    await close('3200');
    expect(await trades(id)).toHaveLength(3);
    await bench.act(owner, id, 'start');
    await bench.work();
    expect(await trades(id)).toHaveLength(6);
    await bench.expectSound();
  });

  it('goes on after a restart, and after a change of its shares', async () => {
    const id = await running();
    await bench.restart();
    await bench.work();
    expect(await trades(id)).toHaveLength(3);
    const others = [
      { pair: 'BTCUSDT', share: 40 },
      { pair: 'SOLUSDT', share: 20 },
    ];
    await bench.change(owner, id, { ...basket, others });
    await bench.work();
    expect((await trades(id)).slice(3).map((trade) => [trade.pair, trade.side])).toEqual([
      ['SOLUSDT', 'sell'],
      // What its first purchase left out for a price that slips.
      [pair, 'buy'],
      ['BTCUSDT', 'buy'],
    ]);
    await bench.expectSound();
  });

  it('counts at its last price a coin that did not trade while the others did', async () => {
    const id = await running();
    await close('2500');
    const before = bench.held.candles.get('SOLUSDT');
    await bench.move('3200');
    // The newest candle of this coin is one of before.
    bench.held.candles.set = function keep(key, candle) {
      return Map.prototype.set.call(
        this,
        key,
        key === 'SOLUSDT' && before !== undefined ? before : candle,
      ) as typeof this;
    };
    await close('3200');
    expect(await trades(id)).toHaveLength(6);
    await bench.expectSound();
  });
});

describe('what is asked for', () => {
  it('is refused where its coins or shares cannot be', async () => {
    const create = (change: Partial<typeof basket>, more: Parameters<RobotsBench['create']>[2] = {}) =>
      bench.create(owner, { ...basket, ...change }, more);
    const other = (one: string) => ({ others: [{ pair: one, share: 30 }] });
    await expect(create(other(pair))).rejects.toEqual(refused('quantityOutOfRange', { field: 'others.0' }));
    await expect(create(other('NOCOIN'))).rejects.toEqual(refused('notFound'));
    await expect(create({ drift: '30' })).rejects.toEqual(refused('quantityOutOfRange', { field: 'drift' }));
    await expect(create({}, { amount: '25' })).rejects.toEqual(refused('belowMinimumDelegation', { field: 'amount' }));
    const bounds = { stopLoss: '2000', takeProfit: null };
    await expect(create({}, { bounds })).rejects.toEqual(refused('quantityOutOfRange', { field: 'stopLoss' }));
    const id = await running();
    await expect(bench.change(owner, id, { ...basket, others: basket.others.toReversed() })).rejects.toEqual(
      refused('quantityOutOfRange', { field: 'others' }),
    );
    await expect(bench.change(owner, id, basket, { ...noBounds, takeProfit: '9000' })).rejects.toEqual(
      refused('quantityOutOfRange', { field: 'takeProfit' }),
    );
  });
});

it('is found in the audit where a further coin differs', async () => {
  const id = await running();
  const find = () => robotsAudit.find?.(bench.database.pool, { since: 0, full: true });
  expect(await find()).toEqual([]);
  await bench.database.pool.query("UPDATE robot_coins SET held = held + 1 WHERE robot = $1 AND pair = 'SOLUSDT'", [id]);
  expect(await find()).toEqual([
    expect.objectContaining({ asset: 'SOL', text: expect.stringContaining(`robot ${id}:`) }),
  ]);
});

it('waits for its turn in one queue, whichever of its pairs calls it', async () => {
  const id = await running();
  const row = await bench.database.transaction((tx) => lockRobot(tx, BigInt(id)));
  if (row === null) throw new Error('there is no robot');
  const calling = new Calling(({ pair: first, others }) => [first, ...others.map((other) => other.pair)]);
  calling.follow(row);
  for (const one of [...otherPairs, pair]) calling.call(row.id, one);
  expect(calling.waitingPairs()).toEqual([pair]);
  expect(calling.take(pair, 5)).toHaveLength(1);
  for (const one of otherPairs) calling.callRunning(one);
  expect(calling.waitingPairs()).toEqual([pair]);
  calling.follow({ ...row, state: 'stopped' });
  expect(calling.runningPairs()).toEqual([]);
});

it('counts in the record of its product with all its coins', async () => {
  for (let nth = 0; nth < 20; nth += 1) await bench.create(owner, basket, { amount: '1000' });
  await bench.work();
  await bench.move('3200');
  await bench.move('200', 'SOLUSDT');
  await bench.opened.measure();
  const { list } = await bench.handlers['GET quant/product/list']({}, contextFor(owner));
  const product = list.find((one) => one.strategy === 'rebalance' && one.pair === pair);
  const { list: own } = await bench.handlers['GET quant/order/list']({ size: 1, show: 'active' }, contextFor(owner));
  const made = Number(own[0]?.profit) / 1_000;
  expect(made).toBeGreaterThan(0.15);
  expect(Number(product?.record?.median)).toBeCloseTo(made, 4);
});
