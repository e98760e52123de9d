import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../../tests/depth.ts';
import type { Lots, Ticks } from '#protocol/core/brand.ts';
import { initialMargin, openingNeeds } from '#protocol/contracts/maths/margin.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import type { RobotEvent, RobotOrder, RobotStep } from '../strategy.ts';
import { contractMarket as market } from '../testing-book.ts';
import { type ContractGrid, contractGridProblem, contractOf } from './cells.ts';
import { contractGrid, type ContractGridState } from './contract-grid.ts';

const contract = contractOf(market);
const grid: ContractGrid = {
  strategy: 'contract-grid',
  direction: 'long',
  leverage: 2,
  lower: '90',
  upper: '110',
  lines: 5,
  spacing: 'arithmetic',
};
const amount = 100_000_000_000n;

interface Held extends RobotOrder {
  readonly left: Lots;
  readonly open: Lots;
  /** The price it is paid for at: its line, or for one at the market that at which it was placed. */
  readonly at: Ticks;
  /** Behind what is open, at the price it was opened at. */
  readonly margin: bigint;
}

/** The simplest wallet and book that a grid on a contract can have, which checks what it wants. */
class NaivePerpetual {
  quote = amount;
  ticks: Ticks = 10_000;
  state: ContractGridState | null = null;
  watch: RobotStep<unknown>['watch'] = { below: null, above: null };
  readonly held = new Map<number, Held>();
  readonly record: string[] = [];
  readonly given: ContractGrid;
  #lastRef = 0;

  constructor(given: ContractGrid) {
    this.given = given;
    this.#take(contractGrid.start(given, this.#context(), this.ticks));
  }

  move(ticks: Ticks, percent: number): void {
    this.ticks = ticks;
    for (const one of this.held.values()) {
      const isReached = one.ticks === null || (one.side === 'buy' ? ticks <= one.ticks : ticks >= one.ticks);
      if (one.left > 0 && isReached) this.fill(one.ref, Math.max(1, Math.floor((one.left * percent) / 100)));
    }
    for (const { ref, side, open, opens } of this.held.values()) {
      const at = opens?.closesAt ?? 0;
      if (open > 0 && (side === 'buy' ? ticks >= at : ticks <= at)) this.close(ref, open, ticks);
    }
    const { below, above } = this.watch;
    if ((below !== null && ticks <= below) || (above !== null && ticks >= above)) this.hear({ kind: 'watch', ticks });
  }

  fill(ref: number, lots: Lots): void {
    const one = this.#of(ref);
    const left = one.ticks === null ? 0 : one.left - lots;
    const value = lotsValue(market, one.at, lots);
    const margin = one.margin + initialMargin(value, this.given.leverage);
    this.held.set(ref, { ...one, left, open: one.open + lots, margin });
    this.record.push(`open ${ref} ${lots}`);
    const { side, ticks } = one;
    const made = { side, ticks: ticks ?? this.ticks, lots, received: 0n, given: 0n } as const;
    this.#forget(ref);
    this.hear({ kind: 'fill', ref, ...made, done: left === 0 });
  }

  close(ref: number, lots: Lots, ticks: Ticks): void {
    const one = this.#of(ref);
    this.held.set(ref, { ...one, open: one.open - lots, margin: one.open === lots ? 0n : one.margin });
    this.record.push(`close ${ref} ${lots}`);
    this.#forget(ref);
    this.hear({ kind: 'closed', ref, ticks, lots });
  }

  /** It leaves the book unfilled, as where the exchange refuses or sweeps it. */
  refuse(ref: number): void {
    const one = this.#of(ref);
    this.held.set(ref, { ...one, left: 0 });
    this.#forget(ref);
    const { side } = one;
    this.hear({ kind: 'fill', ref, side, ticks: one.ticks ?? 0, lots: 0, received: 0n, given: 0n, done: true });
  }

  pause(ticks: Ticks): void {
    this.ticks = ticks;
    for (const one of this.held.values()) this.held.set(one.ref, { ...one, left: 0 });
    for (const { ref } of this.held.values()) this.#forget(ref);
    this.hear({ kind: 'resume', ticks });
  }

  hear(event: RobotEvent): void {
    if (this.state === null) throw new Error('it has not started');
    const written = JSON.parse(JSON.stringify(this.state)) as ContractGridState;
    expect(written).toEqual(this.state);
    this.#take(contractGrid.on(this.given, written, event, this.#context()));
  }

  #take({ state, orders, watch, cancels }: RobotStep<ContractGridState>): void {
    expect(cancels).toEqual([]);
    this.state = state;
    this.watch = watch;
    for (const order of orders) {
      expect(order.ref).toBeGreaterThan(this.#lastRef);
      this.#lastRef = order.ref;
      const same = [...this.held.values()].filter(
        ({ side, opens }) => side === order.side && opens?.closesAt === order.opens?.closesAt,
      );
      // One order or one position between two lines.
      expect(same).toEqual([]);
      this.record.push(`${order.side} ${order.ticks} ${order.lots} to ${order.opens?.closesAt}`);
      this.held.set(order.ref, { ...order, left: order.lots, open: 0, at: order.ticks ?? this.ticks, margin: 0n });
    }
    if (orders.length > 0) expect(this.#needed()).toBeLessThanOrEqual(this.quote);
  }

  /** What its orders freeze and its positions hold, at their lines or, at the market, at the price of now. */
  #needed(): bigint {
    return [...this.held.values()].reduce((sum, { at, left, margin, opens }) => {
      const value = lotsValue(market, at, left);
      return sum + openingNeeds(contract, value, opens?.leverage ?? 1) + margin;
    }, 0n);
  }

  #context() {
    const margin = [...this.held.values()].reduce((sum, one) => sum + one.margin, 0n);
    return { market, holdings: { quote: this.quote - margin, base: 0n }, now: 0 };
  }

  #of(ref: number): Held {
    const one = this.held.get(ref);
    if (one === undefined) throw new Error(`there is no order ${ref}`);
    return one;
  }

  #forget(ref: number): void {
    const one = this.held.get(ref);
    if (one !== undefined && one.left + one.open === 0) this.held.delete(ref);
  }
}

const standing = (book: NaivePerpetual) =>
  [...book.held.values()].map(({ side, ticks, opens }) => `${side} ${ticks ?? 'now'} to ${opens?.closesAt}`);

describe('a grid on a contract', () => {
  it('has one order between each two lines: passed ones at the market', () => {
    expect(standing(new NaivePerpetual(grid)).toSorted()).toEqual([
      'buy 9000 to 9500',
      'buy 9500 to 10000',
      'buy now to 10500',
      'buy now to 11000',
    ]);
    expect(standing(new NaivePerpetual({ ...grid, direction: 'short' })).toSorted()).toEqual([
      'sell 10500 to 10000',
      'sell 11000 to 10500',
      'sell now to 9000',
      'sell now to 9500',
    ]);
  });

  it('leaves out what is around the price where it is neutral', () => {
    const neutral = new NaivePerpetual({ ...grid, direction: 'neutral', lower: '85', upper: '115', lines: 4 });
    expect(standing(neutral).toSorted()).toEqual(['buy 8500 to 9500', 'sell 11500 to 10500']);
  });

  it('opens again what took its profit', () => {
    const book = new NaivePerpetual(grid);
    book.move(10_000, 100);
    book.move(10_500, 100);
    expect(book.record.slice(-2)).toEqual([
      expect.stringMatching(/^close \d+ \d+$/),
      expect.stringMatching(/^buy 10000 \d+ to 10500$/),
    ]);
  });

  it('waits for the price to cross a line after a refusal', () => {
    const book = new NaivePerpetual(grid);
    book.move(10_000, 100);
    const [resting] = [...book.held.values()].filter(({ ticks }) => ticks === 9_500);
    book.refuse(resting?.ref ?? 0);
    expect(book.watch).toEqual({ below: 9_500, above: 10_500 });
    const { length } = book.record;
    book.move(9_700, 100);
    expect(book.record).toHaveLength(length);
    book.move(10_500, 100);
    expect(standing(book)).toContain('buy 9500 to 10000');
  });

  it('opens nothing outside its lines', () => {
    const book = new NaivePerpetual(grid);
    for (const ref of book.held.keys()) book.refuse(ref);
    book.move(8_000, 100);
    expect(standing(book)).toEqual([]);
    book.move(9_100, 100);
    expect(standing(book)).not.toEqual([]);
  });
});

describe('what it may run with', () => {
  const problem = (more: Partial<ContractGrid>, value = amount) =>
    contractGridProblem({ ...grid, ...more }, market, value, 10_000);

  it.each([
    [{}, null],
    [{ lower: '100' }, 'lower too-high'],
    [{ upper: '100' }, 'upper too-low'],
    [{ lower: '120' }, 'upper wrong-order'],
    [{ lower: '20' }, 'lower too-low'],
    [{ upper: '401' }, 'upper too-high'],
    [{ lines: 60, lower: '99', upper: '101' }, 'lines too-many'],
    [{ leverage: 5, lower: '80' }, 'leverage too-high'],
    [{ leverage: 5, direction: 'short', upper: '130' }, 'leverage too-high'],
    [{ leverage: 1, lower: '30' }, null],
  ] as const)('%o: %s', (more, expected) => {
    const found = problem(more);
    expect(found === null ? null : `${found.field} ${found.problem}`).toBe(expected);
  });

  it('is enough money for a lot between each two lines', () => {
    expect(problem({}, 100n)).toEqual({ field: 'amount', problem: 'too-little-money' });
  });
});

it('never holds two things between two lines, needs no more than it has, and does the same again', () => {
  const price = (least: number, most: number) => fc.integer({ min: least, max: most }).map((ticks) => `${ticks / 100}`);
  const given: fc.Arbitrary<ContractGrid> = fc.record({
    strategy: fc.constant('contract-grid' as const),
    direction: fc.constantFrom('long' as const, 'short' as const, 'neutral' as const),
    leverage: fc.constantFrom(1 as const, 2 as const, 3 as const, 5 as const),
    lower: price(7_000, 9_900),
    upper: price(10_100, 13_000),
    lines: fc.integer({ min: 3, max: 30 }),
    spacing: fc.constantFrom('arithmetic' as const, 'geometric' as const),
  });
  const act = fc.record({
    what: fc.constantFrom('move', 'move', 'move', 'refuse', 'liquidate', 'pause'),
    change: fc.integer({ min: -900, max: 900 }),
    percent: fc.constantFrom(100, 100, 40),
    nth: fc.nat(20),
  });
  let ran = 0;
  let closed = 0;
  const live = (
    parameters: ContractGrid,
    acts: readonly (typeof act extends fc.Arbitrary<infer One> ? One : never)[],
  ) => {
    const book = new NaivePerpetual(parameters);
    for (const { what, change, percent, nth } of acts) {
      const [one] = [...book.held.values()].slice(nth % Math.max(1, book.held.size));
      const ticks = Math.max(5_000, book.ticks + change);
      if (what === 'move') book.move(ticks, percent);
      else if (what === 'pause') book.pause(ticks);
      else if (what === 'refuse' && one !== undefined && one.left > 0) book.refuse(one.ref);
      else if (what === 'liquidate' && one !== undefined && one.open > 0) {
        // The margin is gone with it.
        book.quote -= one.margin;
        book.close(one.ref, one.open, book.ticks);
      }
    }
    return book.record;
  };
  fc.assert(
    fc.property(given, fc.array(act, { maxLength: 60, size: 'max' }), (parameters, acts) => {
      if (contractGridProblem(parameters, market, amount, 10_000) !== null) return;
      ran += 1;
      const record = live(parameters, acts);
      closed += record.filter((text) => text.startsWith('close')).length;
      expect(live(parameters, acts)).toEqual(record);
    }),
    { numRuns: allRuns(300), endOnFailure: true },
  );
  expect(ran).toBeGreaterThan(60);
  expect(closed).toBeGreaterThan(ran);
});
