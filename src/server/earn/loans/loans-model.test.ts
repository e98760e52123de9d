import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth, seed } from '../../../../tests/depth.ts';
import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { failingDatabase, MadeFailure, noFailures } from '#server/core/store/testing-failures.ts';
import { repayLoan } from './repay.ts';
import { application, type LoansBench, openLoansBench } from './testing.ts';

/**
 * Loans on a real store against a machine that walks from hour to hour and weighs debt against worth in whole numbers:
 * random repayments and top-ups between moves of the price, jumps of the clock, restarts, and writes that fail at the
 * last moment.
 */

let bench: LoansBench;
const failures = noFailures();
beforeAll(async () => {
  bench = await openLoansBench();
});
afterAll(() => bench.close());

const billion = 1_000_000_000n;
const hourlyRate = 10_000n;
const usdt = (amount: string) => toUnits(amount, 8);
const startPrice = 50_000;

/** The naive machine: one loan, hour by hour. */
class NaiveLoan {
  principal = usdt(application.amount);
  interest = 0n;
  rest = 0n;
  locked = toUnits(application.collateral.amount, 8);
  warned = 0;
  #hours = 0;
  readonly #from: number;

  /** The first hour falls due at the payout. */
  constructor(from: number) {
    this.#from = from;
    this.passTo(from + hourMs);
  }

  passTo(now: number): void {
    while (this.#hours < application.hours && this.#from + (this.#hours + 1) * hourMs <= now) {
      this.#hours += 1;
      this.rest += this.principal * hourlyRate;
      this.interest += this.rest / billion;
      this.rest %= billion;
    }
  }

  get owed(): bigint {
    return this.principal + this.interest;
  }

  /** Whether the debt is at least so many percent of the worth. */
  reaches(percent: bigint, price: number): boolean {
    return this.owed > 0n && this.owed * 100n * 100_000_000n >= percent * this.locked * usdt(price.toString());
  }

  look(price: number): void {
    const [first, second] = [this.reaches(70n, price), this.reaches(75n, price)];
    const [stillFirst, stillSecond] = [this.reaches(68n, price), this.reaches(73n, price)];
    if (second || (this.warned === 2 && stillSecond)) this.warned = 2;
    else this.warned = first || (this.warned > 0 && stillFirst) ? 1 : 0;
  }

  repay(units: bigint): void {
    const ofInterest = units < this.interest ? units : this.interest;
    this.interest -= ofInterest;
    this.principal -= units - ofInterest;
  }
}

/** What is done next, and how much of it. */
interface Step {
  readonly do: 'pass' | 'price' | 'repay' | 'top-up' | 'look' | 'restart';
  readonly n: number;
}

/** Prices stay above 80 % of the loan as it begins; what is sold below has tests of its own. */
const step = fc.oneof(
  fc.record({ do: fc.constant('pass' as const), n: fc.integer({ min: 0, max: 5 * hourMs }) }),
  fc.record({ do: fc.constant('pass' as const), n: fc.constantFrom(dayMs, 3 * dayMs, -2 * hourMs, -30 * hourMs) }),
  fc.record({ do: fc.constant('price' as const), n: fc.integer({ min: 38_500, max: 60_000 }) }),
  fc.record({ do: fc.constant('repay' as const), n: fc.integer({ min: 1, max: 40_000 }) }),
  fc.record({ do: fc.constant('top-up' as const), n: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ do: fc.constant('look' as const), n: fc.constant(0) }),
  fc.record({ do: fc.constant('restart' as const), n: fc.constant(0) }),
);
/** How the next writes fail; what was lost may be asked again under its key, also after a restart. */
const trouble = fc.option(
  fc.record({
    how: fc.constantFrom('undone' as const, 'unheard' as const),
    times: fc.constantFrom(1, 1, 2, 99),
    isAskedAgain: fc.boolean(),
    restarts: fc.boolean(),
  }),
);
type Trouble = typeof trouble extends fc.Arbitrary<infer One> ? One : never;
const steps = fc.array(fc.record({ one: step, fails: trouble }), { minLength: 6, maxLength: 14 });
/** It never falls due in a run: what is sold then has tests of its own. */
const longestMs = application.hours * hourMs - 2 * dayMs;

interface World {
  readonly owner: bigint;
  readonly loan: string;
  readonly naive: NaiveLoan;
  readonly from: number;
  price: number;
  acts: number;
}

/** Repays or tops up. @returns whether it was done, refused, or lost */
async function act({ owner, loan }: World, { do: what, n }: { do: 'repay' | 'top-up'; n: number }, key: string) {
  const deps = { ...bench.deps, database: failingDatabase(bench.database, failures) };
  const amount = what === 'repay' ? fromUnits(BigInt(n) * 10_000_000n, 8) : fromUnits(BigInt(n) * 10_000n, 8);
  try {
    await repayLoan(deps, bench.priceOf, { owner, key }, { act: what, loan, amount });
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return 'refused';
    if (error instanceof MadeFailure) return 'lost';
    throw error;
  }
}

const restart = () => bench.restart({ database: failingDatabase(bench.database, failures) });

async function pay(world: World, one: { do: 'repay' | 'top-up'; n: number }, fails: Trouble): Promise<void> {
  const { naive } = world;
  naive.passTo(bench.held.now);
  const units = one.do === 'repay' ? BigInt(one.n) * 10_000_000n : BigInt(one.n) * 10_000n;
  if (one.do === 'repay' && units >= naive.owed) return;
  const inNaive = () => {
    if (one.do === 'repay') naive.repay(units);
    else naive.locked += units;
  };
  const key = `act ${world.loan} ${(world.acts += 1)}`;
  Object.assign(failures, noFailures(), fails === null ? {} : { how: fails.how, times: 1 });
  const first = await act(world, one, key);
  Object.assign(failures, noFailures());
  expect({ ...one, first }).toEqual({ ...one, first: fails === null ? 'done' : 'lost' });
  if (fails?.how !== 'undone') inNaive();
  if (fails === null) return;
  if (fails.restarts) await restart();
  if (!fails.isAskedAgain) return;
  expect(await act(world, one, key)).toBe('done');
  if (fails.how === 'undone') inNaive();
}

async function inBoth(world: World, one: Step, fails: Trouble): Promise<void> {
  if (one.do === 'pass') {
    if (bench.held.now + one.n < world.from + longestMs) bench.held.now += one.n;
  } else if (one.do === 'price') {
    world.price = one.n;
    bench.held.price = one.n.toString();
  } else if (one.do === 'restart') await restart();
  else if (one.do === 'repay' || one.do === 'top-up') await pay(world, { do: one.do, n: one.n }, fails);
  else {
    Object.assign(failures, noFailures(), fails === null ? {} : { how: fails.how, times: fails.times });
    await bench.look();
    Object.assign(failures, noFailures());
  }
}

async function compare({ loan, naive, price }: World): Promise<void> {
  // What failed before is tried again after its delay, which is no full hour.
  bench.held.now += 60_000;
  await bench.look();
  await bench.look();
  naive.passTo(bench.held.now);
  naive.look(price);
  const { principal, interest, locked, warned, state } = await bench.rowOf(loan);
  expect({ state, principal, interest, locked, warned }).toEqual({
    state: 'running',
    principal: naive.principal.toString(),
    interest: naive.interest.toString(),
    locked: naive.locked.toString(),
    warned: naive.warned,
  });
  const off = 'SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0';
  expect((await bench.database.pool.query(off)).rows).toEqual([]);
}

const runs = atDepth(200);
const auditEvery = 50;

it('equals the naive machine', { timeout: 120_000 + runs * 1_000 }, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      run += 1;
      bench.held.price = startPrice.toString();
      const owner = 300_000n + BigInt(run);
      await bench.fund(owner, 'BTC', '1');
      await bench.fund(owner, 'USDT', '100000');
      const loan = await bench.borrow(owner);
      const from = bench.held.now;
      const world: World = { owner, loan, naive: new NaiveLoan(from), from, price: startPrice, acts: 0 };
      await restart();
      for (const { one, fails } of all) {
        await inBoth(world, one, fails);
        await compare(world);
      }
      // It is no part of the runs that follow.
      await bench.setAside(loan);
      if (run % auditEvery === 0) await bench.expectSound();
    }),
    { numRuns: runs, seed },
  );
  await bench.expectSound();
});
