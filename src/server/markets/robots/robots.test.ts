import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { codes } from '#protocol/core/codes.ts';
import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { contextFor } from '#server/http/testing.ts';
import { gridOf, noBounds, openRobotsBench, pair, type RobotsBench } from './testing.ts';

/** Robots through the real book: what they hold, what they made, how they end, and what others see of them. */

let bench: RobotsBench;
const owner = 200_000n;
const other = 200_001n;
const grid = gridOf('2300', '2700', 9);
const usdt = (amount: string) => toUnits(amount, 8);

beforeEach(async () => {
  bench = await openRobotsBench();
});
afterEach(() => bench.end());

const refused = (name: keyof typeof codes) => expect.objectContaining({ codeName: name });

/** A robot whose first orders stand in the book. */
async function running(more: Parameters<RobotsBench['create']>[2] = {}, parameters = grid): Promise<string> {
  const { id } = await bench.create(owner, parameters, more);
  await bench.work();
  return id;
}

/** Waits until a sale is over. */
async function settle(): Promise<void> {
  await bench.work();
  await bench.pass(3_000, 4);
}

describe('the account topic', () => {
  it('says after the commit that a robot did something, to its owner alone', async () => {
    const published: { readonly to: bigint; readonly robots: readonly string[] }[] = [];
    bench.opened.topics?.account?.publishTo({
      isEmpty: false,
      has: () => true,
      owners: () => [owner, other],
      changed: (to, { robots = [] }) => void published.push({ to, robots: robots.map(({ id }) => id) }),
    });
    const id = await running();
    expect(published.length).toBeGreaterThan(0);
    published.length = 0;
    await bench.work();
    expect(published).toEqual([]);
    await bench.move('2551');
    await bench.work();
    expect(new Set(published.map(({ to }) => to))).toEqual(new Set([owner]));
    expect(new Set(published.flatMap(({ robots }) => robots))).toEqual(new Set([id]));
  });
});

describe('a grid', () => {
  it('lives: orders in the book, a filled pair, paused, going on, changed, sold', async () => {
    const id = await running();
    expect((await bench.balance(owner, 'USDT')).available).toBe(0n);
    const started = await bench.robot(owner, id);
    expect(started).toMatchObject({ state: 'running', putIn: '10000', cause: null });
    const lines = bench.orders(id);
    expect(lines.length).toBeGreaterThan(6);
    expect(started.openOrders).toBe(lines.length);
    expect(new Set(lines.map(({ owner: of }) => of))).toEqual(new Set([robotOwner(BigInt(id))]));
    await bench.expectSound();

    await bench.move('2551');
    await bench.work();
    await bench.move('2499');
    await bench.work();
    const paired = await bench.robot(owner, id);
    expect(paired.pairs).toBeGreaterThan(0);
    expect(Number(paired.realized)).toBeGreaterThan(0);
    const { list } = await bench.handlers['GET quant/order/trades']({ id, size: 50 }, contextFor(owner));
    expect(list).toHaveLength(paired.trades);
    expect(list.some(({ side, net }) => side === 'sell' && Number(net) > 0)).toBe(true);
    await bench.expectSound();

    expect(await bench.act(owner, id, 'pause')).toMatchObject({ state: 'paused', cause: 'user' });
    await bench.work();
    expect(bench.orders(id)).toEqual([]);
    await bench.expectSound();
    await bench.act(owner, id, 'start');
    await bench.work();
    expect(bench.orders(id).length).toBeGreaterThan(6);

    expect(await bench.change(owner, id, gridOf('2200', '2800', 5))).toMatchObject({ name: 'Other', state: 'running' });
    await bench.work();
    expect(bench.orders(id).length).toBeLessThan(6);
    await bench.expectSound();

    await bench.redeem(owner, id, 'sell');
    await settle();
    const ended = await bench.robot(owner, id);
    expect(ended).toMatchObject({ state: 'stopped', quoteHeld: '0', baseHeld: '0', openOrders: 0, cause: 'user' });
    // What is too small to be sold comes back as coins.
    const dust = (await bench.balance(owner, 'ETH')).available;
    expect(dust).toBeLessThan(toUnits('0.0001', 8));
    const price = usdt(bench.spot.prices(pair).last ?? '0');
    expect((await bench.balance(owner, 'USDT')).available + (dust * price) / 10n ** 8n).toBe(usdt(ended.value));
    expect(bench.held.notices).toEqual(['notice/robot-returned']);
    await bench.expectSound();
  });

  it('keeps its coins where asked to, and takes the service fee of new profit alone', async () => {
    const id = await running();
    await bench.move('2649');
    await bench.work();
    await bench.redeem(owner, id, 'keep');
    await bench.work();
    const ended = await bench.robot(owner, id);
    expect(ended.state).toBe('stopped');
    expect(Number(ended.serviceFee)).toBeGreaterThan(0);
    expect(await bench.fees()).toBe(usdt(ended.serviceFee));
    const gross = usdt(ended.value) + usdt(ended.serviceFee);
    expect(usdt(ended.serviceFee)).toBe((gross - usdt('10000')) / 10n);
    expect((await bench.balance(owner, 'ETH')).available).toBeGreaterThan(0n);
    await bench.expectSound();
  });

  it('takes its service fee at the index price, whatever the last trade here says', async () => {
    const id = await running();
    await bench.move('2649');
    await bench.work();
    bench.held.index = '100';
    await bench.redeem(owner, id, 'keep');
    await bench.work();
    bench.held.index = null;
    expect(await bench.robot(owner, id)).toMatchObject({ state: 'stopped', serviceFee: '0' });
    expect(await bench.fees()).toBe(0n);
    await bench.expectSound();
  });

  it('takes no fee of a loss', async () => {
    const id = await running();
    await bench.move('2301');
    await bench.work();
    await bench.redeem(owner, id, 'sell');
    await settle();
    expect(await bench.robot(owner, id)).toMatchObject({ state: 'stopped', serviceFee: '0' });
    expect(await bench.fees()).toBe(0n);
  });
});

describe('averaging', () => {
  it('buys a safety order below, and sells all at its profit, again and again', async () => {
    const averaging = { strategy: 'averaging', takeProfit: '1', safetyOrders: 2, step: '2', scale: '1.50' } as const;
    const id = await running({}, averaging);
    expect(await bench.robot(owner, id)).toMatchObject({ safetyOrders: 0, openOrders: 2, trades: 1 });
    await bench.move('2449');
    await bench.work();
    expect(await bench.robot(owner, id)).toMatchObject({ safetyOrders: 1, openOrders: 2 });
    await bench.expectSound();
    await bench.move('2520');
    await bench.work();
    const again = await bench.robot(owner, id);
    expect(again).toMatchObject({ safetyOrders: 0, pairs: 1, state: 'running' });
    expect(Number(again.realized)).toBeGreaterThan(Number(again.fees));
    expect(again.openOrders).toBe(2);
    await bench.expectSound();
  });
});

describe('trend following', () => {
  it('buys as the averages cross, and sells when the price falls behind its peak', async () => {
    const trend = { strategy: 'trend', minutes: 1, fast: 2, slow: 3, trailing: '1' } as const;
    const id = await running({}, trend);
    for (const price of ['2500', '2490', '2480', '2510']) {
      await bench.move(price);
      await bench.close(price, price, price, price);
    }
    const held = await bench.robot(owner, id);
    expect(Number(held.baseHeld)).toBeGreaterThan(0);
    await bench.move('2470');
    await bench.work();
    expect(await bench.robot(owner, id)).toMatchObject({ trades: held.trades + 1, pairs: 1 });
    expect(Number((await bench.robot(owner, id)).baseHeld)).toBeLessThan(0.001);
    await bench.expectSound();
  });
});

describe('bounds', () => {
  it.each([
    ['stop-loss', { stopLoss: '2400', takeProfit: null }, '2399'],
    ['take-profit', { stopLoss: null, takeProfit: '2600' }, '2601'],
  ] as const)('%s sells all and ends with a notice', async (cause, bounds, price) => {
    const id = await running({ bounds });
    await bench.move(price);
    await settle();
    expect(await bench.robot(owner, id)).toMatchObject({ state: 'stopped', cause, baseHeld: '0' });
    expect(bench.held.notices).toEqual([`notice/robot-${cause}`]);
    await bench.expectSound();
  });

  it('against the market are refused', async () => {
    const above = { stopLoss: '2501', takeProfit: null };
    await expect(bench.create(owner, grid, { bounds: above })).rejects.toEqual(refused('stopPriceAgainstMarket'));
    const below = { stopLoss: null, takeProfit: '2499' };
    await expect(bench.create(owner, grid, { bounds: below })).rejects.toEqual(refused('takeProfitAgainstMarket'));
    const fine = { stopLoss: '0.0000000001', takeProfit: null };
    await expect(bench.create(owner, grid, { bounds: fine })).rejects.toEqual(refused('delegationPriceInvalid'));
  });
});

describe('a halt', () => {
  it('pauses robots with a notice, and they go on when their owners say so', async () => {
    const id = await running();
    bench.gate.stops = { ...noStops, coins: new Set(['ETH']) };
    await bench.pass(1_000);
    expect(await bench.robot(owner, id)).toMatchObject({ state: 'paused', cause: 'halt' });
    expect(bench.held.notices).toEqual(['notice/robot-paused']);
    await expect(bench.act(owner, id, 'start')).rejects.toEqual(refused('notYetOpen'));
    bench.gate.stops = noStops;
    await bench.pass(20_000, 2);
    expect(bench.orders(id)).toEqual([]);
    await bench.act(owner, id, 'start');
    await bench.work();
    expect(bench.orders(id).length).toBeGreaterThan(6);
    await bench.expectSound();
  });
});

describe('what is asked for', () => {
  it('is refused beyond its limits', async () => {
    await expect(bench.create(owner, grid, { amount: '1' })).rejects.toEqual(refused('belowMinimumDelegation'));
    await expect(bench.create(owner, grid, { amount: '1000001' })).rejects.toEqual(refused('quantityOutOfRange'));
    await expect(bench.create(owner, grid, { pair: 'NOCOIN' })).rejects.toEqual(refused('notFound'));
    await expect(bench.create(owner, grid, { from: 'quant' })).rejects.toEqual(refused('insufficientWalletBalance'));
    const id = await running();
    const trend = { strategy: 'trend', minutes: 1, fast: 2, slow: 3, trailing: '2' } as const;
    await expect(bench.change(owner, id, trend)).rejects.toEqual(refused('quantityOutOfRange'));
    await bench.redeem(owner, id, 'keep');
    await expect(bench.redeem(owner, id, 'keep')).rejects.toEqual(refused('orderFinished'));
    await settle();
    await expect(bench.act(owner, id, 'start')).rejects.toEqual(refused('orderFinished'));
  });

  it('tells nobody of another person’s robot', async () => {
    const id = await running();
    await expect(bench.robot(other, id)).rejects.toEqual(refused('notFound'));
    await expect(bench.act(other, id, 'pause')).rejects.toEqual(refused('notFound'));
    await expect(bench.change(other, id, grid)).rejects.toEqual(refused('notFound'));
    await expect(bench.redeem(other, id, 'sell')).rejects.toEqual(refused('notFound'));
    const context = contextFor(other);
    await expect(bench.handlers['GET quant/order/trades']({ id, size: 5 }, context)).rejects.toEqual(
      refused('notFound'),
    );
    await expect(bench.handlers['GET quant/income/list']({ robot: id, size: 5 }, context)).rejects.toEqual(
      refused('notFound'),
    );
    expect((await bench.handlers['GET quant/order/list']({ size: 5, show: 'active' }, context)).list).toEqual([]);
  });
});

describe('what robots made', () => {
  it('is shown by day, and in totals', async () => {
    const id = await running();
    await bench.move('2551');
    await bench.work();
    await bench.pass(hourMs);
    expect(await bench.opened.takeValues()).toBe(1);
    const before = await bench.robot(owner, id);
    bench.held.now += dayMs;
    expect(await bench.opened.takeValues()).toBe(1);
    await bench.move('2601');
    await bench.work();
    const income = await bench.handlers['GET quant/income/list']({ size: 5 }, contextFor(owner));
    expect(income.list).toMatchObject([
      { day: '2026-11-25', complete: false },
      { day: '2026-11-24', complete: true, income: before.profit },
    ]);
    const now = await bench.robot(owner, id);
    expect(usdt(income.list[0]?.income ?? '0') + usdt(income.list[1]?.income ?? '0')).toBe(usdt(now.profit));
    expect(await bench.handlers['GET quant/balance']({}, contextFor(owner))).toMatchObject({
      robots: 1,
      putIn: '10000',
      value: now.value,
      profit: now.profit,
      today: income.list[0]?.income,
      wallet: [],
    });
    expect(now.line.length).toBe(3);
    await bench.redeem(owner, id, 'sell');
    await settle();
    const ended = await bench.robot(owner, id);
    const all = await bench.handlers['GET quant/income/list']({ size: 5, robot: id }, contextFor(owner));
    expect(all.list.reduce((sum, day) => sum + usdt(day.income), 0n)).toBe(usdt(ended.profit));
  });

  it('becomes the record of a product once enough robots ran', async () => {
    const products = async () => {
      await bench.opened.measure();
      const { list } = await bench.handlers['GET quant/product/list']({}, contextFor(owner));
      return list.find((one) => one.strategy === 'grid' && one.pair === pair);
    };
    for (let nth = 0; nth < 19; nth += 1) await bench.create(owner, grid, { amount: '1000' });
    expect(await products()).toMatchObject({ robots: 19, record: null });
    await bench.create(owner, grid, { amount: '1000' });
    expect(await products()).toMatchObject({
      robots: 20,
      record: { robots: 20, days: 90, median: '0', worstTenth: '0', bestTenth: '0' },
      minimum: '20',
      serviceFee: '0.1',
    });
  });

  it('comes back from the quant wallet', async () => {
    await bench.fund(owner, 'USDT', '50');
    await bench.database.transaction((tx) =>
      bench.ledger.post(tx, {
        kind: 'transfer',
        reference: null,
        at: bench.held.now,
        postings: [
          { owner, wallet: 'spot', asset: 'USDT', part: 'available', amount: -usdt('50') },
          { owner, wallet: 'quant', asset: 'USDT', part: 'available', amount: usdt('50') },
        ],
      }),
    );
    const back = (amount: string) =>
      bench.handlers['POST quant/returnAssets']({ asset: 'USDT', amount }, contextFor(owner));
    expect(await back('20')).toMatchObject({ amount: '20', available: '30' });
    await expect(back('30.1')).rejects.toEqual(refused('insufficientWalletBalance'));
    const { wallet } = await bench.handlers['GET quant/balance']({}, contextFor(owner));
    expect(wallet).toEqual([{ asset: 'USDT', available: '30', frozen: '0' }]);
  });
});

it('counts a name or bounds that change as no reason to leave the book', async () => {
  const id = await running();
  const before = bench.orders(id).map((order) => order.id);
  await bench.change(owner, id, grid, { stopLoss: '2000', takeProfit: null });
  await bench.work();
  expect(bench.orders(id).map((order) => order.id)).toEqual(before);
  await bench.change(owner, id, grid, noBounds);
  await bench.work();
  expect(bench.orders(id).map((order) => order.id)).toEqual(before);
});

it('stands again after every line was filled before it had a turn, and is called for nothing else', async () => {
  const id = await running({}, gridOf('2300', '2700', 5));
  const lines = () => bench.orders(id).map(({ side, price }) => `${side} ${price}`);
  const before = lines().toSorted();
  // The purchase at 2400 is placed again with a higher number: of two that are filled at the same time it comes last.
  await bench.move('2399');
  await bench.work();
  await bench.move('2500');
  await bench.work();
  await bench.move('2299');
  bench.held.now += 1;
  await bench.move('2701');
  expect(bench.orders(id)).toEqual([]);
  // What its step wants after the first fills it takes out after the last ones, before any of it was sent.
  await bench.work();
  const { rows } = await bench.database.pool.query('SELECT ref FROM robot_orders WHERE order_id IS NULL OR leaving');
  expect(rows).toEqual([]);
  await bench.move('2500');
  await bench.work();
  expect(lines().toSorted()).toEqual(before);
  await bench.expectSound();
});
