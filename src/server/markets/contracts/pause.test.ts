import { quoteLifeMs } from './makers/standing-quotes.ts';
import { priceLifeMs } from './prices/mark.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseOwners } from '#server/core/ledger/account.ts';
import { quoteContract } from './makers/makers.ts';
import { ContractWorld, maker, users, readyWorld, usdt } from './testing-world.ts';
import { type ContractsBench, openContractsBench } from './testing.ts';
import { marketHere } from './testing-markets.ts';

/** The exchange was stalled, as when its process or host was suspended: earlier prices trigger nothing. */
const [one, two] = users as [bigint, bigint];
const pauseMs = 30_000;

/** One user's position, a maker's quotes and another user's order; then a pause. */
function paused(forMs = pauseMs): { world: ContractWorld; position: number } {
  const world = readyWorld(new ContractWorld(usdt('10000'), usdt('1000')));
  world.open(one, 'long', 100, 100);
  world.place(two, 'long', 100, 10, 599_000);
  const [position = 0] = world.market.positions.keys();
  world.looks = false;
  world.now += forMs;
  return { world, position };
}

describe('after a pause', () => {
  it('nothing is opened, closed or protected before a new price, and old quotes are removed at once', () => {
    const { world, position } = paused();
    expect(world.open(two, 'long', 10, 10).trades).toEqual([]);
    expect(world.market.book.restingOrders().map(({ owner }) => owner)).toEqual([two]);
    expect(world.do((run) => run.close(one, position, 100)).trades).toEqual([]);
    world.do((run) => run.protect(one, position, 700_000, 500_000));
    expect(world.refused).toEqual(['pairClosed', 'cannotCloseNow', 'pairClosed']);
    expect(world.market.mark).toBeNull();
    world.do((run) => run.cancel(two, [...world.market.orders.keys()][0] ?? 0));
    expect(world.market.orders.size).toBe(0);
  });

  it('a price read before it triggers nothing; a new one does, against new quotes', () => {
    const { world, position } = paused();
    const before = world.now - pauseMs;
    // Half of the price: everything would fire.
    expect(world.do((run) => run.markTo(300_000, before)).closings).toEqual([]);
    expect(world.market.positions.size).toBe(1);
    world.markTo(600_000);
    world.open(two, 'long', 10, 10);
    expect(world.market.positions.size).toBe(1);
    world.quote(600_000);
    world.do((run) => run.close(one, position, 100));
    expect(world.market.positions.size).toBe(0);
  });

  it('shorter than the lifetime of a price everything continues', () => {
    const { world, position } = paused(priceLifeMs - 100);
    world.do((run) => run.close(one, position, 100));
    expect(world.refused).toEqual([]);
    expect(world.market.positions.size).toBe(0);
  });

  it('by a clock set back nothing is matched either', () => {
    const { world } = paused(-3_600_000);
    world.open(two, 'long', 10, 10);
    expect(world.refused).toEqual(['pairClosed']);
  });
});

describe('a quote', () => {
  it('is withdrawn before it can be matched once it is too old, even while prices continue', () => {
    const world = readyWorld(new ContractWorld(usdt('10000')));
    world.now += quoteLifeMs - 1_000;
    world.open(one, 'long', 10, 10);
    expect(world.market.positions.size).toBe(1);
    world.now += 2_000;
    world.open(two, 'long', 10, 10);
    expect(world.market.positions.size).toBe(1);
    expect(world.market.quotes.of(maker)).toEqual([]);
  });
});

describe('on a store', () => {
  let bench: ContractsBench;
  beforeAll(async () => {
    bench = await openContractsBench();
  });
  afterAll(() => bench.close());

  it('the makers quote only around a new index, and users trade again with its first step', async () => {
    const [who = 0n] = await bench.users([usdt('1000')]);
    const market = marketHere(bench.contracts);
    const buy = () =>
      bench.contracts.submit({
        kind: 'place',
        owner: who,
        contract: 'BTCPERP',
        side: 'long',
        type: 'market',
        priceTicks: null,
        lots: 1,
        leverage: 2,
        takeProfitTicks: 900_000,
        stopLossTicks: 1,
      });
    await bench.markTo(600_000);
    await quoteContract(bench.contracts, market, () => 0.5, true);
    expect((await buy()).order.status).toBe('filled');
    bench.pass(pauseMs);
    // The quotes of a round begun before the pause and a queued order, in one batch.
    const both = Promise.allSettled([quoteContract(bench.contracts, market, () => 0.5, true), buy()]);
    expect((await both)[1]).toMatchObject({ status: 'rejected', reason: { codeName: 'pairClosed' } });
    expect(market.quotes.of(houseOwners.makerA)).toEqual([]);
    await bench.markTo(300_000);
    await quoteContract(bench.contracts, market, () => 0.5, true);
    expect((await buy()).order.status).toBe('filled');
    expect(market.book.lastTicks).toBeLessThan(301_000);
  });
});
