import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits, fromUnitsFixed, toUnits } from '#protocol/core/decimal.ts';
import { afterFee, amountOfShare, feeOf, isWholeSteps, percentOf, totalOf, totalOfShare, wholeSteps } from './maths.ts';
import { estimateMarket } from './market-estimate.ts';

/** A pair of 1 place of price and 5 of amount; oracles count in ticks, lots and units of 10^-8 alone. */
const terms = { tickSize: '0.1', lotSize: '0.00001', takerFee: '0.001' };
const ticks = fc.bigInt(1n, 10_000_000n);
const lots = fc.bigInt(1n, 5_000_000n);
const money = fc.bigInt(0n, 10n ** 15n);
const percent = fc.integer({ min: 0, max: 100 });

const priceOf = (units: bigint) => fromUnitsFixed(units, 1);
const amountOf = (units: bigint) => fromUnitsFixed(units, 5);

describe('steps', () => {
  it('cuts to whole steps with the places of the step', () => {
    expect(wholeSteps('1.23456789', '0.00001')).toBe('1.23456');
    expect(wholeSteps('17', '5')).toBe('15');
    expect(isWholeSteps('17', '5')).toBe(false);
    expect(isWholeSteps('0.3', '0.1')).toBe(true);
  });

  it('never gives more than there was, nor a whole step less', () => {
    fc.assert(
      fc.property(money, fc.bigInt(1n, 10n ** 9n), (value, step) => {
        const cut = toUnits(wholeSteps(fromUnits(value, 8), fromUnits(step, 8)), 8);
        expect(cut).toBe((value / step) * step);
      }),
    );
  });
});

describe('totals and fees', () => {
  it('are exact products, cut to the smallest unit', () => {
    fc.assert(
      fc.property(ticks, lots, (price, amount) => {
        // A tenth times a hundred thousandth is a millionth: 100 units of 10^-8.
        expect(toUnits(totalOf(priceOf(price), amountOf(amount)), 8)).toBe(price * amount * 100n);
      }),
    );
  });

  it('take the fee from what is received, in favour of the user', () => {
    fc.assert(
      fc.property(money, fc.bigInt(0n, 10_000n), (received, ppm) => {
        const rate = fromUnits(ppm, 6);
        const fee = (received * ppm) / 1_000_000n;
        expect(toUnits(feeOf(fromUnits(received, 8), rate), 8)).toBe(fee);
        expect(toUnits(afterFee(fromUnits(received, 8), rate), 8)).toBe(received - fee);
      }),
    );
  });
});

describe('shares of what is available', () => {
  it('buy the most whole lots that the share pays for', () => {
    fc.assert(
      fc.property(money, percent, ticks, (available, share, price) => {
        const text = amountOfShare('buy', fromUnits(available, 8), share, priceOf(price), terms.lotSize);
        const spend = (available * BigInt(share)) / 100n;
        expect(toUnits(text, 5)).toBe(spend / (price * 100n));
        expect(toUnits(totalOf(priceOf(price), text), 8)).toBeLessThanOrEqual(spend);
      }),
    );
  });

  it('sell whole lots of the share', () => {
    fc.assert(
      fc.property(money, percent, (available, share) => {
        const text = amountOfShare('sell', fromUnits(available, 8), share, '0', terms.lotSize);
        expect(toUnits(text, 5)).toBe((available * BigInt(share)) / 100n / 1_000n);
      }),
    );
  });

  it('buy nothing at no price', () => {
    expect(amountOfShare('buy', '1000', 100, '0', '0.00001')).toBe('0.00000');
  });

  it('spend a share in whole cents', () => {
    expect(totalOfShare('10000.999', 100, 2)).toBe('10000.99');
    expect(totalOfShare('0.01', 50, 2)).toBe('0.00');
  });

  it('read back as percent, at most 100', () => {
    expect(percentOf('25', '100')).toBe(25);
    expect(percentOf('200', '100')).toBe(100);
    expect(percentOf('1', '0')).toBe(0);
  });
});

interface OracleLevel {
  readonly price: bigint;
  readonly amount: bigint;
}

/** Takes lot by lot from the best level on, until the order, the money, the band or the book ends. */
function walkLotByLot(side: 'buy' | 'sell', levels: readonly OracleLevel[], want: bigint, budget: bigint | null) {
  const best = levels[0]?.price ?? 0n;
  let amount = 0n;
  let total = 0n;
  for (const level of levels) {
    const outside = side === 'buy' ? level.price * 10n > best * 11n : level.price * 10n < best * 9n;
    if (outside) break;
    for (let left = level.amount; left > 0n; left -= 1n) {
      if (budget === null ? amount === want : total + level.price > budget) return { amount, total };
      amount += 1n;
      total += level.price;
    }
  }
  return { amount, total };
}

const bookSide = (side: 'buy' | 'sell') =>
  fc
    .uniqueArray(fc.record({ price: fc.bigInt(800n, 1_200n), amount: fc.bigInt(1n, 30n) }), {
      selector: ({ price }) => price,
      maxLength: 12,
    })
    .map((levels) => levels.toSorted((a, b) => Number(side === 'buy' ? a.price - b.price : b.price - a.price)));

const sides = fc.constantFrom('buy' as const, 'sell' as const);
const shown = (levels: readonly OracleLevel[]) =>
  levels.map(({ price, amount }) => ({ price: priceOf(price), amount: amountOf(amount) }));

describe('estimate of a market order', () => {
  it('meets what a walk lot by lot meets', () => {
    fc.assert(
      fc.property(
        sides.chain((side) => fc.tuple(fc.constant(side), bookSide(side))),
        fc.bigInt(1n, 400n),
        ([side, levels], want) => {
          const estimate = estimateMarket(side, shown(levels), { amount: amountOf(want) }, terms);
          const met = walkLotByLot(side, levels, want, null);
          expect(toUnits(estimate.amount, 5)).toBe(met.amount);
          expect(toUnits(estimate.total, 8)).toBe(met.total * 100n);
          expect(estimate.complete).toBe(met.amount === want);
          if (met.amount > 0n) expect(toUnits(estimate.averagePrice ?? '0', 1)).toBe(met.total / met.amount);
        },
      ),
    );
  });

  it('spends what a walk lot by lot spends of a budget', () => {
    fc.assert(
      fc.property(bookSide('buy'), fc.bigInt(1n, 300_000n), (levels, budget) => {
        const estimate = estimateMarket('buy', shown(levels), { total: fromUnits(budget * 100n, 8) }, terms);
        const met = walkLotByLot('buy', levels, 0n, budget);
        expect(toUnits(estimate.amount, 5)).toBe(met.amount);
        expect(toUnits(estimate.total, 8)).toBe(met.total * 100n);
      }),
    );
  });

  it('computes the slippage against the best price', () => {
    const levels = [
      { price: '100.0', amount: '1' },
      { price: '102.0', amount: '1' },
    ];
    const estimate = estimateMarket('buy', levels, { amount: '2' }, terms);
    expect(estimate).toMatchObject({
      averagePrice: '101.0',
      worstPrice: '102.0',
      slippagePercent: '1',
      complete: true,
    });
  });

  it('meets nothing in an empty book', () => {
    expect(estimateMarket('sell', [], { amount: '1' }, terms)).toMatchObject({ averagePrice: null, complete: false });
  });
});
