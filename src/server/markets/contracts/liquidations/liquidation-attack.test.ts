import { atDepth } from '../../../../../tests/depth.ts';
import type { ContractClosing } from '../position.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bankruptcyTicks } from '#server/markets/engine/position.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { ContractWorld, maker, users, terms, usdt } from '../testing-world.ts';

/** Colluding accounts of one user against the insurance fund and all others. */
const [one, two, three, honest, flat] = users as [bigint, bigint, bigint, bigint, bigint];
const fund = usdt('10000');
const wealthy = usdt('100000');

/** A step of the price clock. */
const stepMs = 500;

function worldAt(ticks: number, funds = wealthy): ContractWorld {
  const world = new ContractWorld(funds, fund);
  world.stepMs = stepMs;
  world.markTo(ticks);
  return world;
}

/** Opens 48,000 USDT at 100x against a maker that then leaves. */
function openFromMaker(world: ContractWorld): void {
  world.do((run) => run.quote(maker, [], [[600_000, 800]]));
  world.open(one, 'long', 800, 100);
  world.do((run) => run.quote(maker, [], []));
}

/** A deep book at one price, in which all remaining users close; liquidations finish first. */
function closeAll(world: ContractWorld, ticks: number): void {
  const quote = () => world.do((run) => run.quote(maker, [[ticks - 5, 1_000_000]], [[ticks + 5, 1_000_000]]));
  for (let step = 0; step < 24; step += 1) {
    if (step % 10 === 0) quote();
    world.markTo(ticks);
  }
  for (const { id, owner } of world.market.orders.values()) world.do((run) => run.cancel(owner, id));
  quote();
  for (const { id, owner, lots } of world.market.positions.values()) world.do((run) => run.close(owner, id, lots));
  expect(world.market.positions.size).toBe(0);
}

describe('two accounts of one user against the insurance fund', () => {
  it('get none of it by bidding far below a liquidation', () => {
    const world = worldAt(600_000);
    const before = world.wealth(one) + world.wealth(two);
    openFromMaker(world);
    // The bankruptcy price less the whole fund.
    const bid = 600_000 - 6_000 - Number(fund / (800n * terms.unitsPerTickLot)) + 10;
    world.place(two, 'long', 800, 5, bid);
    const marks = Array.from({ length: 25 }, () => world.markTo(596_380));
    const done = marks.flatMap(({ closings }) => closings);
    // No bids near the mark price: after the patience it goes to the opposing maker, at the mark price.
    expect(done).toMatchObject([{ reason: 'forced', lots: 800, priceTicks: 596_380 }]);
    closeAll(world, 596_380);
    expect(world.of(houseOwners.insurance)).toBeGreaterThanOrEqual(fund);
    expect(world.wealth(one) + world.wealth(two)).toBeLessThan(before);
    expect(world.refused).toEqual([]);
  });

  it('only lose by trading with each other far from the mark price', () => {
    for (const price of [620_000, 700_000, 1_200_000]) {
      const world = worldAt(600_000);
      const before = world.wealth(one) + world.wealth(two);
      world.place(two, 'short', 400, 1, price);
      world.place(one, 'long', 400, 100, price);
      expect(world.refused).toEqual(['delegationPriceBeyondMarket']);
      world.open(one, 'long', 400, 100);
      expect(world.market.positions.size).toBe(0);
      closeAll(world, 600_000);
      expect(world.wealth(one) + world.wealth(two)).toBeLessThanOrEqual(before);
      expect(world.of(houseOwners.insurance)).toBe(fund);
    }
  });

  it('gain nothing from an order that the market left behind', () => {
    const world = worldAt(600_000);
    world.place(one, 'long', 800, 100, 599_900);
    world.markTo(570_000);
    world.open(two, 'short', 800, 5);
    expect(world.market.positions.size).toBe(0);
    expect(world.market.orders.countOf(one)).toBe(0);
    // An order whose position would start far from liquidation stays, and is filled at its own price.
    world.place(one, 'long', 100, 5, 569_900);
    world.markTo(565_000);
    world.open(two, 'short', 100, 5);
    expect(world.market.positions.countOf(one)).toBe(1);
  });

  it('get no more than the fund’s limits out of one liquidation, and out of all within an hour', () => {
    const world = worldAt(600_000);
    let paid = 0n;
    for (let round = 0; round < 8; round += 1) {
      world.place(two, 'short', 800, 1, 600_000);
      world.open(one, 'long', 800, 100);
      const before = world.of(houseOwners.insurance);
      // A jump of 4 %, and a buyer at the mark price.
      world.place(three, 'long', 800, 5, 576_000);
      world.markTo(576_000);
      const took = before - world.of(houseOwners.insurance);
      expect(took).toBeLessThanOrEqual((before * terms.liquidation.fundOncePpm) / 1_000_000n);
      paid += took;
      closeAll(world, 576_000);
      world.markTo(600_000);
      world.do((run) => run.quote(maker, [], []));
    }
    expect(paid).toBeGreaterThan((fund * 150_000n) / 1_000_000n);
    expect(paid).toBeLessThanOrEqual((fund * terms.liquidation.fundWindowPpm) / 1_000_000n);
    world.now += terms.liquidation.fundWindowMs;
    const before = world.of(houseOwners.insurance);
    world.markTo(600_000);
    world.place(two, 'short', 800, 1, 600_000);
    world.open(one, 'long', 800, 100);
    world.place(three, 'long', 800, 5, 576_000);
    world.markTo(576_000);
    expect(world.of(houseOwners.insurance)).toBeLessThan(before);
  });
});

describe('a large position past its liquidation price', () => {
  it('is reduced to the next lower tier in slices, and the rest keeps its margin', () => {
    const world = worldAt(600_000, usdt('1000000'));
    world.do((run) => run.quote(maker, [], [[600_000, 6_000]]));
    world.open(one, 'long', 6_000, 20);
    world.do((run) => run.quote(maker, [[576_900, 100_000]], []));
    const slices: number[] = [];
    const [position] = world.market.positions.values();
    if (position === undefined) throw new Error('nothing was opened');
    for (let step = 0; step < 10; step += 1) {
      const { closings } = world.markTo(576_900);
      slices.push(...closings.map(({ lots }) => lots));
    }
    // 100,000 USDT at each mark price, down to the 250,000 USDT of the second tier.
    expect(slices).toEqual([1_733, 101]);
    expect(world.market.positions.get(position.id)?.lots).toBe(4_166);
    expect(world.market.triggers.crossed(576_900)).toEqual([]);
  });
});

/** One strategy of three accounts, with makers and an honest user beside them. */
class Strategy {
  readonly world = worldAt(600_000);
  readonly liquidations: ContractClosing[] = [];
  readonly deleveraged: (ContractClosing & { readonly markTicks: number })[] = [];
  /** What the fund paid for each liquidation, and its balance then. */
  readonly payouts: { readonly amount: bigint; readonly of: bigint }[] = [];
  ticks = 600_000;
  readonly #random: () => number;
  readonly #isJumpy: boolean;

  constructor(seed: number, isJumpy: boolean) {
    let state = seed >>> 0;
    this.#random = () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
    this.#isJumpy = isJumpy;
  }

  play(): void {
    this.world.checks = false;
    const steps = 25 + this.#below(30);
    for (let step = 0; step < steps; step += 1) {
      const what = this.#random();
      if (what < 0.4) this.#move();
      else if (what < 0.5) this.#quote();
      else if (what < 0.56) this.#honest();
      else this.#collude();
    }
    closeAll(this.world, this.ticks);
    this.world.check();
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #one<Item>(items: readonly Item[]): Item {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  /** The index walks by at most 0.15 % between two marks; in a jumpy world by up to 4 % now and then. */
  #move(): void {
    const times = 1 + this.#below(10);
    const way = this.#one([-1, 1]);
    for (let time = 0; time < times; time += 1) {
      const jumps = this.#isJumpy && this.#random() < 0.15;
      const share = this.#random() * (jumps ? 0.04 : 0.0015);
      this.ticks = Math.max(300_000, Math.round(this.ticks * (1 + way * share)));
      // As if they knew the future: one of them has an order where the jump ends.
      if (jumps && this.#random() < 0.7) this.world.place(three, way < 0 ? 'long' : 'short', 800, 5, this.ticks);
      let had = this.world.of(houseOwners.insurance);
      const takenBy = new Map<number, { readonly amount: bigint; readonly of: bigint }>();
      const { closings } = this.world.markTo(this.ticks);
      for (const closing of closings) {
        if (closing.reason === 'forced') this.liquidations.push(closing);
        const markTicks = this.world.market.mark?.ticks ?? 0;
        if (closing.reason === 'deleveraged') this.deleveraged.push({ ...closing, markTicks });
        const taken = takenBy.get(closing.position);
        if (closing.insurance < 0n) {
          takenBy.set(closing.position, { amount: (taken?.amount ?? 0n) - closing.insurance, of: taken?.of ?? had });
        }
        had += closing.insurance;
      }
      this.payouts.push(...takenBy.values());
    }
  }

  /** Makers quote fairly, shallow or deep, or leave. */
  #quote(): void {
    const lots = this.#one([0, 20, 300, 5_000]);
    const quotes = lots === 0 ? [] : [1, 2, 3];
    const bids = quotes.map((step) => [this.ticks - step * 60, lots] as const);
    const asks = quotes.map((step) => [this.ticks + step * 60, lots] as const);
    this.world.do((run) => run.quote(maker, bids, asks));
  }

  /** An honest user takes orders near the mark price, or closes. */
  #honest(): void {
    const [held] = this.world.market.positions.of(honest);
    if (held !== undefined && this.#random() < 0.3) {
      this.world.do((run) => run.close(honest, held.id, held.lots));
    } else this.world.open(honest, this.#one(['long', 'short'] as const), 1 + this.#below(200), this.#one([1, 3, 10]));
  }

  #collude(): void {
    const { world } = this;
    const who = this.#one([one, two, three]);
    const side = this.#one(['long', 'short'] as const);
    const lots = this.#one([1, 50, 400, 800, 2_000]);
    const what = this.#random();
    const held = [one, two, three].flatMap((owner) => world.market.positions.of(owner));
    if (what < 0.25) world.open(who, side, lots, this.#one([5, 20, 50, 100, 100, 100]));
    else if (what < 0.8) world.place(who, side, lots, this.#one([1, 5, 20, 50, 100, 100]), this.#price(held));
    else if (what < 0.9 && held.length > 0) {
      const { id, owner, lots: all } = this.#one(held);
      world.do((run) => run.close(owner, id, 1 + this.#below(all)));
    } else {
      const [order] = world.market.orders.of(who);
      if (order !== undefined) world.do((run) => run.cancel(who, order.id));
    }
  }

  /** Around the mark price, at the edges of the bands, near a bankruptcy price, or far out. */
  #price(held: readonly Parameters<typeof bankruptcyTicks>[1][]): number {
    const what = this.#random();
    const sign = this.#one([-1, 1]);
    if (what < 0.35) return this.ticks + sign * this.#below(400);
    if (what < 0.55) return Math.round(this.ticks * (1 + sign * this.#one([0.003, 0.0029, 0.001, 0.05])));
    if (what < 0.85 && held.length > 0) {
      return Math.max(
        1,
        bankruptcyTicks(terms, this.#one(held)) + sign * this.#one([0, 1, 50, 3_000, 12_000, 125_000]),
      );
    }
    return Math.round(this.ticks * this.#one([0.3, 0.5, 0.8, 0.95, 1.05, 1.3, 2, 3.5]));
  }
}

describe('three accounts of one user, in 2,000 random strategies', () => {
  /**
   * In each strategy all positions are closed at the end in a fair book, so that everything is money again. Then:
   *
   *     what the three gained <= what makers and the honest user lost - all fees + what the fund paid net
   *
   * holds by the ledger; the test shows that the right side is fair. Makers and honest users trade at prices they
   * named, or at the mark price when they are deleveraged, never below what a bankrupt side could pay; users without a
   * position keep every unit; the house covers nothing. The fund pays nothing as long as the index does not jump beyond
   * the remaining margin: bids alone gain nothing. When it jumps, each payment is within the fund's shares, and the
   * three together never get more than those.
   */
  it.each([
    ['with an index that walks', atDepth(1_400), false],
    ['with an index that jumps', atDepth(600), true],
  ])(
    '%s, never end above their start by more than others lost in fair trades',
    (_name, numRuns, isJumpy) => {
      const seen = { liquidations: 0, deleveraged: 0, payouts: 0 };
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
          const strategy = new Strategy(seed, isJumpy);
          const { world } = strategy;
          strategy.play();
          const gained = [one, two, three].reduce((sum, owner) => sum + world.wealth(owner) - wealthy, 0n);
          const others = world.wealth(honest) - wealthy + world.of(maker) - usdt('4000000000');
          const fees = world.of(houseOwners.fees);
          const toFund = world.of(houseOwners.insurance) - fund;
          expect(gained).toBe(-others - fees - toFund);
          expect(world.wealth(flat)).toBe(wealthy);
          expect(world.of(houseOwners.shortfall)).toBe(0n);
          expect(world.of(houseOwners.clearing)).toBe(0n);
          const paid = strategy.payouts.reduce((sum, { amount }) => sum + amount, 0n);
          if (!isJumpy) {
            expect(paid).toBe(0n);
            expect(gained).toBeLessThanOrEqual(-others - fees);
            for (const { priceTicks, markTicks } of strategy.deleveraged) expect(priceTicks).toBe(markTicks);
          }
          const { fundOncePpm, fundWindowPpm } = terms.liquidation;
          // A strategy lasts at most one window; surpluses of liquidations enlarge the fund on the way.
          const largest = strategy.payouts.reduce((most, { of }) => (of > most ? of : most), fund);
          expect(paid).toBeLessThanOrEqual(((largest + paid) * fundWindowPpm) / 1_000_000n);
          for (const { amount, of } of strategy.payouts) {
            expect(amount).toBeLessThanOrEqual((of * fundOncePpm) / 1_000_000n);
          }
          expect(gained).toBeLessThanOrEqual(-others - fees + paid);
          seen.liquidations += strategy.liquidations.length;
          seen.deleveraged += strategy.deleveraged.length;
          seen.payouts += strategy.payouts.length;
        }),
        { numRuns },
      );
      expect(seen.liquidations).toBeGreaterThan(numRuns / 10);
      expect(seen.deleveraged).toBeGreaterThan(0);
      if (isJumpy) expect(seen.payouts).toBeGreaterThan(atDepth(10, 3));
    },
    60_000,
  );
});
