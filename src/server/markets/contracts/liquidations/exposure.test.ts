import { allRuns } from '../../../../../tests/depth.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractOrdersMax, contractPositionsMax } from '#protocol/core/limits.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { PlaceContract } from '../requests/request.ts';
import { ContractWorld, maker, users, readyWorld, terms, usdt } from '../testing-world.ts';
import { restingValue, sideCostsOf } from './exposure.ts';

/** The margin tier by a user's total in a contract, the caps, and the cost of looking up one user. */
const [one, two] = users as [bigint, bigint];
const rich = () => readyWorld(new ContractWorld(usdt('100000000')));

const limit = (owner: bigint, changes: Partial<PlaceContract> = {}): PlaceContract => ({
  kind: 'place',
  owner,
  contract: terms.contract,
  side: 'long',
  type: 'limit',
  priceTicks: 590_000,
  lots: 1,
  leverage: 5,
  takeProfitTicks: 900_000,
  stopLossTicks: 1,
  ...changes,
});

/** What an order was refused with; null when it was taken. */
function refused(world: ContractWorld, command: PlaceContract): Refusal | null {
  let refusal: Refusal | null = null;
  world.do((run) => {
    try {
      run.place(command);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
    }
  });
  return refusal;
}

describe('the margin tier', () => {
  it('depends on all orders and positions of a user on a side: eleven small ones hold no more than one large', () => {
    const world = rich();
    for (let order = 0; order < 11; order += 1) {
      world.do((run) => run.quote(maker, [], [[600_000, 800]]));
      world.open(one, 'long', 800, 100);
    }
    const held = [...world.market.positions.values()];
    expect(held).toHaveLength(1);
    expect(world.refused).toEqual(Array.from({ length: 10 }, () => 'quantityOutOfRange'));
    world.do((run) => run.quote(maker, [], []));
    // Resting orders count as well; the other side and other users do not.
    expect(refused(world, limit(one, { leverage: 100, lots: 100 }))?.data).toEqual({
      leverageMost: 50,
      sideMost: '50000',
      sideUsed: '48000',
    });
    expect(refused(world, limit(one, { leverage: 50, lots: 3_000 }))).toBeNull();
    expect(refused(world, limit(one, { leverage: 50, lots: 1_000 }))?.data).toMatchObject({ leverageMost: 20 });
    const short = { side: 'short', priceTicks: 610_000, takeProfitTicks: 1, stopLossTicks: 900_000 } as const;
    expect(refused(world, limit(one, { ...short, leverage: 100, lots: 700 }))).toBeNull();
    expect(refused(world, limit(two, { leverage: 100, lots: 700 }))).toBeNull();
  });

  it('of the total sets the maintenance margin of every position on that side', () => {
    const world = rich();
    world.quote(600_000, 3_000);
    world.open(one, 'long', 500, 50);
    const [first] = world.market.positions.of(one);
    if (first === undefined) throw new Error('nothing was opened');
    const alone = liquidationTicks(terms, first) ?? 0;
    expect(world.market.triggers.crossed(alone)).toEqual([{ id: first.id, reason: 'forced' }]);
    const changes = world.open(one, 'long', 2_000, 20);
    const raised = liquidationTicks(terms, first, world.market.sideCost(one, 'long')) ?? 0;
    expect(raised).toBeGreaterThan(alone);
    expect(world.market.triggers.crossed(raised + 1).map(({ id }) => id)).not.toContain(first.id);
    expect(world.market.triggers.crossed(raised).map(({ id }) => id)).toContain(first.id);
    // The owner is shown the new price although the position itself did not change.
    expect(changes.shownPositions().map(({ id }) => id)).toContain(first.id);
    expect(changes.positions.has(first.id)).toBe(false);
  });

  it('is not raised by an order that would liquidate an existing position', () => {
    const world = rich();
    world.quote(600_000, 20_000);
    world.open(one, 'long', 500, 100);
    // A tier of 1.2 % over a margin of 1 %.
    const refusal = refused(world, limit(one, { priceTicks: 600_000, lots: 5_000, leverage: 20 }));
    expect(refusal).toMatchObject({ codeName: 'quantityOutOfRange', data: { sideMost: '50000' } });
    expect(world.market.positions.countOf(one)).toBe(1);
  });

  it('is computed from sums that always match the orders and positions', () => {
    const command = fc.record({
      what: fc.constantFrom('market', 'limit', 'close', 'cancel', 'mark', 'fail'),
      who: fc.constantFrom(...users),
      side: fc.constantFrom('long' as const, 'short' as const),
      lots: fc.integer({ min: 1, max: 2_000 }),
      leverage: fc.constantFrom(...terms.leverages),
      pick: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const world = new ContractWorld(usdt('1000000'), usdt('1000'));
        world.markTo(600_000);
        for (const { what, who, side, lots, leverage, pick } of commands) {
          const { market } = world;
          const sign = side === 'long' ? 1 : -1;
          world.quote(600_000, 3_000);
          if (what === 'market') world.open(who, side, lots, leverage);
          if (what === 'limit') {
            const protection = { takeProfitTicks: 600_000 + sign * 300_000, stopLossTicks: 600_000 - sign * 300_000 };
            const priceTicks = 600_000 - sign * (100 + pick * 300);
            refused(world, limit(who, { side, lots, leverage, priceTicks, ...protection }));
          }
          const position = [...market.positions.values()][pick];
          if (what === 'close' && position) world.do((run) => run.close(position.owner, position.id, position.lots));
          const order = [...market.orders.values()][pick];
          if (what === 'cancel' && order) world.do((run) => run.cancel(order.owner, order.id));
          if (what === 'mark') world.markTo(600_000 + sign * lots);
          if (what === 'fail') {
            const { lastTicks } = market.book;
            market.rebuild({
              orders: [...market.orders.values()],
              positions: [...market.positions.values()],
              netPositions: [...market.netPositions.values()],
              lastTicks,
              fundUses: [],
            });
            world.markTo(600_000);
          }
          for (const owner of users) {
            const costs = sideCostsOf([...market.positions.values()].filter((held) => held.owner === owner));
            for (const one of ['long', 'short'] as const) {
              const orders = [...market.orders.values()].filter((held) => held.owner === owner && held.side === one);
              expect(market.sideCost(owner, one)).toBe(costs[one]);
              const resting = orders.reduce((sum, held) => sum + restingValue(terms, held), 0n);
              expect(market.exposure(owner, one)).toBe(costs[one] + resting);
            }
          }
        }
      }),
      { numRuns: allRuns(150) },
    );
  });
});

describe('caps of one user in one contract', () => {
  it('hold resting orders', () => {
    const world = rich();
    for (let order = 0; order < contractOrdersMax; order += 1) expect(refused(world, limit(one))).toBeNull();
    expect(refused(world, limit(one))).toMatchObject({
      codeName: 'quantityOutOfRange',
      data: { ordersMax: contractOrdersMax },
    });
    expect(refused(world, limit(two))).toBeNull();
  });

  it('hold positions, with the orders that may become ones', () => {
    const world = rich();
    world.do((run) => run.quote(maker, [], [[600_050, 10_000]]));
    for (let order = 0; order < 50; order += 1) expect(refused(world, limit(one))).toBeNull();
    for (let count = 50; count < contractPositionsMax; count += 1) world.open(one, 'long', 1, 1);
    expect(world.refused).toEqual([]);
    const market = limit(one, { type: 'market', priceTicks: null });
    expect(refused(world, market)?.data).toEqual({ positionsMax: contractPositionsMax });
    expect(world.market.triggers.size).toBe(contractPositionsMax - 50);
  });
});

describe('looking up one user or maker', () => {
  /** A contract with many resting orders of other users, which counts every full scan. */
  function botsEntered(others: number): { world: ContractWorld; walks: () => number } {
    const world = rich();
    const { market } = world;
    for (let nth = 0; nth < others; nth += 1) {
      const id = 1_000_000_000 + nth;
      const order = { ...limit(10_000_000n + BigInt(nth)), id, priceTicks: 500_000 - (nth % 3_000) };
      const { kind: _kind, ...asked } = order;
      market.putOrder({ ...asked, filledLots: 0, reserve: 1n, status: 'open', createdAt: 0, updatedAt: 0 }, true);
      market.book.apply({ ...order, kind: 'limit', side: 'buy' }, 0);
    }
    let walks = 0;
    const counted = <Walk extends (...rest: never[]) => unknown>(walk: Walk): Walk =>
      ((...rest: never[]) => {
        walks += 1;
        return walk(...rest);
      }) as Walk;
    market.book.restingOrders = counted(market.book.restingOrders.bind(market.book));
    for (const items of [market.orders, market.positions]) {
      items.values = counted(items.values.bind(items)) as never;
      items.entries = counted(items.entries.bind(items)) as never;
      items[Symbol.iterator] = counted(items[Symbol.iterator].bind(items)) as never;
      items.forEach = counted(items.forEach.bind(items)) as never;
    }
    return { world, walks: () => walks };
  }

  it('never scans the orders of others, and costs the same beside 50,000 as beside 100', () => {
    const cost = [100, 50_000].map((others) => {
      const { world, walks } = botsEntered(others);
      world.check = () => undefined;
      const rounds = () => {
        for (let round = 0; round < 60; round += 1) {
          world.do((run) => run.quote(maker, [[599_950, 20]], [[600_050, 20]]));
          world.open(one, 'long', 1, 5);
          world.do((run) => run.place(limit(one)));
          for (const order of world.market.orders.visible(one)) world.do((run) => run.cancel(one, order.id));
          for (const held of world.market.positions.visible(one)) world.do((run) => run.close(one, held.id, held.lots));
        }
      };
      rounds();
      const before = process.cpuUsage();
      rounds();
      const { user, system } = process.cpuUsage(before);
      expect(walks()).toBe(0);
      expect(world.refused).toEqual([]);
      return user + system;
    });
    // Scanning them would cost 500 times as much.
    expect((cost[1] ?? 0) / (cost[0] ?? 1)).toBeLessThan(10);
  });
});
