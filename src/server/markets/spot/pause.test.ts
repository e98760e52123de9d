import { expect, test } from 'vitest';
import { houseOwners } from '#server/core/ledger/account.ts';
import { pairOf } from '../pairs.ts';
import { PauseWatch } from '#server/core/clock/pause-watch.ts';
import { BatchFunds } from './funds.ts';
import { SpotRun } from './run.ts';
import { termsOf } from './pair-terms.ts';
import { openingOf } from './auction/phase.ts';
import type { PlaceRequest } from './placement.ts';
import { SpotMarket } from './market.ts';
import type { SpotOrder } from './order.ts';

/** A spot market in memory; the test controls the clock. */
const maker = houseOwners.makerA;
const [one, two] = [100_001n, 100_002n];

class World {
  now = Date.UTC(2026, 10, 20, 12);
  readonly market = new SpotMarket(
    termsOf(pairOf('BTCUSDT')),
    openingOf(pairOf('BTCUSDT')),
    new PauseWatch(() => this.now),
  );
  #id = 0;
  /** Frozen amounts by owner, from the journals. */
  readonly frozen = new Map<bigint, bigint>();

  batch(work: (run: SpotRun) => void, fails = false): void {
    const funds = [maker, one, two].flatMap((owner) =>
      ['USDT', 'BTC'].map((asset) => ({
        owner,
        wallet: 'spot' as const,
        asset,
        available: 10n ** 18n,
        frozen: 0n,
        locked: 0n,
      })),
    );
    const before = [...this.market.open.values()];
    const run = new SpotRun({
      funds: new BatchFunds(funds),
      at: this.now,
      nextId: () => (this.#id += 1),
      market: () => this.market,
      marketOf: () => this.market,
      isHeld: () => false,
      finished: new Map(),
    });
    work(run);
    if (fails) return this.market.rebuild({ orders: before, lastPrice: null });
    for (const { postings } of run.journals.all()) {
      for (const { owner, part, amount } of postings) {
        if (part === 'frozen') this.frozen.set(owner, (this.frozen.get(owner) ?? 0n) + amount);
      }
    }
    this.market.release();
  }

  place(owner: bigint, side: 'buy' | 'sell', price: string | null): SpotOrder {
    let placed: SpotOrder | null = null;
    this.batch((run) => (placed = run.place(request(owner, side, price))));
    if (placed === null) throw new Error('nothing was placed');
    return placed;
  }
}

function request(owner: bigint, side: 'buy' | 'sell', price: string | null): PlaceRequest {
  const type = price === null ? 'market' : 'limit';
  return { kind: 'place', owner, pair: 'BTCUSDT', side, type, price, amount: '0.1', total: null };
}

function quoted(): World {
  const world = new World();
  world.place(maker, 'sell', '60010');
  world.place(maker, 'buy', '59990');
  world.place(two, 'sell', '60100');
  return world;
}

test('quotes from before a pause are cancelled before they can be matched; orders of users stay', () => {
  const world = quoted();
  world.now += 30_000;
  const bought = world.place(one, 'buy', null);
  // Not at 60,010, the price before the pause, but at a user's offer.
  expect(bought).toMatchObject({ status: 'filled', filledTotal: 601_000_000_000n });
  expect(world.market.open.of(maker)).toEqual([]);
  expect(world.frozen.get(maker)).toBe(0n);
});

test('a maker that resumes after a pause does not leave its old quotes beside the new ones', () => {
  const world = quoted();
  world.now += 30_000;
  world.place(maker, 'sell', '55010');
  expect(world.market.book.levels('sell', 10).map(({ lots }) => lots)).toHaveLength(2);
  expect(world.market.book.levels('buy', 10)).toEqual([]);
  world.now += 1_000;
  const bought = world.place(one, 'buy', null);
  expect(bought).toMatchObject({ status: 'filled', filledTotal: 550_100_000_000n });
});

test('what a failed batch cancelled is restored, and cancelled again', () => {
  const world = quoted();
  world.now += 30_000;
  world.batch((run) => run.place(request(one, 'buy', null)), true);
  expect(world.market.open.of(maker)).toHaveLength(2);
  expect(world.place(one, 'buy', null)).toMatchObject({ filledTotal: 601_000_000_000n });
});

test('without a pause quotes stay, however old they are', () => {
  const world = quoted();
  for (let look = 0; look < 100; look += 1) {
    world.now += 4_000;
    world.market.hasPaused();
  }
  expect(world.place(one, 'buy', null)).toMatchObject({ status: 'filled', filledTotal: 600_100_000_000n });
});
