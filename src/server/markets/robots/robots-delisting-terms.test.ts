import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { codes } from '#protocol/core/codes.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import type { ParametersOf } from '#protocol/robots/entities/parameters.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { contextFor } from '#server/http/testing.ts';
import { endingPair, gridOf, openRobotsBench, otherPairs, pair, type RobotsBench } from './testing.ts';
import { expectReadable, offered, openDelisting } from './testing-delisting.ts';
import { losingRequest } from './testing-faults.ts';

/** What the end of a pair means for baskets, for orders under way, for who asks meanwhile, and for what is offered. */

let bench: RobotsBench;
let delisting: Awaited<ReturnType<typeof openDelisting>>;
const owner = 200_000n;
const units = (amount: string) => toUnits(amount, 8);

beforeEach(async () => {
  bench = await openRobotsBench();
  delisting = await openDelisting(bench);
});
afterEach(async () => {
  instruments.replace(shippedInstruments);
  await bench.end();
});

const refused = (name: keyof typeof codes) => expect.objectContaining({ codeName: name });

/** A grid that holds some of its coin and has orders on both sides. */
const grid = gridOf('18', '22', 9);

async function running(): Promise<string> {
  const { id } = await bench.create(owner, grid, { pair: endingPair });
  await bench.work();
  expect(Number((await bench.robot(owner, id)).baseHeld)).toBeGreaterThan(0);
  return id;
}

const announced = ['notice/robot-delisting', 'notice/robot-delisted'];

/** A basket of two coins, one of which ends. */
const basketOf = (other: string): ParametersOf<'rebalance'> => ({
  strategy: 'rebalance',
  minutes: 5,
  share: 45,
  drift: '2',
  others: [{ pair: other, share: 45 }],
});

describe('a basket', () => {
  it.each([
    ['its first pair', endingPair, pair],
    ['a further pair', pair, endingPair],
  ])('ends with %s and returns every coin', async (_which, first, other) => {
    const { id } = await bench.create(owner, basketOf(other), { pair: first });
    await bench.work();
    const { coins, quoteHeld } = await bench.robot(owner, id);
    await delisting.announce();
    await bench.pass(1_000);
    expect(await bench.robot(owner, id)).toMatchObject({ state: 'paused', cause: 'halt' });
    await bench.restart();
    await delisting.hour();
    await bench.pass(1_000);
    const ended = await bench.robot(owner, id);
    expect(ended).toMatchObject({ state: 'stopped', cause: 'delisted' });
    for (const { base, held } of coins) expect((await bench.balance(owner, base)).available).toBe(units(held));
    expect((await bench.balance(owner, 'USDT')).available).toBe(units(quoteHeld) - units(ended.serviceFee));
    await delisting.hour();
    await expectReadable(bench, owner, id);
    expect(bench.held.notices).toEqual(announced);
    await bench.expectSound();
  });

  it('that is being sold sells what still trades, and returns the coin that does not', async () => {
    const { id } = await bench.create(owner, basketOf(endingPair));
    await bench.work();
    const { coins } = await bench.robot(owner, id);
    await bench.leave(endingPair);
    await bench.redeem(owner, id, 'sell');
    await bench.pass(3_000, 2);
    expect((await bench.robot(owner, id)).state).toBe('stopping');
    await delisting.announce();
    await bench.pass(3_000, 2);
    await bench.restart();
    await delisting.hour();
    await bench.pass(3_000, 2);
    expect(await bench.robot(owner, id)).toMatchObject({ state: 'stopped', cause: 'user' });
    expect((await bench.balance(owner, 'LINK')).available).toBe(units(coins[1]?.held ?? ''));
    expect((await bench.balance(owner, 'ETH')).available).toBeLessThan(units('0.01'));
    expect(bench.held.notices).toEqual(['notice/robot-delisting', 'notice/robot-returned']);
    await bench.expectSound();
  });
});

describe('what robots wanted of a pair', () => {
  it.each([
    ['whose orders are cancelled', 1],
    ['that is gone', 2],
  ])('%s is dropped, although nobody knows whether it was placed', async (_which, hours) => {
    const id = await running();
    const { baseHeld } = await bench.robot(owner, id);
    await bench.act(owner, id, 'pause');
    await bench.work();
    await bench.database.pool.query("UPDATE robots SET state = 'stopping', cause = 'user', keep = false");
    // The request for the first slice of the sale is lost, and the pair ends before it is sent again.
    await bench.restart({ spot: losingRequest(bench.spot, () => true) });
    await bench.opened.runner.work();
    const wanted = () => bench.database.pool.query('SELECT purpose FROM robot_orders WHERE order_id IS NULL');
    expect((await wanted()).rows).toEqual([{ purpose: 'sale' }]);
    await delisting.announce();
    for (let hour = 0; hour < hours; hour += 1) await delisting.hour();
    await bench.restart();
    await bench.pass(15_000, 3);
    expect((await wanted()).rows).toEqual([]);
    expect(await bench.robot(owner, id)).toMatchObject({ state: 'stopped', cause: 'delisted' });
    expect((await bench.balance(owner, 'LINK')).available).toBe(units(baseHeld));
    await bench.expectSound();
  });
});

describe('an announced end', () => {
  it('lets the owner end the robot before, with its coins kept', async () => {
    const id = await running();
    await delisting.announce();
    await bench.pass(1_000);
    await expect(bench.act(owner, id, 'start')).rejects.toEqual(refused('pairClosed'));
    await expect(bench.redeem(owner, id, 'sell')).rejects.toEqual(refused('pairClosed'));
    await bench.redeem(owner, id, 'keep');
    await bench.work();
    expect(await bench.robot(owner, id)).toMatchObject({ state: 'stopped', cause: 'user' });
    expect(bench.held.notices).toEqual(['notice/robot-delisting', 'notice/robot-returned']);
  });

  it('that is called off leaves the robot paused, and is announced again with another one', async () => {
    const id = await running();
    await delisting.announce();
    await bench.pass(1_000);
    await delisting.move('halted');
    await bench.pass(1_000);
    await delisting.move('open');
    await bench.act(owner, id, 'start');
    await delisting.hour();
    await bench.pass(1_000);
    expect(await bench.robot(owner, id)).toMatchObject({ state: 'running', cause: null });
    await delisting.announce();
    await bench.pass(1_000, 3);
    expect(bench.held.notices).toEqual(['notice/robot-delisting', 'notice/robot-delisting']);
    await bench.expectSound();
  });

  it('says when, and of which pair', async () => {
    const facts: object[] = [];
    bench.deps.notices.send = async (_tx, _owner, _kind, article, given) => void facts.push({ article, ...given });
    const { id } = await bench.create(owner, basketOf(endingPair), { name: 'Two' });
    await bench.work();
    await delisting.announce();
    await bench.pass(1_000);
    expect(facts).toEqual([
      { article: 'notice/robot-delisting', robot: 'Two', pair: 'LINK/USDT', ends: '2026-11-24 02:30' },
    ]);
    await delisting.hour();
    await bench.pass(1_000);
    const { putIn, value } = await bench.robot(owner, id);
    expect(facts.at(-1)).toMatchObject({
      article: 'notice/robot-delisted',
      delisted: 'LINK/USDT',
      pair: 'ETH + LINK/USDT',
      putIn,
      returned: value,
    });
  });
});

describe('a pair that is gone', () => {
  it('is offered no more, and has no past minutes', async () => {
    await running();
    expect((await offered(bench)).pairs.some((one) => one.pair === endingPair)).toBe(true);
    await delisting.announce();
    expect((await offered(bench)).pairs.find((one) => one.pair === endingPair)).toMatchObject({ open: false });
    await delisting.hour();
    await delisting.hour();
    // Before robots had a turn, and after.
    for (let round = 0; round < 2; round += 1) {
      const { products, pairs } = await offered(bench);
      expect([...products, ...pairs].filter((one) => one.pair === endingPair)).toEqual([]);
      expect(pairs.length).toBe(otherPairs.length + 1);
      await expect(
        (async () => bench.handlers['GET quant/candles']({ pair: endingPair, week: 0 }, contextFor(owner)))(),
      ).rejects.toEqual(refused('notFound'));
      await bench.pass(1_000);
    }
    const create = bench.create(owner, grid, { pair: endingPair });
    await expect(create).rejects.toEqual(refused('pairClosed'));
  });

  it('answers whoever redeems a robot on it before the robot had its turn', async () => {
    const [paused, kept] = [await running(), await running()];
    await bench.opened.close?.();
    await delisting.announce();
    await delisting.hour();
    await delisting.hour();
    await expect(bench.redeem(owner, kept, 'sell')).rejects.toEqual(refused('pairClosed'));
    expect(await bench.act(owner, paused, 'pause')).toMatchObject({ state: 'paused' });
    await expect(bench.act(owner, paused, 'start')).rejects.toEqual(refused('pairClosed'));
    await expect(bench.change(owner, paused, grid)).rejects.toEqual(refused('pairClosed'));
    expect(await bench.redeem(owner, kept, 'keep')).toMatchObject({ state: 'stopping' });
    await bench.restart();
    await bench.pass(1_000);
    expect(await bench.robot(owner, paused)).toMatchObject({ state: 'stopped', cause: 'delisted' });
    expect(await bench.robot(owner, kept)).toMatchObject({ state: 'stopped', cause: 'user' });
    await bench.expectSound();
  });

  it('counts what its coins cost where there is no price any more, and takes the fee of what was realised', async () => {
    const id = await running();
    await bench.move('21', endingPair);
    await bench.work();
    await bench.opened.close?.();
    await delisting.announce();
    await delisting.hour();
    await delisting.hour();
    const before = await bench.robot(owner, id);
    await bench.restart();
    await bench.pass(1_000);
    const ended = await bench.robot(owner, id);
    expect(units(ended.value)).toBe(units(before.value) - units(ended.serviceFee));
    const gain = units(before.value) - units('10000');
    expect(gain).toBeGreaterThan(0n);
    expect(units(ended.serviceFee)).toBe(gain / 10n);
    expect(fromUnits(await bench.fees(), 8)).toBe(ended.serviceFee);
    await bench.expectSound();
  });
});

it('cannot be the pair of a grid on a contract: its contract keeps it', async () => {
  await bench.moveContract(250_000);
  const parameters: ParametersOf<'contract-grid'> = {
    strategy: 'contract-grid',
    direction: 'long',
    leverage: 2,
    lower: '2300',
    upper: '2700',
    lines: 5,
    spacing: 'arithmetic',
  };
  const { id } = await bench.create(owner, parameters, { amount: '1000' });
  await bench.work();
  await expect(delisting.announce(pair)).rejects.toThrow('ETHPERP follow ETHUSDT');
  await bench.pass(1_000);
  expect(await bench.robot(owner, id)).toMatchObject({ state: 'running' });
  await bench.redeem(owner, id, 'sell');
  await bench.pass(3_000, 3);
  expect(await bench.robot(owner, id)).toMatchObject({ state: 'stopped', cause: 'user' });
  await bench.expectSound();
});
