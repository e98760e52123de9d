import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allRuns } from '../../../../../tests/depth.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { PauseWatch } from '#server/core/clock/pause-watch.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { pairOf } from '#server/markets/pairs.ts';
import { type Opening, openingOf } from '../auction/phase.ts';
import { BatchFunds } from '../funds.ts';
import { SpotMarket } from '../market.ts';
import { termsOf } from '../pair-terms.ts';
import type { PlaceRequest } from '../placement.ts';
import { SpotRun } from '../run.ts';
import { restingOrder } from '../testing-orders.ts';
import type { PairChange, PairSnapshot } from './messages.ts';
import { MarketReplica } from './market-replica.ts';
import { viewsOf, type ViewedMarket } from './views.ts';

const pair = 'BTCUSDT';
const terms = termsOf(pairOf(pair));
const opensAt = Date.UTC(2026, 10, 20, 12);
const owners = [houseOwners.makerA, 100_001n, 100_002n, 100_003n];
const epoch = 7;

const owner = fc.constantFrom(...owners);
const side = fc.constantFrom('buy' as const, 'sell' as const);
const amount = fc.integer({ min: 1, max: 40 }).map((lots) => `0.${String(lots).padStart(3, '0')}`);
const price = fc.integer({ min: 59_980, max: 60_020 }).map(String);

/** A command; a cancel names the n-th order then resting. */
const command = fc.oneof(
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('limit' as const), owner, side, price, amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('market' as const), owner, side, amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('uncross' as const), most: fc.integer({ min: 1, max: 4 }) }) },
);
/** What comes between two commits: the pair's next state, or a pause after which the house's orders are withdrawn. */
const step = fc.oneof(
  { weight: 12, arbitrary: fc.array(command, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant('open' as const) },
  { weight: 1, arbitrary: fc.constantFrom('open' as const, 'halted' as const, 'pause' as const) },
);
const steps = fc.array(step, { minLength: 20, maxLength: 60, size: 'max' });
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The engine that runs the pair, in memory. Its pair begins with a call auction. */
class RunningPair {
  now = opensAt - 60_000;
  readonly market = new SpotMarket(terms, inState('auction'), new PauseWatch(() => this.now));
  seq = 0;
  #id = 0;

  /** Executes a step. @returns the change of its commit; null when it committed nothing */
  take(one: Step): PairChange | null {
    if (one === 'pause') this.now += 30_000;
    else if (typeof one === 'string') this.market.retune(terms, inState(one));
    else return this.#commit(one);
    return null;
  }

  snapshot(): PairSnapshot {
    return { ...this.#state(), orders: [...this.market.open.values()].toSorted((a, b) => a.id - b.id) };
  }

  #commit(commands: readonly Command[]): PairChange | null {
    const run = this.#newRun();
    for (const one of commands) this.#execute(run, one);
    this.market.release();
    if (run.touched.size === 0) return null;
    this.seq += 1;
    return { ...this.#state(), at: this.now, trades: run.trades, orders: [...run.orders.values()], balances: [] };
  }

  #execute(run: SpotRun, one: Command): void {
    try {
      if (one.kind === 'uncross') run.uncross({ kind: 'uncross', pair, most: one.most });
      else if (one.kind === 'cancel') {
        const open = [...this.market.open.values()];
        const found = open[one.nth % Math.max(1, open.length)];
        if (found !== undefined) run.cancel({ kind: 'cancel', id: found.id, owner: found.owner });
      } else run.place(requestOf(one));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  #newRun(): SpotRun {
    const rich = { available: 10n ** 18n, frozen: 0n, locked: 0n };
    const funds = owners.flatMap((one) =>
      ['USDT', 'BTC'].map((asset) => ({ owner: one, wallet: 'spot' as const, asset, ...rich })),
    );
    return new SpotRun({
      funds: new BatchFunds(funds),
      at: this.now,
      nextId: () => (this.#id += 1),
      market: () => this.market,
      marketOf: () => this.market,
      isHeld: () => false,
      finished: new Map(),
    });
  }

  #state() {
    const { lastTicks, indicative } = this.market.visible();
    return { market: pair, epoch, seq: this.seq, lastTicks, indicative, halted: this.market.halted };
  }
}

function inState(state: Opening['state']): Opening {
  return openingOf({ ...pairOf(pair), state, opensAt, referencePrice: '60000' });
}

function requestOf(one: Command & { readonly kind: 'limit' | 'market' }): PlaceRequest {
  const limitPrice = one.kind === 'limit' ? one.price : null;
  const { owner: by, side: on, amount: wanted } = one;
  return { kind: 'place', owner: by, pair, side: on, type: one.kind, price: limitPrice, amount: wanted, total: null };
}

/** Everything that is shown of a market, as clients see it and in steps. */
function shown(market: ViewedMarket & Pick<MarketReplica, 'open' | 'halted' | 'phaseAt'>) {
  const views = viewsOf(new Map([[pair, market]]), ({ halted }) => halted !== null);
  const { bids, asks, lastTicks, indicative } = market.visible();
  return {
    book: { bids, asks, lastTicks, indicative },
    depth: views.depth(pair, 5),
    prices: views.prices(pair),
    indication: views.indication(pair),
    isOpen: views.isOpen(pair),
    orders: owners.map((one) => views.openOrders(one, pair)),
    open: [...market.open.values()].toSorted((a, b) => a.id - b.id),
    phases: [opensAt - 1, opensAt, opensAt + 1].map((at) => market.phaseAt(at)),
    halted: market.halted,
  };
}

/** A replica that followed the market from its first commit on. */
function replicaOf(running: RunningPair): MarketReplica {
  const replica = new MarketReplica(terms, running.market.opening);
  replica.load(running.snapshot());
  return replica;
}

describe('a replicated market', () => {
  test('shows exactly what the market shows after each commit', () => {
    const seen = { trades: 0, indications: 0, phases: new Set<string>() };
    fc.assert(
      fc.property(steps, (taken) => {
        const running = new RunningPair();
        const replica = replicaOf(running);
        for (const one of taken) {
          const change = running.take(one);
          if (change !== null) expect(replica.apply(change)).toBe(true);
          else replica.retune(terms, running.market.opening);
          const now = shown(running.market);
          expect(shown(replica)).toEqual(now);
          expect([replica.epoch, replica.seq]).toEqual([epoch, running.seq]);
          seen.trades += change?.trades.length ?? 0;
          if (now.book.indicative !== null) seen.indications += 1;
          for (const phase of now.phases) seen.phases.add(phase);
        }
      }),
      { numRuns: allRuns(100) },
    );
    expect(seen.trades).toBeGreaterThan(100);
    expect(seen.indications).toBeGreaterThan(100);
    expect(seen.phases).toEqual(new Set(['call', 'opening', 'trading', 'closed']));
  });

  test('shows the same after a snapshot in the middle as after every commit from the start', () => {
    fc.assert(
      fc.property(steps, fc.nat(60), (taken, middle) => {
        const running = new RunningPair();
        const first = replicaOf(running);
        let late: MarketReplica | null = null;
        for (const [nth, one] of taken.entries()) {
          const change = running.take(one);
          for (const replica of late === null ? [first] : [first, late]) {
            replica.retune(terms, running.market.opening);
            if (change !== null) replica.apply(change);
          }
          if (nth === middle) late = replicaOf(running);
        }
        // A replica that has lost its place takes a snapshot over what it holds.
        first.load(running.snapshot());
        for (const replica of late === null ? [first] : [first, late]) {
          expect(shown(replica)).toEqual(shown(running.market));
          expect(replica.seq).toBe(running.seq);
        }
      }),
      { numRuns: allRuns(100) },
    );
  });

  test('refuses what is not the next commit of its epoch, and what it knows already changes nothing', () => {
    fc.assert(
      fc.property(steps, fc.nat(40), (taken, lost) => {
        const running = new RunningPair();
        const replica = replicaOf(running);
        running.market.retune(terms, inState('open'));
        replica.retune(terms, inState('open'));
        const changes = taken.map((one) => running.take(one)).filter((change) => change !== null);
        replica.retune(terms, running.market.opening);
        const missing = lost % Math.max(1, changes.length);
        for (const change of changes.slice(0, missing)) replica.apply(change);
        const before = shown(replica);
        for (const change of changes.slice(missing + 1)) expect(replica.apply(change)).toBe(false);
        for (const change of changes.slice(0, missing).toReversed()) expect(replica.apply(change)).toBe(true);
        for (const change of changes) expect(replica.apply({ ...change, epoch: epoch + 1 })).toBe(false);
        expect(shown(replica)).toEqual(before);
        expect(replica.seq).toBe(missing);
        for (const change of changes.slice(missing)) expect(replica.apply(change)).toBe(true);
        expect(shown(replica)).toEqual(shown(running.market));
      }),
      { numRuns: allRuns(100) },
    );
  });
});

describe('a replica', () => {
  const empty: PairSnapshot = {
    market: pair,
    epoch,
    seq: 4,
    lastTicks: 60_000,
    indicative: null,
    halted: null,
    orders: [],
  };
  const change: PairChange = { ...empty, seq: 5, at: 1, trades: [], orders: [restingOrder], balances: [] };
  const replicated = () => {
    const replica = new MarketReplica(terms, inState('open'));
    replica.load(empty);
    return replica;
  };

  test('is closed and follows nothing before its first snapshot', () => {
    const replica = new MarketReplica(terms, inState('open'));
    expect(replica.apply({ ...change, seq: 1 })).toBe(false);
    expect([replica.epoch, replica.seq, replica.phaseAt(opensAt), replica.open.size]).toEqual([
      null,
      null,
      'closed',
      0,
    ]);
    replica.load(empty);
    expect([replica.epoch, replica.seq, replica.phaseAt(opensAt)]).toEqual([epoch, 4, 'trading']);
  });

  test('shows as many levels as a book does, from the best on', () => {
    const replica = replicated();
    const orders = Array.from({ length: depthLevelsMax + 5 }, (_, nth) => ({
      ...restingOrder,
      id: nth + 1,
      price: BigInt(500_000 + nth) * terms.tickUnits,
    }));
    replica.load({ ...empty, orders });
    const running = new RunningPair().market;
    running.rebuild({ orders, lastPrice: null });
    expect(replica.visible().bids).toHaveLength(depthLevelsMax);
    expect(replica.visible().bids).toEqual(running.visible().bids);
  });

  test('says why its market is halted', () => {
    const replica = replicated();
    expect(replica.apply({ ...change, orders: [], halted: 'an empty level was left' })).toBe(true);
    expect(replica.halted).toBe('an empty level was left');
  });

  test('shows no auction once its pair is open, whatever the last commit said', () => {
    const replica = replicated();
    replica.retune(terms, inState('auction'));
    replica.apply({ ...change, indicative: { priceTicks: 60_000, lots: 5n } });
    expect(replica.visible().indicative).toEqual({ priceTicks: 60_000, lots: 5n });
    replica.retune(terms, inState('open'));
    expect(replica.visible().indicative).toBeNull();
  });

  test('takes nothing of a message with an order that cannot rest', () => {
    const replica = replicated();
    replica.apply(change);
    const before = shown(replica);
    const other = { ...restingOrder, id: 2 };
    const offGrid = { ...restingOrder, id: 3, price: 1n };
    expect(() => replica.apply({ ...change, seq: 6, orders: [other, offGrid] })).toThrow('off the steps');
    expect(() => replica.load({ ...empty, seq: 9, orders: [other, offGrid] })).toThrow('off the steps');
    expect(shown(replica)).toEqual(before);
    expect(replica.seq).toBe(5);
  });

  test('takes nothing of another pair, and no other steps', () => {
    const replica = replicated();
    expect(() => replica.load({ ...empty, market: 'ETHUSDT' })).toThrow('was sent ETHUSDT');
    expect(() => replica.apply({ ...change, market: 'ETHUSDT' })).toThrow('was sent ETHUSDT');
    expect(() => replica.retune({ ...terms, lotUnits: 1n }, inState('open'))).toThrow('steps');
    expect(replica.seq).toBe(4);
  });

  test('has no digest: the priority of its orders is not known', () => {
    const views = viewsOf<ViewedMarket>(new Map([[pair, replicated()]]), () => false);
    expect(() => views.stateHash(pair)).toThrow('not in this process');
  });
});
