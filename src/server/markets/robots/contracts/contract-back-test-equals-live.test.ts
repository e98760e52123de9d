import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth } from '../../../../../tests/depth.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { ParametersOf } from '#protocol/robots/entities/parameters.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { backTest } from '#protocol/robots/maths/back-test/back-test.ts';
import { emptyColumns } from '#protocol/robots/maths/back-test/candle-columns.ts';
import { worse } from '#protocol/robots/maths/back-test/tested-robot.ts';
import { contractGridProblem } from '#protocol/robots/maths/contract-grid/cells.ts';
import { quoteAt } from '#server/markets/contracts/requests/testing-requests.ts';
import { contextFor } from '#server/http/testing.ts';
import { openRobotsBench, type RobotsBench } from '../testing.ts';
import { contractOf, contractTerms } from './robot-contract.ts';
import { contract, createPerpetual } from './testing-perpetual.ts';

/**
 * The same candles through a back-test and through a robot on the real contract: the same positions opened and closed, and the
 * same money to the unit. The test is the market. A candle goes one way, from its open to its close, so that it leaves nothing
 * open; whatever rests on the way is met at its own price, and profits are taken half a spread beside the mark price.
 */

const runs = atDepth(4, 2);
const amount = '1000';
const scale = 8;
const plenty = 100_000;

type ContractGrid = ParametersOf<'contract-grid'>;

const grids: readonly ContractGrid[] = (['long', 'short', 'neutral'] as const).flatMap((direction) => [
  {
    strategy: 'contract-grid',
    direction,
    leverage: 2,
    lower: '2300',
    upper: '2700',
    lines: 9,
    spacing: 'arithmetic',
  },
  {
    strategy: 'contract-grid',
    direction,
    leverage: 1,
    lower: '2200',
    upper: '2850',
    lines: 24,
    spacing: 'geometric',
  },
]);

let bench: RobotsBench;
let owner = 800_000n;
beforeAll(async () => {
  bench = await openRobotsBench();
});
afterAll(() => bench.end());

/** Closes of candles, each of which opens at the one before. */
const history = fc.array(fc.integer({ min: -4_000, max: 4_000 }), { minLength: 20, maxLength: 50 }).map((moves) => {
  let last = 250_000;
  // Away from the lines, at which a candle that ends there leaves open whether it reached them.
  return moves.map((move) => (last = Math.min(269_003, Math.max(231_003, last + move)) | 1));
});

/** One that crosses lines up and down and up again: random ones alone may close nothing. */
const wave = [
  252_001, 248_001, 244_001, 248_001, 252_001, 256_001, 260_001, 256_001, 252_001, 248_001, 244_001, 248_001,
];

const market = () => contractTerms(contractOf(bench.deps, { pair: 'ETHUSDT' }));

function tested(parameters: ContractGrid, closes: readonly number[]) {
  const candles = emptyColumns(1, closes.length);
  for (const [nth, close] of closes.entries()) {
    const open = closes[nth - 1] ?? close;
    candles.minute[nth] = Math.floor(bench.held.now / minuteMs) + nth;
    candles.open[nth] = open;
    candles.close[nth] = close;
    candles.high[nth] = Math.max(open, close);
    candles.low[nth] = Math.min(open, close);
  }
  return backTest({ parameters, market: market(), amount: toUnits(amount, scale), candles });
}

/** Quotes at these prices, and then the mark price. */
async function meet(bid: number, ask: number, mark: number): Promise<void> {
  const quotes = (ticks: number) => [[ticks, plenty] as const];
  await quoteAt(bench.perpetuals.contracts, contract, [quotes(bid), quotes(ask)]);
  await createPerpetual(bench.perpetuals.contracts, () => bench.held.now).mark(mark);
  await bench.work();
}

const around = (ticks: number) => [worse('sell', ticks), worse('buy', ticks)] as const;

/** Goes from a price to another, meeting what stands on the way in its order. */
async function go(id: string, from: number, to: number): Promise<void> {
  const isDown = to < from;
  const ticksOf = (price: string | null) => Number(toUnits(price ?? '0', scale) / market().tickUnits);
  const { orders, positions } = await bench.handlers['GET quant/order/detail']({ id }, contextFor(owner));
  const opens = orders
    .filter(({ side }) => side === (isDown ? 'buy' : 'sell'))
    .map(({ price }) => ({ at: ticksOf(price), isOpening: true }))
    .filter(({ at }) => (isDown ? at > to : at < to));
  const profits = positions
    .filter(({ side }) => side === (isDown ? 'short' : 'long'))
    .map(({ closesAt }) => ({ at: ticksOf(closesAt), isOpening: false }))
    .filter(({ at }) => (isDown ? at >= to : at <= to));
  const met = [...opens, ...profits].toSorted((a, b) => (isDown ? b.at - a.at : a.at - b.at));
  for (const { at, isOpening } of met) {
    const [bid, ask] = around(at);
    if (isOpening) await meet(isDown ? bid : at, isDown ? at : ask, isDown ? at + 1 : at - 1);
    else await meet(bid, ask, at);
  }
  await meet(...around(to), to);
}

it.each(grids)(
  'is the same on the real contract: $direction, $spacing',
  { timeout: 60_000 + runs * 10_000 },
  async (parameters) => {
    let pairs = 0;
    await fc.assert(
      fc.asyncProperty(history, async (closes) => {
        const [first = 250_001] = closes;
        if (contractGridProblem(parameters, market(), toUnits(amount, scale), first) !== null) return;
        owner += 1n;
        await bench.restart();
        await meet(...around(first), first);
        const expected = tested(parameters, closes);
        const { id } = await bench.create(owner, parameters, { amount });
        await bench.work();
        for (const [nth, close] of closes.entries()) if (nth > 0) await go(id, closes[nth - 1] ?? close, close);
        const robot = await bench.robot(owner, id);
        expect({
          value: toUnits(robot.value, scale),
          fees: toUnits(robot.fees, scale),
          trades: robot.trades,
          pairs: robot.pairs,
        }).toEqual({
          value: expected.value,
          fees: expected.fees,
          trades: expected.trades,
          pairs: expected.pairs,
        });
        expect(expected.liquidated).toBe(0);
        pairs += robot.pairs;
        await bench.redeem(owner, id, 'sell');
        await bench.work();
      }),
      { numRuns: runs, endOnFailure: true, examples: [[[...wave, ...wave]]] },
    );
    expect(pairs).toBeGreaterThan(0);
  },
);
