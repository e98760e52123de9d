import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { million } from '#protocol/core/fees.ts';
import { accountFill, coinValue, type RobotBook, serviceFeeOn, sliceLots, takenFee } from './rules.ts';
import { marketOf } from './terms.ts';

const perOne = 100_000_000n;
const putIn = 10n ** 14n;
const nothing: RobotBook = {
  quoteHeld: putIn,
  baseHeld: 0n,
  cost: 0n,
  costFees: 0n,
  realized: 0n,
  fees: 0n,
  net: 0n,
  trades: 0,
  pairs: 0,
  bought: 0,
};

const fill = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  share: fc.bigInt({ min: 1n, max: 100n }),
  price: fc.bigInt({ min: 1_000n, max: 10n ** 13n }),
  fee: fc.bigInt({ min: 0n, max: 5_000n }),
});

it('adds up to the unit after any fills: value less what was put in is realized, held and fees', () => {
  fc.assert(
    fc.property(fc.array(fill, { maxLength: 40 }), fc.bigInt({ min: 1n, max: 10n ** 13n }), (fills, last) => {
      let book = nothing;
      for (const { side, share, price, fee } of fills) {
        const filled =
          side === 'buy' ? (book.quoteHeld * share * perOne) / (100n * price) : (book.baseHeld * share) / 100n;
        const filledTotal = (filled * price) / perOne;
        if (filled === 0n || filledTotal === 0n) continue;
        const taken = ((side === 'buy' ? filled : filledTotal) * fee) / million;
        book = accountFill(book, side, { filled, filledTotal, fee: taken }, perOne).book;
        expect(book.cost >= 0n && book.costFees >= 0n && book.baseHeld >= 0n).toBe(true);
      }
      const held = (book.baseHeld * last) / perOne - book.cost;
      expect(book.quoteHeld + coinValue(book.baseHeld, last, perOne) - putIn).toBe(book.realized + held - book.fees);
    }),
  );
});

it('takes the service fee of what is above the highest value it was charged on', () => {
  expect(serviceFeeOn(1_100n, 1_000n, 100_000n)).toBe(10n);
  expect(serviceFeeOn(1_000n, 1_000n, 100_000n)).toBe(0n);
  expect(serviceFeeOn(900n, 1_000n, 100_000n)).toBe(0n);
  // In quote first; what is missing there in coins that are kept, at the same price.
  const coin = (held: bigint, price = 2n) => ({ held, price, perOne: 1n });
  expect(takenFee(10n, 30n, [coin(5n)])).toEqual({ quote: 10n, coins: [0n] });
  expect(takenFee(10n, 4n, [coin(5n)])).toEqual({ quote: 4n, coins: [3n] });
  expect(takenFee(10n, 4n, [coin(1n)])).toEqual({ quote: 4n, coins: [1n] });
  // What the first coin does not cover, the next ones do; one without a price covers nothing.
  expect(takenFee(10n, 1n, [coin(2n), coin(7n, 0n), coin(5n, 1n)])).toEqual({ quote: 1n, coins: [2n, 0n, 5n] });
  expect(takenFee(10n, 1n, [coin(2n), coin(9n, 1n)])).toEqual({ quote: 1n, coins: [2n, 5n] });
});

it('sells in slices of what the bids take, and leaves nothing too small for an order', () => {
  const market = { ...marketOf('ETHUSDT'), minLots: 10, maxLots: 1_000 };
  const lots = (count: bigint) => count * market.lotUnits;
  expect(sliceLots(lots(500n), 10_000n, market)).toBe(500);
  expect(sliceLots(lots(500n), 300n, market)).toBe(300);
  expect(sliceLots(lots(305n), 300n, market)).toBe(305);
  expect(sliceLots(lots(5_000n), 10_000n, market)).toBe(1_000);
});
