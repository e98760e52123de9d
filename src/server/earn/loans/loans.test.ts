import { afterEach, beforeEach, expect, it } from 'vitest';
import { hourMs } from '../../../protocol/durations.ts';
import { fromUnits, toUnits } from '../../../protocol/maths/decimal.ts';
import { collateralSales } from '../../core/ledger/account.ts';
import { readBacking } from '../backing/store.ts';
import { repayLoan } from './repay.ts';
import { type LoansBench, openLoansBench } from './testing.ts';

/** Loans that fall together; more by `LOANS`. */
const many = Number(process.env['LOANS'] ?? '50');
const firstUser = 200_000n;

let bench: LoansBench;

beforeEach(async () => {
  bench = await openLoansBench();
});
afterEach(() => bench.close());

it('counts full hours once however late, warns once, and takes repayments and collateral', async () => {
  const id = await bench.borrow(firstUser);
  bench.held.now += 10 * hourMs;
  await bench.settle();
  expect((await bench.rowOf(id))['interest']).toBe(toUnits('0.299', 8).toString());
  bench.held.price = '42000';
  await bench.settle();
  await bench.settle();
  expect(await bench.rowOf(id)).toMatchObject({ state: 'running', warned: 1 });
  const warned = await bench.database.pool.query("SELECT FROM loan_events WHERE kind = 'warned'");
  expect(warned.rowCount).toBe(1);
  await bench.fund(firstUser, 'BTC', '0.05');
  const own = (key: string) => ({ owner: firstUser, key });
  await repayLoan(bench.deps, bench.priceOf, own('top-up key 1'), { act: 'top-up', loan: id, amount: '0.05' });
  await bench.settle();
  expect(await bench.rowOf(id)).toMatchObject({ warned: 0, locked: toUnits('0.15', 8).toString() });
  const part = { act: 'repay', loan: id, amount: '1000' } as const;
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => repayLoan(bench.deps, bench.priceOf, own('part'), part)),
  );
  expect(new Set(answers.map(({ owed }) => owed))).toEqual(new Set(['1990.299']));
  await bench.fund(firstUser, 'USDT', '10');
  await expect(
    repayLoan(bench.deps, bench.priceOf, { owner: firstUser + 1n, key: 'of another' }, part),
  ).rejects.toMatchObject({
    codeName: 'notFound',
  });
  await bench.expectSound();
  await repayLoan(bench.deps, bench.priceOf, own('all of it'), { act: 'repay-all', loan: id, most: '1991' });
  expect(await bench.rowOf(id)).toMatchObject({ state: 'repaid', locked: '0' });
  expect((await bench.balance(firstUser, 'BTC')).available).toBe(toUnits('0.15', 8));
  await bench.expectSound();
});

it('counts the principal of running loans as lent out, through repayment, sale and write-off', async () => {
  const lent = async () => {
    const accounts = await readBacking(bench.database.pool);
    return accounts.find(({ product, asset }) => product === 'loans' && asset === 'USDT')?.lent;
  };
  expect(await lent()).toBe('0');
  const id = await bench.borrow(firstUser);
  await bench.borrow(firstUser + 1n);
  expect(await lent()).toBe('5980');
  bench.held.now += 10 * hourMs;
  await bench.settle();
  expect(await lent()).toBe('5980');
  const own = (key: string) => ({ owner: firstUser, key });
  // Interest is paid first: it was never lent.
  const part = { act: 'repay', loan: id, amount: '100.299' } as const;
  await repayLoan(bench.deps, bench.priceOf, own('a part'), part);
  expect(await lent()).toBe('5880');
  await bench.fund(firstUser, 'USDT', '200');
  await repayLoan(bench.deps, bench.priceOf, own('all of it'), { act: 'repay-all', loan: id, most: '3000' });
  expect(await lent()).toBe('2990');
  await bench.bid('20000', '5');
  bench.held.price = '20000';
  await bench.settle();
  expect(await lent()).toBe('0');
  await bench.expectSound();
});

it('warns of nothing and sells nothing without a price', async () => {
  const id = await bench.borrow(firstUser);
  await bench.bid('20000', '5');
  bench.held.price = null;
  await bench.settle();
  expect(await bench.rowOf(id)).toMatchObject({ state: 'running', warned: 0 });
});

it('sells in slices down to 60 % and runs on, and sells what is owed on the due day', async () => {
  const id = await bench.borrow(firstUser);
  bench.held.price = '37000';
  await bench.bid('37000', '5');
  await bench.settle();
  const row = await bench.rowOf(id);
  expect(row).toMatchObject({ state: 'running', sale_cause: 'price' });
  expect(BigInt(row['locked'] ?? 0)).toBeGreaterThan(0n);
  const slices = await bench.database.pool.query("SELECT FROM loan_sales WHERE state = 'settled' AND sold > 0");
  expect(slices.rowCount).toBeGreaterThan(1);
  await bench.expectSound();
  bench.held.now += 200 * hourMs;
  await bench.settle();
  expect(await bench.rowOf(id)).toMatchObject({ state: 'repaid', sale_cause: 'due', locked: '0' });
  await bench.expectSound();
});

it(
  `a fall of 60 % over ${many} loans: nobody owes more than the collateral, every sale goes through the book`,
  async () => {
    await bench.cover((many * 3_000).toString());
    for (let nth = 0; nth < many; nth += 1) await bench.borrow(firstUser + BigInt(nth));
    for (let wanted = many / 10 + 1; wanted > 0; wanted -= 5) await bench.bid('20000', Math.min(wanted, 5).toString());
    bench.held.price = '20000';
    await bench.settle();
    const { rows } = await bench.database.pool.query<{ state: string; owed: string; locked: string; written: string }>(
      'SELECT state, principal + interest AS owed, locked, written_off AS written FROM loans',
    );
    expect(rows).toHaveLength(many);
    for (const one of rows) {
      expect(one).toMatchObject({ state: 'written-off', owed: '0', locked: '0' });
      expect(fromUnits(BigInt(one.written), 8)).toBe('990');
    }
    const sold = await bench.database.pool.query<{ of: string; booked: string }>(
      `SELECT (SELECT sum(sold) FROM loan_sales) AS of,
            (SELECT sum(amount) FROM trades WHERE seller = $1) AS booked`,
      [collateralSales],
    );
    expect(sold.rows[0]?.booked).toBe(sold.rows[0]?.of);
    expect(BigInt(sold.rows[0]?.of ?? 0)).toBe(toUnits('0.1', 8) * BigInt(many));
    await bench.expectSound();
  },
  120_000 + many * 1_000,
);
