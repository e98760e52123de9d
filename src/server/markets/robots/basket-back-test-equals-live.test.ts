import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth } from '../../../../tests/depth.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { ParametersOf } from '#protocol/robots/entities/parameters.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { backTest } from '#protocol/robots/maths/back-test/back-test.ts';
import { emptyColumns } from '#protocol/robots/maths/back-test/candle-columns.ts';
import { worse } from '#protocol/robots/maths/back-test/tested-robot.ts';
import { fromTicks, marketOf } from './terms.ts';
import { openRobotsBench, otherPairs, pair, type RobotsBench } from './testing.ts';

/**
 * The same candles of several coins through a back-test and through a robot on the real books: the same trades, and the same
 * holdings to the unit. The test is the market: each candle opens at the close before, where it offers half a spread beside it.
 */

const runs = atDepth(4, 2);
const amount = '10000';
const minutes = 5;
const pairs = [pair, ...otherPairs];
/** What is offered of each pair on a side. */
const plenty: Readonly<Record<string, string>> = { ETHUSDT: '100', BTCUSDT: '10', SOLUSDT: '2000' };
/** Prices at first, in ticks; and the least step of a price. */
const firstTicks: Readonly<Record<string, number>> = { ETHUSDT: 250_000, BTCUSDT: 600_000, SOLUSDT: 15_000 };

const baskets: readonly ParametersOf<'rebalance'>[] = [
  { strategy: 'rebalance', minutes, share: 40, drift: '1', others: [{ pair: 'BTCUSDT', share: 40 }] },
  {
    strategy: 'rebalance',
    minutes,
    share: 30,
    drift: '0.50',
    others: [
      { pair: 'BTCUSDT', share: 30 },
      { pair: 'SOLUSDT', share: 35 },
    ],
  },
];

/** What the traders own lasts for so many histories. */
const historiesOfBench = 20;

let bench: RobotsBench;
let owner = 900_000n;
let used = 0;
beforeAll(async () => {
  bench = await openRobotsBench();
});
afterAll(() => bench.end());

/** The bench for one more history: a fresh one when its traders may have spent what they had. */
async function takeBench(): Promise<void> {
  used += 1;
  if (used % historiesOfBench !== 0) return bench.restart();
  await bench.end();
  bench = await openRobotsBench();
}

/** Moves of each coin from candle to candle, in thousandths. */
const history = fc.array(fc.tuple(...pairs.map(() => fc.noBias(fc.integer({ min: -40, max: 40 })))), {
  minLength: 8,
  maxLength: 20,
});

function closesOf(moves: readonly (readonly number[])[]): Map<string, number[]> {
  return new Map(
    pairs.map((id, nth) => {
      const closes = [firstTicks[id] ?? 1];
      for (const move of moves) closes.push(Math.round(((closes.at(-1) ?? 1) * (1_000 + (move[nth] ?? 0))) / 1_000));
      return [id, closes];
    }),
  );
}

function tested(parameters: ParametersOf<'rebalance'>, closes: ReadonlyMap<string, readonly number[]>) {
  const columnsOf = (id: string) => {
    const own = closes.get(id) ?? [];
    const columns = emptyColumns(minutes, own.length);
    const first = Math.floor(bench.held.now / minuteMs / minutes) * minutes;
    for (const [nth, close] of own.entries()) {
      const open = own[nth - 1] ?? close;
      columns.minute[nth] = first + nth * minutes;
      columns.open[nth] = open;
      columns.close[nth] = close;
      columns.high[nth] = Math.max(open, close);
      columns.low[nth] = Math.min(open, close);
    }
    return columns;
  };
  const others = parameters.others.map((other) => ({ market: marketOf(other.pair), candles: columnsOf(other.pair) }));
  const market = marketOf(pair);
  return backTest({ parameters, market, amount: toUnits(amount, 8), candles: columnsOf(pair), others });
}

/** Trades a pair at a price, and offers half a spread beside it. */
async function offer(id: string, ticks: number): Promise<void> {
  const market = marketOf(id);
  await bench.move(fromTicks(ticks, market), id);
  for (const trader of Object.values(bench.crowd)) {
    for (const { id: order } of bench.spot.openOrders(trader, id)) {
      await bench.spot.submit({ kind: 'cancel', owner: trader, id: Number(order) }).catch(() => undefined);
    }
  }
  const { buyer, seller } = bench.crowd;
  await bench.place(buyer, 'buy', fromTicks(worse('sell', ticks), market), plenty[id] ?? '1', id);
  await bench.place(seller, 'sell', fromTicks(worse('buy', ticks), market), plenty[id] ?? '1', id);
}

it.each(baskets)('is the same on the real books: $others', { timeout: 60_000 + runs * 15_000 }, async (parameters) => {
  let trades = 0;
  await fc.assert(
    fc.asyncProperty(history, async (moves) => {
      owner += 1n;
      await takeBench();
      // Candles begin with their minutes.
      bench.held.now = Math.ceil(bench.held.now / (minutes * minuteMs)) * minutes * minuteMs + minuteMs;
      const closes = closesOf(moves);
      const expected = tested(parameters, closes);
      for (const id of pairs) await offer(id, closes.get(id)?.[0] ?? 1);
      const { id } = await bench.create(owner, parameters, { amount });
      await bench.work();
      for (let nth = 1; nth <= moves.length; nth += 1) {
        for (const one of pairs) await offer(one, closes.get(one)?.[nth] ?? 1);
        const price = fromTicks(closes.get(pair)?.[nth] ?? 1, marketOf(pair));
        // The last candle may go on: a back-test hears of none that has not closed.
        if (nth < moves.length) await bench.close(price, price, price, price, minutes);
      }
      const robot = await bench.robot(owner, id);
      expect({ value: toUnits(robot.value, 8), trades: robot.trades }).toEqual({
        value: expected.value,
        trades: expected.trades,
      });
      trades += robot.trades;
      await bench.redeem(owner, id, 'sell');
      await bench.pass(3_000, 3);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(trades).toBeGreaterThan(runs * 3);
});
