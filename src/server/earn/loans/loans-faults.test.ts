import { afterEach, beforeEach, expect, it } from 'vitest';
import { toUnits } from '#protocol/core/decimal.ts';
import { collateralSales } from '#server/core/ledger/account.ts';
import type { Database } from '#server/core/store/database.ts';
import type { LoansDeps } from './deps.ts';
import { type LoansBench, openLoansBench } from './testing.ts';

/** A sale of collateral whose steps are cut off: by writes that fail, by answers that get lost, by restarts in between. */

const owner = 200_000n;
const lowPrice = '37000';

let bench: LoansBench;

beforeEach(async () => {
  bench = await openLoansBench();
});
afterEach(() => bench.close());

class Cut extends Error {}

/** A store whose nth transaction fails before it commits; the first is that of opening. */
function failingAt(nth: number): Database {
  const { database } = bench;
  let count = 0;
  return {
    ...database,
    transaction: (work, isolation) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        count += 1;
        if (count === nth) throw new Cut();
        return result;
      }, isolation),
  };
}

/** A book that places the nth order and whose answer is lost. */
function losingAnswer(nth: number): LoansDeps['spot'] {
  const { spot } = bench;
  let count = 0;
  return {
    isOpen: (pair) => spot.isOpen(pair),
    prices: (pair) => spot.prices(pair),
    async submit(...request) {
      const order = await spot.submit(...request);
      count += 1;
      if (count === nth) throw new Cut();
      return order;
    },
  };
}

/** What a sale came to. */
async function outcome(loan: string) {
  const { rows } = await bench.database.pool.query<{ slices: string; sold: string; booked: string; orders: string }>(
    `SELECT count(*) AS slices, coalesce(sum(sold), 0) AS sold,
            (SELECT coalesce(sum(amount), 0) FROM trades WHERE seller = $1) AS booked,
            (SELECT count(*) FROM spot_orders WHERE owner = $1) AS orders
       FROM loan_sales`,
    [collateralSales],
  );
  const { state, locked, principal, interest, repaid } = await bench.rowOf(loan);
  return { ...rows[0], state, locked, principal, interest, repaid };
}

/** A loan whose collateral has to be sold down to 60 %. */
async function fallen(): Promise<string> {
  const loan = await bench.borrow(owner);
  bench.held.price = lowPrice;
  await bench.bid(lowPrice, '5');
  return loan;
}

/** Looks until the sale is over. A cut step is tried again after a growing delay. */
async function sellAll(loan: string): Promise<void> {
  for (let look = 0; look < 60 && ((await bench.rowOf(loan))['state'] !== 'running' || look === 0); look += 1) {
    await bench.look();
    bench.held.now += 2_000;
  }
}

it('comes to the same whichever of its writes fails and whichever answer is lost, with a restart after each', async () => {
  const clean = await fallen();
  await sellAll(clean);
  const expected = await outcome(clean);
  expect(expected).toMatchObject({ state: 'running', slices: expected.orders, sold: expected.booked });
  expect(BigInt(expected.sold ?? 0)).toBeGreaterThan(0n);
  await bench.expectSound();
  const cuts = [
    ...[2, 3, 4, 5].map((nth) => ({ database: () => failingAt(nth) })),
    ...[1, 2].map((nth) => ({ spot: () => losingAnswer(nth) })),
  ];
  for (const cut of cuts) {
    await bench.close();
    bench = await openLoansBench();
    const loan = await fallen();
    await bench.restart({
      ...('database' in cut ? { database: cut.database() } : {}),
      ...('spot' in cut ? { spot: cut.spot() } : {}),
    });
    // Up to the cut and a little beyond; then the exchange starts again, without it.
    for (let look = 0; look < 3; look += 1) {
      await bench.look();
      await bench.expectSound();
    }
    await bench.restart();
    await sellAll(loan);
    expect(await outcome(loan)).toEqual(expected);
    await bench.expectSound();
  }
}, 120_000);

it('does not sell again what a slice sold before the exchange stopped', async () => {
  const loan = await fallen();
  await bench.restart({ spot: losingAnswer(1) });
  await bench.look();
  const open = await bench.database.pool.query("SELECT units FROM loan_sales WHERE state = 'open'");
  expect(open.rowCount).toBe(1);
  await bench.restart();
  await bench.look();
  const { rows } = await bench.database.pool.query<{ units: string; sold: string }>(
    'SELECT units, sold FROM loan_sales ORDER BY id LIMIT 1',
  );
  expect(rows[0]?.sold).toBe(rows[0]?.units);
  const { locked } = await bench.rowOf(loan);
  expect(BigInt(locked ?? 0)).toBeLessThan(toUnits('0.1', 8));
  await bench.expectSound();
});
