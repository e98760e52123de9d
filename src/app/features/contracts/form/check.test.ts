import { priceOfTicks } from '#protocol/core/ticks.ts';
import { contractSpec, unitsOfMoney } from '#protocol/contracts/maths/contract-spec.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OpeningDraft, openingProblems, sizeOf } from './check.ts';
import { estimateOpening, mostLots, neededFor, ticksAtReturn } from './maths.ts';
import { type MarketSnapshot, walkBook } from './market-snapshot.ts';
import { listedContract as listed } from '#protocol/contracts/examples.ts';

const spec = contractSpec(listed);

/** Mark 60,000.0; asks from 60,001.0, bids from 59,999.0. */
const market: MarketSnapshot = {
  mark: 600_000,
  asks: [
    [600_010, 10],
    [600_020, 1_000],
  ],
  bids: [
    [599_990, 10],
    [599_980, 1_000],
  ],
};
const empty: MarketSnapshot = { mark: 600_000, asks: [], bids: [] };

const long: OpeningDraft = {
  side: 'long',
  type: 'market',
  price: '',
  lots: '20',
  leverage: 20,
  takeProfit: '63000',
  stopLoss: '59000',
};
const short: OpeningDraft = { ...long, side: 'short', takeProfit: '57000', stopLoss: '61000' };
const rich = unitsOfMoney('100000');

const kinds = (draft: OpeningDraft, available: bigint | null = rich, there = market) =>
  openingProblems(spec, draft, there, available).map(({ field, kind, allowed }) =>
    `${field} ${kind} ${allowed}`.trim(),
  );

test('takes orders of both sides and types', () => {
  expect(kinds(long)).toEqual([]);
  expect(kinds(short)).toEqual([]);
  expect(kinds({ ...long, type: 'limit', price: '59500' })).toEqual([]);
  expect(kinds({ ...short, type: 'limit', price: '60500' })).toEqual([]);
});

test('what a user has on the side counts for the leverage, in the check and in the most lots', () => {
  const own = { held: unitsOfMoney('40000'), resting: unitsOfMoney('9000') };
  expect(kinds({ ...long, leverage: 100 })).toEqual([]);
  expect(kinds({ ...long, leverage: 100, own })).toEqual(['lots leverageHeld 50']);
  expect(kinds({ ...long, leverage: 50, own })).toEqual([]);
  expect(kinds({ ...long, leverage: 100, lots: '1500' })).toEqual(['lots leverage 50']);
  const size = { side: 'long', type: 'market', ticks: null, leverage: 100 } as const;
  // 50,000 less 49,000 is a thousand: sixteen lots of 60.
  expect(mostLots(spec, { ...size, own }, market, rich)).toBe(16);
  expect(mostLots(spec, size, market, rich)).toBe(833);
  const alone = estimateOpening(spec, { ...size, leverage: 50, lots: 20 }, market);
  const beside = estimateOpening(spec, { ...size, leverage: 50, lots: 20, own: { ...own, held: rich } }, market);
  expect(beside?.maintenance).toBeGreaterThan(alone?.maintenance ?? 0n);
  expect(beside?.liquidation).toBeGreaterThan(alone?.liquidation ?? 0);
});

test('take-profit and stop-loss are required, numeric and on the right side of the price', () => {
  expect(kinds({ ...long, takeProfit: '', stopLoss: '0' })).toEqual(['takeProfit missing', 'stopLoss missing']);
  expect(kinds({ ...long, takeProfit: '63000.05' })).toEqual(['takeProfit tick']);
  expect(kinds({ ...long, takeProfit: '60000' })).toEqual(['takeProfit profitSide 60000.0']);
  expect(kinds({ ...long, stopLoss: '60000' })).toEqual(['stopLoss lossSide 60000.0']);
  expect(kinds({ ...short, takeProfit: '60000' })).toEqual(['takeProfit profitSide 60000.0']);
  expect(kinds({ ...short, stopLoss: '60000' })).toEqual(['stopLoss lossSide 60000.0']);
  // A limit order is protected from its own price.
  expect(kinds({ ...long, type: 'limit', price: '58000' })).toEqual(['stopLoss lossSide 58000.0']);
});

test('a limit price has the steps of the contract and is not beyond the market', () => {
  const at = (price: string, draft = long) => kinds({ ...draft, type: 'limit', price })[0];
  expect(at('')).toBe('price missing');
  expect(at('59999.95')).toBe('price tick');
  expect(at('60001')).toBeUndefined();
  expect(at('60001.1')).toBe('price beyond 60001.0');
  expect(at('59998.9', short)).toBe('price beyond 59999.0');
  expect(at('14999.9')).toBe('price far 60000.0');
  expect(at('240000.1', short)).toBe('price far 60000.0');
  expect(kinds({ ...long, type: 'limit', price: '60000.1', takeProfit: '70000' }, rich, empty)).toEqual([
    'price beyond 60000.0',
  ]);
});

test('lots are within the contract, the tier of the leverage, and what is available', () => {
  expect(kinds({ ...long, lots: '' })).toEqual(['lots missing 1']);
  expect(kinds({ ...long, lots: '200001', leverage: 1 })).toEqual(['lots lotsHigh 200000']);
  // 834 lots are 50,040 USDT at the mark: no longer the tier of 100 times.
  expect(kinds({ ...long, lots: '833', leverage: 100 })).toEqual([]);
  expect(kinds({ ...long, lots: '834', leverage: 100 })).toEqual(['lots leverage 50']);
  expect(kinds(long, 0n)).toEqual(['lots insufficient 0']);
  expect(kinds(long, null)).toEqual([]);
});

test('an order needs its margin and its fee, and has a liquidation price', () => {
  const size = sizeOf(spec, long);
  if (size === null) throw new Error('no size');
  // 10 lots at 60,001 and 10 at 60,002 cost 1,200.03.
  expect(neededFor(spec, size, market)).toBe(unitsOfMoney('60.6015') + unitsOfMoney('0.000015'));
  expect(estimateOpening(spec, size, market)).toEqual({
    cost: unitsOfMoney('1200.03'),
    ticks: 600_015,
    margin: unitsOfMoney('60.0015'),
    fee: unitsOfMoney('0.600015'),
    maintenance: unitsOfMoney('4.80012'),
    // (1,200.03 - 60.0015) / (0.02 * 0.996) = 57,230.34…
    liquidation: 572_303,
    complete: true,
  });
  expect(walkBook(spec, market.asks, 2_000)?.complete).toBe(false);
  expect(estimateOpening(spec, size, empty)).toBeNull();
});

test('the most lots are those that fit, and one more does not', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('long' as const, 'short' as const),
      fc.constantFrom(1, 5, 20, 100),
      fc.integer({ min: 0, max: 20_000 }),
      fc.option(fc.integer({ min: 500_000, max: 600_000 })),
      (side, leverage, usdt, ticks) => {
        const available = unitsOfMoney(String(usdt));
        const size = { side, leverage, ticks, type: ticks === null ? ('market' as const) : ('limit' as const) };
        const most = mostLots(spec, size, market, available);
        const draft = (lots: number): OpeningDraft => ({
          ...(side === 'long' ? long : short),
          type: size.type,
          price: ticks === null ? '' : priceOfTicks(spec, ticks),
          leverage,
          lots: String(lots),
        });
        const ofLots = (lots: number) =>
          openingProblems(spec, draft(lots), market, available).filter(({ field }) => field === 'lots');
        if (most > 0) expect(ofLots(most)).toEqual([]);
        expect(ofLots(most + 1)).not.toEqual([]);
      },
    ),
  );
});

test('quick percentages are of the margin', () => {
  // 50 % of the margin at 20 times is 2.5 % of the price.
  expect(ticksAtReturn('long', 600_000, 20, 50)).toBe(615_000);
  expect(ticksAtReturn('long', 600_000, 20, -50)).toBe(585_000);
  expect(ticksAtReturn('short', 600_000, 20, 50)).toBe(585_000);
  expect(ticksAtReturn('short', 600_000, 20, -50)).toBe(615_000);
  expect(ticksAtReturn('long', 3, 100, 10)).toBe(4);
  expect(ticksAtReturn('short', 1, 100, 10)).toBeNull();
});
