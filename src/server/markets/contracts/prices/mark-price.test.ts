import { describe, expect, it } from 'vitest';
import { houseOwners } from '#server/core/ledger/account.ts';
import { pairs } from '#server/markets/pairs.ts';
import { ContractMarket } from '../market.ts';
import { listContracts } from '../listed-contracts.ts';

/** The mark price against a book filled without trades, and against one with trades. */
const index = 600_000;
const [listed] = listContracts(pairs);
if (listed === undefined) throw new Error('no contract is listed');
/** An amount far above the impact amount, and one below it. */
const [large, small] = [50_000, 1];

type Levels = readonly (readonly [ticks: number, lots: number])[];

class Book {
  readonly market = new ContractMarket(listed as NonNullable<typeof listed>);
  now = Date.UTC(2026, 10, 20, 12);
  #id = 0;

  stand(bids: Levels, asks: Levels): this {
    for (const [side, levels] of [
      ['buy', bids],
      ['sell', asks],
    ] as const) {
      for (const [ticks, lots] of levels) {
        const id = (this.#id += 1);
        const priceTicks = Math.round(ticks);
        this.market.book.apply({ kind: 'limit', id, owner: houseOwners.makerA, side, priceTicks, lots }, this.now);
      }
    }
    return this;
  }

  clear(): this {
    for (const { id } of this.market.book.restingOrders()) this.market.book.apply({ kind: 'cancel', id }, this.now);
    return this;
  }

  /** Steps of the prices for some seconds. @returns the mark price after each */
  pass(seconds: number, tradedTicks: number | null = null): number[] {
    return Array.from({ length: seconds * 2 }, () => {
      this.now += 500;
      if (tradedTicks !== null) this.market.traded(20, tradedTicks, this.now);
      this.market.setIndex(index, this.now);
      return this.market.mark?.ticks ?? 0;
    });
  }
}

const around = (middle: number, lots: number): [Levels, Levels] => [
  [1, 2, 3].map((step) => [middle - step * 50, lots]),
  [1, 2, 3].map((step) => [middle + step * 50, lots]),
];

/** 0.05 %. */
const spoofed = index / 2_000;

const books: readonly (readonly [string, Levels, Levels])[] = [
  ['thin, both sides far above', [[index * 1.02, small]], [[index * 1.021, small]]],
  ['thick, both sides just above', [[index * 1.001, large]], [[index * 1.0011, large]]],
  ['thick, both sides far above', [[index * 1.3, large]], [[index * 1.31, large]]],
  ['thick, both sides far below', [[index * 0.7, large]], [[index * 0.71, large]]],
  ['a wall of bids at the index, no asks', [[index, large]], []],
  ['no bids, a wall of asks far below', [], [[index * 0.5, large]]],
  ['a wall on one side, a thin other one', [[index * 1.01, large]], [[index * 1.011, small]]],
];

describe('a book without trades', () => {
  it.each(books)('moves the mark price by less than 0.05 % in 10 s: %s', (_name, bids, asks) => {
    const book = new Book().stand(...around(index, 500));
    const [before = 0] = book.pass(60).slice(-1);
    expect(before).toBe(index);
    book.clear().stand(bids, asks);
    for (const ticks of book.pass(10)) expect(Math.abs(ticks - before)).toBeLessThan(spoofed);
  });

  it('does not move it by swinging from one bound to the other either, and never leaves the bounds', () => {
    const book = new Book();
    const bound = (index * Number(book.market.listed.terms.premiumBoundPpm)) / 1_000_000;
    book.stand([[index * 1.3, large]], [[index * 1.31, large]]);
    const [high = 0] = book.pass(3_600).slice(-1);
    expect(high - index).toBeLessThanOrEqual(bound);
    expect(high - index).toBeGreaterThan(bound * 0.9);
    book.clear().stand([[index * 0.5, large]], [[index * 0.51, large]]);
    for (const ticks of book.pass(10)) expect(high - ticks).toBeLessThan(spoofed);
    for (const ticks of book.pass(3_600)) expect(Math.abs(ticks - index)).toBeLessThanOrEqual(bound);
  });

  it('counts for no more than a second after a pause, and for nothing without an impact amount on both sides', () => {
    const book = new Book().stand([[index * 1.3, large]], [[index * 1.31, large]]);
    book.pass(1);
    book.now += 3_600_000;
    const [after = 0] = book.pass(0.5);
    expect(after - index).toBeLessThan(index / 12_000);
    const thin = new Book().stand([[index * 1.01, small]], [[index * 1.011, small]]);
    expect(new Set(thin.pass(600))).toEqual(new Set([index]));
  });
});

describe('trades at a premium', () => {
  it('move the mark price there within minutes if the book confirms it, and back to the index afterwards', () => {
    const premium = 900;
    const book = new Book().stand(...around(index + premium, 500));
    const marks = book.pass(600, index + premium);
    expect(marks[19]).toBeLessThan(index + premium / 8);
    expect(marks.at(-1)).toBeGreaterThan(index + premium * 0.9);
    book.clear().stand(...around(index, 500));
    expect(book.pass(900).at(-1)).toBeLessThan(index + premium / 50);
  });

  it('do not count beyond what the book would pay', () => {
    const book = new Book().stand(...around(index, 500));
    for (const ticks of book.pass(600, index + 20_000)) expect(ticks - index).toBeLessThanOrEqual(60);
  });
});
