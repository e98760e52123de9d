import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { netResult } from '#protocol/contracts/maths/results.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { ContractWorld, maker, users, readyWorld, terms, usdt } from './testing-world.ts';

const [one, two] = users as [bigint, bigint];

describe('a position', () => {
  it('opens with margin and fee, and closes half and fully with the exact profit', () => {
    const world = readyWorld();
    world.open(one, 'long', 100, 20);
    const [position] = [...world.market.positions.values()];
    const cost = 600_050n * 100n * terms.unitsPerTickLot;
    expect(position).toMatchObject({ lots: 100, cost, margin: (cost + 19n) / 20n });
    const fee = (cost * terms.openFeePpm) / 1_000_000n;
    expect(world.of(one)).toBe(usdt('10000') - (cost + 19n) / 20n - fee);
    world.quote(610_000);
    world.do((run) => run.close(one, position?.id ?? 0, 50));
    world.do((run) => run.close(one, position?.id ?? 0, 50));
    const value = 609_950n * 100n * terms.unitsPerTickLot;
    const closeFee = 2n * (((value / 2n) * terms.closeFeePpm) / 1_000_000n);
    expect(world.of(one)).toBe(usdt('10000') + value - cost - fee - closeFee);
    expect(world.market.positions.size).toBe(0);
    expect(world.refused).toEqual([]);
  });

  it('takes nothing further from the best price than what its owner was checked for', () => {
    const world = readyWorld(new ContractWorld(usdt('3000')));
    world.quote(600_000, 1);
    world.markTo(661_000);
    const limit = world.market.mark?.ticks ?? 0;
    world.place(two, 'short', 43, 1, limit);
    world.open(one, 'long', 46, 1);
    // Three lots stand near the best price; the others are more than a tenth above it and would cost more than is held.
    expect(limit).toBeGreaterThan(600_050 * 1.1);
    expect([...world.market.positions.values()].map(({ lots }) => lots)).toEqual([3]);
    expect(world.of(one)).toBeGreaterThanOrEqual(0n);
  });

  it('is closed by its stop-loss and its take-profit at the mark price', () => {
    const world = readyWorld();
    world.open(one, 'long', 10, 10);
    world.open(two, 'short', 10, 10);
    for (const { id, side, owner } of world.market.positions.values()) {
      world.do((run) =>
        run.protect(owner, id, side === 'long' ? 605_000 : 590_000, side === 'long' ? 595_000 : 603_000),
      );
    }
    world.quote(605_000);
    const reasons = world.markTo(605_000).closings.map(({ owner, reason }) => [owner, reason]);
    expect(reasons).toEqual([
      [two, 'stop-loss'],
      [one, 'take-profit'],
    ]);
  });

  it('is closed past own orders further away, and takes those out that it would meet', () => {
    const world = readyWorld();
    world.open(one, 'long', 100, 10);
    const [position] = [...world.market.positions.values()];
    world.place(one, 'long', 10, 10, 599_960);
    world.place(one, 'long', 10, 10, 590_000);
    world.do((run) => run.close(one, position?.id ?? 0, 100));
    expect(world.market.positions.size).toBe(0);
    expect([...world.market.orders.values()].map(({ priceTicks }) => priceTicks)).toEqual([590_000]);
  });

  it('takes what is left of its opening order with it when it is closed', () => {
    const world = readyWorld();
    world.place(one, 'long', 100, 10, 590_000);
    world.quote(589_950, 10);
    const [position] = [...world.market.positions.values()];
    expect(position?.lots).toBeGreaterThan(0);
    expect(position?.lots).toBeLessThan(100);
    world.quote(595_000);
    world.do((run) => run.close(one, position?.id ?? 0, position?.lots ?? 0));
    expect(world.market.orders.size).toBe(0);
    expect(world.refused).toEqual([]);
  });

  it('is liquidated when its margin is used up; the surplus goes to the insurance fund', () => {
    const world = readyWorld();
    world.open(one, 'long', 100, 100);
    world.quote(595_500);
    const { closings } = world.markTo(595_500);
    expect(closings[0]).toMatchObject({ reason: 'forced', fee: 0n });
    expect(world.of(houseOwners.insurance)).toBeGreaterThan(0n);
    expect(world.of(one, 'locked')).toBe(0n);
  });

  it('leaves no trace in a market rebuilt without it', () => {
    const world = readyWorld();
    world.open(one, 'long', 100, 20);
    world.market.rebuild({ orders: [], positions: [], netPositions: [], lastTicks: null, fundUses: [] });
    expect(world.market.triggers.size).toBe(0);
    expect(world.market.openInterest()).toEqual({ long: 0, short: 0 });
  });

  it('is not touched while too few sources are alive', () => {
    const world = readyWorld();
    world.open(one, 'long', 100, 100);
    expect(world.markTo(null).closings).toEqual([]);
    world.open(two, 'long', 1, 1);
    expect(world.refused).toEqual(['pairClosed']);
    world.quote(600_000);
    const [position] = [...world.market.positions.values()];
    world.do((run) => run.close(one, position?.id ?? 0, 100));
    expect(world.market.positions.size).toBe(0);
  });

  it('is neither closed nor charged while its coin is stopped, but is afterwards', () => {
    const world = readyWorld();
    const [id] = world.open(users[0] ?? 0n, 'long', 100, 100).positions.keys();
    world.isStopped = true;
    const before = new Map(world.spec);
    world.quote(500_000);
    world.markTo(500_000);
    world.do((run) => run.overnight(Math.floor(world.now / 86_400_000) + 1));
    world.open(users[1] ?? 0n, 'short', 5, 10);
    world.do((run) => run.close(users[0] ?? 0n, id ?? 0, 1));
    expect(world.refused).toEqual(['pairClosed', 'cannotCloseNow']);
    expect(world.spec).toEqual(before);
    expect(world.market.positions.size).toBe(1);
    world.isStopped = false;
    world.quote(500_000);
    expect(world.markTo(500_000).closings[0]).toMatchObject({ reason: 'forced' });
  });

  it('covers losses from the insurance fund, then from opposing positions in the published order', () => {
    const world = readyWorld(new ContractWorld(usdt('10000'), usdt('20')));
    world.open(one, 'long', 100, 50);
    world.open(two, 'short', 60, 20);
    world.do((run) => run.quote(maker, [[580_000, 30]], []));
    const { closings } = world.markTo(580_000);
    expect(closings.map(({ reason }) => reason)).toContain('forced');
    expect(world.market.positions.visible(one)).toEqual([]);
  });

  it('pays the overnight fee once a day from its margin', () => {
    const world = readyWorld();
    world.open(one, 'long', 100, 10);
    const [before] = [...world.market.positions.values()];
    const day = Math.floor(world.now / 86_400_000) + 1;
    world.do((run) => run.overnight(day));
    world.do((run) => run.overnight(day));
    const [after] = [...world.market.positions.values()];
    const fee = ((before?.cost ?? 0n) * terms.overnightFeePpm) / 1_000_000n;
    expect(after).toMatchObject({ margin: (before?.margin ?? 0n) - fee, overnightFee: fee });
  });

  it.each([
    ['rises', 604_000],
    ['falls until it is liquidated', 530_000],
  ])('bears its fees by lots, and its closings add up to what its owner gained or lost: the price %s', (_, ticks) => {
    const world = readyWorld();
    world.open(one, 'long', 100, 10);
    world.do((run) => run.overnight(Math.floor(world.now / 86_400_000) + 1));
    const [held] = [...world.market.positions.values()];
    const id = held?.id ?? 0;
    const all = [33, 19].map((lots) => world.do((run) => run.close(one, id, lots)));
    world.quote(ticks);
    all.push(world.markTo(ticks));
    if (world.market.positions.has(id)) all.push(world.do((run) => run.close(one, id, 48)));
    const closings = all.flatMap((changes) => changes.closings).filter(({ position }) => position === id);
    const net = closings.map((closing) => netResult({ ...closing, closeFee: closing.fee }));
    expect(world.market.positions.has(id)).toBe(false);
    expect(net.reduce((sum, each) => sum + each, 0n)).toBe(world.wealth(one) - usdt('10000'));
    expect(closings.every(({ openFee, overnightFee }) => openFee > 0n && overnightFee > 0n)).toBe(true);
  });
});

describe('a 50 % price fall', () => {
  it.each([
    ['at once', [300_000]],
    ['in steps', Array.from({ length: 60 }, (_, step) => 600_000 - (step + 1) * 5_000)],
  ])('%s costs nobody without a position anything, and every sum stays zero', (_name, path) => {
    const world = readyWorld(new ContractWorld(usdt('1000000'), usdt('500')));
    const flat = users[3] ?? 0n;
    const before = world.of(flat);
    for (let count = 0; count < 60; count += 1) {
      world.quote(600_000, 3_000);
      world.open(
        users[count % 3] ?? one,
        count % 4 === 0 ? 'short' : 'long',
        20 + count,
        terms.leverages[count % 8] ?? 1,
      );
    }
    for (const ticks of path) {
      world.quote(ticks, 40);
      world.markTo(ticks);
    }
    expect(world.of(flat)).toBe(before);
    expect(world.of(houseOwners.shortfall)).toBe(0n);
    const left = [...world.market.positions.values()];
    expect(left.filter(({ side, leverage }) => side === 'long' && leverage > 2)).toEqual([]);
  });

  it('is handled when one position is the whole open interest', () => {
    const world = readyWorld();
    world.quote(600_000, 3_000);
    world.open(one, 'long', 1_000, 100);
    world.do((run) => run.quote(maker, [], []));
    world.markTo(300_000);
    expect(world.market.openInterest()).toEqual({ long: 0, short: 0 });
    expect(world.of(houseOwners.clearing)).toBe(0n);
    expect(world.of(houseOwners.shortfall)).toBe(0n);
  });
});

describe('any commands', () => {
  const command = fc.oneof(
    fc.record({
      kind: fc.constant('open' as const),
      who: fc.constantFrom(...users),
      side: fc.constantFrom('long' as const, 'short' as const),
      lots: fc.integer({ min: 0, max: 300 }),
      leverage: fc.constantFrom(...terms.leverages, 7),
      limit: fc.option(fc.integer({ min: -2_000, max: 2_000 }), { nil: null }),
      protection: fc.integer({ min: -2, max: 60 }),
    }),
    fc.record({
      kind: fc.constant('close' as const),
      pick: fc.nat(3),
      lots: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 })),
    }),
    fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(3) }),
    fc.record({ kind: fc.constant('mark' as const), move: fc.integer({ min: -30, max: 30 }), live: fc.boolean() }),
    fc.record({ kind: fc.constant('quote' as const), lots: fc.integer({ min: 0, max: 400 }) }),
    fc.record({ kind: fc.constant('overnight' as const) }),
  );

  it('keep every sum at zero, no account below zero, no position without margin', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(command, { minLength: 5, maxLength: 60 }), fc.bigInt(0n, usdt('2000')), (commands, fund) => {
        const world = readyWorld(new ContractWorld(usdt('3000'), fund));
        let ticks = 600_000;
        for (const one of commands) {
          const { market } = world;
          if (one.kind === 'mark') {
            ticks = Math.max(50_000, ticks + Math.round((ticks * one.move) / 300));
            world.markTo(one.live ? ticks : null);
          } else if (one.kind === 'quote') world.quote(ticks, Math.max(1, one.lots));
          else if (one.kind === 'overnight') {
            world.do((run) => run.overnight(Math.floor(world.now / 86_400_000) + 1));
          } else if (one.kind === 'cancel') {
            const order = [...market.orders.values()][one.pick];
            if (order !== undefined) world.do((run) => run.cancel(order.owner, order.id));
          } else if (one.kind === 'close') {
            const position = [...market.positions.values()][one.pick];
            if (position !== undefined) world.do((run) => run.close(position.owner, position.id, one.lots));
          } else {
            const sign = one.side === 'long' ? 1 : -1;
            const price = one.limit === null ? null : Math.max(1, ticks - sign * one.limit);
            const from = price ?? market.mark?.ticks ?? ticks;
            world.do((run) =>
              run.place({
                kind: 'place',
                owner: one.who,
                contract: terms.contract,
                side: one.side,
                type: price === null ? 'market' : 'limit',
                priceTicks: price,
                lots: one.lots,
                leverage: one.leverage,
                takeProfitTicks: Math.max(1, from + sign * one.protection * 500),
                stopLossTicks: Math.max(1, from - sign * one.protection * 500),
              }),
            );
          }
        }
        for (const code of world.refused) seen.add(code);
      }),
      { numRuns: allRuns(500) },
    );
    for (const code of [
      'pairClosed',
      'quantityOutOfRange',
      'insufficientWalletBalance',
      'delegationPriceBeyondMarket',
      'longTakeProfitBelowPrice',
      'shortTakeProfitAbovePrice',
      'minimumCloseOneLot',
      'closeAboveRemainingLots',
    ]) {
      expect(seen).toContain(code);
    }
  });
});
