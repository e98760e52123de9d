import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allRuns } from '../../../../../tests/depth.ts';
import { goldIndex } from '#server/markets/candles/gold-index.ts';
import { pairs } from '#server/markets/pairs.ts';
import type { ContractChanges } from '../changes.ts';
import { listContracts } from '../listed-contracts.ts';
import { priceLifeMs } from '../prices/mark.ts';
import { ContractMarket } from '../market.ts';
import type { ContractRun } from '../run.ts';
import { ContractWorld, maker, terms, usdt, users } from '../testing-world.ts';
import type { ViewedContract } from '../viewed-contract.ts';
import { snapshotOfContract, stateOfContract } from './contract-state.ts';
import type { ContractChange, ContractSnapshot } from './messages.ts';
import { ContractReplica } from './contract-replica.ts';

const epoch = 7;

/** The engine that runs the contract, in memory: each command is a commit with its change. */
class RunningContract extends ContractWorld {
  seq = 0;
  readonly published: ContractChange[] = [];

  override do(work: (run: ContractRun) => void): ContractChanges {
    const changes = super.do(work);
    this.seq += 1;
    this.published.push({
      ...this.#place(),
      ...stateOfContract(this.market),
      at: this.now,
      trades: changes.trades,
      orders: [...changes.orders.values()],
      positions: changes.shownPositions(),
      balances: [],
    });
    return changes;
  }

  snapshot(): ContractSnapshot {
    return { ...this.#place(), ...snapshotOfContract(this.market) };
  }

  #place() {
    return { epoch, seq: this.seq };
  }
}

const who = fc.constantFrom(...users);
const side = fc.constantFrom('long' as const, 'short' as const);
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      who,
      side,
      lots: fc.integer({ min: 1, max: 300 }),
      leverage: fc.constantFrom(...terms.leverages),
      /** Ticks from the last price, towards its own side of the book. */
      away: fc.option(fc.integer({ min: -200, max: 1_500 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      nth: fc.nat(9),
      lots: fc.integer({ min: 1, max: 200 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mark' as const), move: fc.integer({ min: -25, max: 25 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('quote' as const), lots: fc.integer({ min: 0, max: 400 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('protect' as const, 'overnight' as const, 'blind' as const, 'pause' as const),
    }),
  },
);
const commands = fc.array(command, { minLength: 10, maxLength: 40, size: 'max' });
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

/** Gives the contract a command around its last price. */
function execute(running: RunningContract, one: Command): void {
  const { market } = running;
  const ticks = market.mark?.indexTicks ?? 600_000;
  if (one.kind === 'mark') return void running.markTo(ticks + Math.round((ticks * one.move) / 400));
  if (one.kind === 'blind') return void running.markTo(null);
  if (one.kind === 'overnight')
    return void running.do((run) => run.overnight(Math.floor(running.now / 86_400_000) + 1));
  if (one.kind === 'quote') {
    return one.lots === 0 ? void running.do((run) => run.quote(maker, [], [])) : running.quote(ticks, one.lots);
  }
  if (one.kind === 'pause') {
    running.now += 2 * priceLifeMs;
    running.looks = false;
    running.do(() => {});
    running.looks = true;
    return;
  }
  if (one.kind === 'open') {
    const towards = one.side === 'long' ? -1 : 1;
    const priceTicks = one.away === null ? null : ticks + towards * one.away;
    return void running.place(one.who, one.side, one.lots, one.leverage, priceTicks);
  }
  if (one.kind === 'cancel') {
    const order = pick([...market.orders.values()], one.nth);
    if (order !== undefined) running.do((run) => run.cancel(order.owner, order.id));
    return;
  }
  const held = pick([...market.positions.values()], one.kind === 'close' ? one.nth : 0);
  if (held === undefined) return;
  if (one.kind === 'close') {
    return void running.do((run) => run.close(held.owner, held.id, Math.min(one.lots, held.lots)));
  }
  const [takeProfit, stopLoss] = held.side === 'long' ? [ticks * 2, 2] : [2, ticks * 2];
  running.do((run) => run.protect(held.owner, held.id, takeProfit, stopLoss));
}

function pick<Item>(items: readonly Item[], nth: number): Item | undefined {
  return items[nth % Math.max(1, items.length)];
}

/** Everything that is shown of a contract. */
function shown(market: ViewedContract, now: number) {
  const { listed, mark, rested, halted, hasQuotes, orders, positions } = market;
  return {
    id: listed.id,
    prices: { mark, rested, halted, hasQuotes },
    book: market.visibleBook(),
    orders: [orders.size, ...users.map((owner) => orders.visible(owner))],
    positions: [positions.size, ...users.map((owner) => positions.visible(owner))],
    isPriced: [now - priceLifeMs - 1, now, now + priceLifeMs, now + priceLifeMs + 1].map((at) => market.isPriced(at)),
    isStopped: market.isStopped(),
  };
}

const newWorld = () => new RunningContract(usdt('5000'), usdt('300'));

/** A contract with its first price and a book, and a replica that follows it from there on. */
function started() {
  const running = newWorld();
  running.markTo(600_000);
  running.quote(600_000);
  const replica = replicaOf(running);
  running.published.length = 0;
  return { running, replica };
}

function replicaOf(running: RunningContract): ContractReplica {
  const replica = new ContractReplica(running.market.listed, running.market.isStopped);
  replica.load(running.snapshot());
  return replica;
}

describe('a replicated contract', () => {
  test('shows exactly what the contract shows after each commit', () => {
    const seen = { trades: 0, resting: 0, positions: 0, closed: 0, unpriced: 0, unquoted: 0 };
    fc.assert(
      fc.property(commands, (assigned) => {
        const { running, replica } = started();
        for (const one of assigned) {
          execute(running, one);
          for (const change of running.published.splice(0)) {
            expect(replica.apply(change)).toBe(true);
            seen.trades += change.trades.length;
            seen.closed += change.positions.filter(({ lots }) => lots === 0).length;
          }
          const { now, market } = running;
          expect(shown(replica, now)).toEqual(shown(market, now));
          expect([replica.epoch, replica.seq]).toEqual([epoch, running.seq]);
          seen.resting += market.orders.size;
          seen.positions += market.positions.size;
          if (market.mark === null) seen.unpriced += 1;
          if (!market.hasQuotes) seen.unquoted += 1;
        }
      }),
      { numRuns: allRuns(100) },
    );
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(10);
  });

  test('shows the same after a snapshot in the middle as after every commit from the start', () => {
    fc.assert(
      fc.property(commands, commands, (before, after) => {
        const { running, replica } = started();
        for (const one of before) execute(running, one);
        const late = replicaOf(running);
        for (const one of after) execute(running, one);
        for (const change of running.published) {
          expect(replica.apply(change)).toBe(true);
          expect(late.apply(change)).toBe(true);
        }
        const now = shown(running.market, running.now);
        expect(shown(replica, running.now)).toEqual(now);
        expect(shown(late, running.now)).toEqual(now);
        // One that has lost its place takes a snapshot over what it holds.
        replica.load(running.snapshot());
        expect(shown(replica, running.now)).toEqual(now);
      }),
      { numRuns: allRuns(50) },
    );
  });

  test('refuses what is not the next commit of its epoch, and what it knows already changes nothing', () => {
    fc.assert(
      fc.property(commands, fc.nat(40), (assigned, lost) => {
        const { running, replica } = started();
        for (const one of assigned) execute(running, one);
        const { published: changes, now } = running;
        const missing = lost % Math.max(1, changes.length);
        const first = replica.seq ?? 0;
        for (const change of changes.slice(0, missing)) replica.apply(change);
        const before = shown(replica, now);
        for (const change of changes.slice(missing + 1)) expect(replica.apply(change)).toBe(false);
        for (const change of changes.slice(0, missing).toReversed()) expect(replica.apply(change)).toBe(true);
        for (const change of changes) {
          expect(replica.apply({ ...change, epoch: epoch + 1 })).toBe(false);
          expect(replica.apply({ ...change, epoch: epoch - 1 })).toBe(false);
          expect(() => replica.apply({ ...change, market: 'another' })).toThrow('was sent another');
        }
        expect(shown(replica, now)).toEqual(before);
        expect(replica.seq).toBe(first + missing);
        for (const change of changes.slice(missing)) expect(replica.apply(change)).toBe(true);
        expect(shown(replica, now)).toEqual(shown(running.market, now));
      }),
      { numRuns: allRuns(50) },
    );
  });
});

describe('a replica', () => {
  test('is empty, has no price and follows nothing before its first snapshot', () => {
    const { running } = started();
    running.place(users[0] ?? 0n, 'long', 5, 10, 599_000);
    const replica = new ContractReplica(running.market.listed, () => false);
    expect(replica.apply({ ...(running.published[0] as ContractChange), seq: 1 })).toBe(false);
    expect([replica.epoch, replica.seq, replica.isPriced(running.now)]).toEqual([null, null, false]);
    expect([replica.mark, replica.rested, replica.halted, replica.hasQuotes]).toEqual([null, null, null, false]);
    expect(replica.visibleBook()).toEqual({ bids: [], asks: [], lastTicks: null, openLots: 0 });
    expect([replica.orders.size, replica.positions.size]).toEqual([0, 0]);
    replica.load(running.snapshot());
    expect([replica.id, replica.seq, replica.orders.size]).toEqual([terms.contract, running.seq, 1]);
  });

  test('keeps an order while it is open and something is frozen for it', () => {
    const { running, replica } = started();
    running.place(users[0] ?? 0n, 'long', 5, 10, 599_000);
    const [change] = running.published as [ContractChange];
    const [order] = change.orders as [ContractChange['orders'][number]];
    const ended = [
      { ...order, reserve: 0n },
      { ...order, status: 'filled' as const },
    ];
    for (const [nth, one] of ended.entries()) {
      replica.apply({ ...change, seq: change.seq + 2 * nth });
      expect(replica.orders.size).toBe(1);
      replica.apply({ ...change, seq: change.seq + 2 * nth + 1, orders: [one] });
      expect(replica.orders.size).toBe(0);
    }
  });

  test('says why its contract is halted', () => {
    const { running, replica } = started();
    running.market.halted = 'a sum was not zero';
    running.do(() => {});
    replica.apply(running.published[0] as ContractChange);
    expect(replica.halted).toBe('a sum was not zero');
  });

  test('says whether nothing may move now, whatever the last commit was', () => {
    let isStopped = false;
    const replica = new ContractReplica(newWorld().market.listed, () => isStopped);
    expect(replica.isStopped()).toBe(false);
    isStopped = true;
    expect(replica.isStopped()).toBe(true);
  });

  test('takes nothing of another contract', () => {
    const { running, replica } = started();
    running.place(users[0] ?? 0n, 'long', 5, 10, 599_000);
    const before = shown(replica, running.now);
    expect(() => replica.load({ ...running.snapshot(), market: 'ETHUSDT' })).toThrow('was sent ETHUSDT');
    expect(() => replica.apply({ ...(running.published[0] as ContractChange), market: 'ETHUSDT' })).toThrow(
      'was sent ETHUSDT',
    );
    expect(shown(replica, running.now)).toEqual(before);
  });
});

describe('the state of a contract', () => {
  test('is that of the last commit while a batch is in progress', () => {
    const { running, replica } = started();
    const before = shown(replica, running.now);
    const snapshots: ContractSnapshot[] = [];
    const ask = (nth: number, type: 'limit' | 'market', priceTicks: number | null) =>
      ({
        kind: 'place',
        owner: users[nth] ?? 0n,
        contract: terms.contract,
        side: 'long',
        type,
        priceTicks,
        lots: 5,
        leverage: 10,
        takeProfitTicks: 1_200_000,
        stopLossTicks: 1,
      }) as const;
    running.do((run) => {
      run.place(ask(0, 'market', null));
      run.place(ask(1, 'limit', 599_000));
      snapshots.push(running.snapshot());
    });
    const [during] = snapshots as [ContractSnapshot];
    expect([during.orders, during.positions, during.book]).toEqual([[], [], before.book]);
    expect([running.snapshot().orders.length, running.snapshot().positions.length]).toEqual([1, 1]);
  });

  test('has the last prices of a closed session', () => {
    const gold = listContracts([...pairs, goldIndex]).find(({ pair }) => pair === goldIndex.id);
    if (gold === undefined) throw new Error('gold is not listed');
    const market = new ContractMarket(gold);
    market.setIndex(270_000, 1_000);
    const last = market.mark;
    market.rest(null);
    const replica = new ContractReplica(gold, () => false);
    replica.load({ ...snapshotOfContract(market), epoch, seq: 1 });
    expect(replica.mark).toBeNull();
    expect(replica.rested).toEqual({ indexTicks: last?.indexTicks, ticks: last?.ticks });
    expect([replica.isPriced(1_000 + priceLifeMs), replica.isPriced(1_001 + priceLifeMs)]).toEqual([true, false]);
  });
});
