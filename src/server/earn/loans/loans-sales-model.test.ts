import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth, seed } from '../../../../tests/depth.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { collateralSales } from '#server/core/ledger/account.ts';
import { type LoansBench, openLoansBench } from './testing.ts';

/**
 * Collateral that is sold into a thin book, against somebody who knows when: bids near and far from the index, taken
 * back and put up again between slices, while the index moves. Whatever is bid, no coin leaves at less than 95 % of the
 * index of that moment, and nothing leaves without having been paid for.
 */

let bench: LoansBench;
beforeAll(async () => {
  bench = await openLoansBench();
});
afterAll(() => bench.close());

const pair = 'BTCUSDT';
const perBitcoin = toUnits('1', 8);
/** The index at which a fresh loan is sold, in USDT. */
const fallen = 37_000;

const step = fc.oneof(
  // In thousandths of the index; near 950 the limit itself is tried.
  fc.record({
    do: fc.constant('bid' as const),
    n: fc.oneof(fc.integer({ min: 500, max: 1_020 }), fc.integer({ min: 945, max: 955 })),
    // In 0.0001 BTC.
    size: fc.integer({ min: 5, max: 600 }),
  }),
  fc.record({ do: fc.constant('take-back' as const) }),
  fc.record({ do: fc.constant('index' as const), n: fc.option(fc.integer({ min: 25_000, max: 39_000 })) }),
  fc.record({ do: fc.constant('restart' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
const steps = fc.array(step, { minLength: 5, maxLength: 25 });

/** A price of so many thousandths of the index, on the steps of the pair. */
function priceOf(thousandths: number, index: number): string {
  return (Math.floor((index * thousandths) / 100) / 10).toString();
}

/** What was sold and taken over so far. */
async function soldSoFar() {
  const { rows: trades } = await bench.database.pool.query<{ price: string; amount: string; total: string }>(
    'SELECT price, amount, total FROM trades WHERE seller = $1 ORDER BY id',
    [collateralSales],
  );
  const { rows: taken } = await bench.database.pool.query<{ price: string }>(
    "SELECT price FROM loan_events WHERE kind = 'taken-over' ORDER BY id",
  );
  return { trades, taken };
}

interface World {
  index: number | null;
}

async function run(one: Step, world: World): Promise<void> {
  if (one.do === 'bid') await bench.bid(priceOf(one.n, world.index ?? fallen), (one.size / 10_000).toString());
  else if (one.do === 'take-back') await bench.spot.cancelAll(pair);
  else if (one.do === 'restart') await bench.restart();
  else {
    world.index = one.n;
    bench.held.price = one.n === null ? null : one.n.toString();
  }
}

/** Looks once, and compares what that sold with the index of the moment. @returns how much was sold */
async function lookAndCompare({ index }: World): Promise<bigint> {
  const before = await soldSoFar();
  await bench.look();
  bench.held.now += 3_000;
  const after = await soldSoFar();
  const trades = after.trades.slice(before.trades.length);
  const taken = after.taken.slice(before.taken.length);
  if (index === null) {
    expect({ trades, taken }).toEqual({ trades: [], taken: [] });
    return 0n;
  }
  const indexUnits = toUnits(index.toString(), 8);
  for (const { price, amount, total } of trades) {
    expect(BigInt(price) * 100n, `at ${price} of ${indexUnits}`).toBeGreaterThanOrEqual(indexUnits * 95n);
    expect(BigInt(total) * perBitcoin).toBe(BigInt(price) * BigInt(amount));
  }
  expect(taken).toEqual(taken.map(() => ({ price: indexUnits.toString() })));
  return trades.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

it('sells no coin below 95 % of the index, whoever bids', { timeout: 120_000 + atDepth(100) * 3_000 }, async () => {
  let nth = 0;
  const seen = { sold: 0, waited: 0 };
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      nth += 1;
      bench.held.price = '50000';
      const loan = await bench.borrow(400_000n + BigInt(nth));
      const world: World = { index: fallen };
      bench.held.price = fallen.toString();
      for (const one of all) {
        await run(one, world);
        const hasBids = bench.spot.prices(pair).bid !== null;
        const sold = await lookAndCompare(world);
        if (sold > 0n) seen.sold += 1;
        else if (hasBids && world.index !== null && (await bench.rowOf(loan))['state'] === 'selling') seen.waited += 1;
      }
      await bench.spot.cancelAll(pair);
      await bench.expectSound();
      // It is no part of the runs that follow.
      await bench.setAside(loan);
    }),
    { numRuns: atDepth(100), seed },
  );
  expect(seen.sold).toBeGreaterThan(0);
  expect(seen.waited).toBeGreaterThan(0);
});
