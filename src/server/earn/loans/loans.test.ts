import { afterEach, beforeEach, expect, it } from 'vitest';
import { hourMs } from '#protocol/core/durations.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { collateralSales } from '#server/core/ledger/account.ts';
import { readBacking } from '../backing/store.ts';
import { applyForLoan } from './apply.ts';
import { repayLoan } from './repay.ts';
import { application, type LoansBench, openLoansBench } from './testing.ts';

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

it('charges an hour however soon a loan is repaid, also what is left of it after a sale in that hour', async () => {
  const anHour = toUnits('0.0299', 8);
  const quick = await bench.borrow(firstUser);
  expect(await bench.rowOf(quick)).toMatchObject({ state: 'running', interest: anHour.toString() });
  const own = (key: string) => ({ owner: firstUser, key });
  // All but a little at once: the hour was for the whole loan.
  const part = { act: 'repay', loan: quick, amount: '2989' } as const;
  const { owed } = await repayLoan(bench.deps, bench.priceOf, own('nearly all'), part);
  expect(owed).toBe('1.0299');
  await bench.fund(firstUser, 'USDT', '1');
  await repayLoan(bench.deps, bench.priceOf, own('all of it'), { act: 'repay-all', loan: quick, most: '2' });
  expect(await bench.rowOf(quick)).toMatchObject({ state: 'repaid', interest_paid: anHour.toString() });
  const sold = await bench.borrow(firstUser + 1n);
  await bench.bid('37000', '5');
  bench.held.price = '37000';
  await bench.settle();
  expect(await bench.rowOf(sold)).toMatchObject({ state: 'running', interest_paid: anHour.toString(), interest: '0' });
  // The hour that was paid for is not charged again, and the next one is charged at its end.
  bench.held.now += hourMs;
  await bench.settle();
  expect(await bench.rowOf(sold)).toMatchObject({ interest: '0' });
  bench.held.now += hourMs;
  await bench.settle();
  const { principal, interest } = await bench.rowOf(sold);
  expect(BigInt(interest ?? 0)).toBe(BigInt(principal ?? 0) / 100_000n);
  await bench.expectSound();
});

it('sells no slice far below the index, whatever is bid, and waits with the rest', async () => {
  const id = await bench.borrow(firstUser);
  // The best bid alone is near the index; behind it somebody waits for whoever sells without looking.
  await bench.bid('37000', '0.001');
  await bench.bid('35150', '0.002');
  await bench.bid('35149.9', '5');
  bench.held.price = '37000';
  for (let run = 0; run < 10; run += 1) {
    await bench.look();
    bench.held.now += 3_000;
  }
  expect(await bench.rowOf(id)).toMatchObject({ state: 'selling', locked: toUnits('0.097', 8).toString() });
  const { rows } = await bench.database.pool.query<{ price: string }>(
    'SELECT price FROM trades WHERE seller = $1 ORDER BY price',
    [collateralSales],
  );
  expect(rows.map(({ price }) => fromUnits(BigInt(price), 8))).toEqual(['35150', '37000']);
  await bench.expectSound();
  await bench.bid('36000', '5');
  await bench.settle();
  expect(await bench.rowOf(id)).toMatchObject({ state: 'running' });
  await bench.expectSound();
});

it('reads the number of a document however it is spelled, and refuses what is none', async () => {
  await bench.fund(firstUser, 'BTC', '1');
  const apply = (document: string) => {
    const who = { owner: firstUser, key: `document ${document}` };
    return applyForLoan(bench.deps, bench.priceOf, who, { ...application, document });
  };
  for (const document of ['', '123', 'Д1234567', '12<45', '1'.repeat(25)]) {
    await expect(apply(document), document).rejects.toMatchObject({ codeName: 'enterDocumentNumber' });
  }
  const { id } = await apply('А１２３–456（3）');
  expect((await bench.rowOf(id))['document']).toBe('A1234563');
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

it('sells at the price that reaches the level, and at none above it', async () => {
  const id = await bench.borrow(firstUser);
  // 2,990.0299 USDT are owed: 80 % of 0.1 BTC at 37,375.37375.
  for (const [price, state] of [
    ['37375.37376', 'running'],
    ['37375.37375', 'selling'],
  ] as const) {
    bench.held.price = price;
    await bench.look();
    expect(await bench.rowOf(id)).toMatchObject({ state });
  }
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
      expect(fromUnits(BigInt(one.written), 8)).toBe('990.0299');
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

it.each([
  ['nobody bids near the index', '37000', false],
  ['no source has a price', null, false],
  ['its pair is gone', null, true],
])('takes over what covers the debt a day after %s, and gives the rest back', async (_, price, isGone) => {
  const id = await bench.borrow(firstUser);
  await bench.bid('36900', '0.001');
  bench.held.price = '37000';
  // One slice is traded at the index less a little: the last price there is when no other is known.
  await bench.look();
  bench.held.now += 1_000;
  await bench.look();
  bench.held.price = price;
  bench.held.isListed = !isGone;
  const begun = bench.held.now;
  while (bench.held.now - begun < 23 * hourMs) {
    bench.held.now += hourMs;
    await bench.look();
  }
  expect(await bench.rowOf(id)).toMatchObject({ state: 'selling', locked: toUnits('0.099', 8).toString() });
  await bench.restart();
  bench.held.now += 2 * hourMs;
  await bench.look();
  const last = price ?? '36900';
  const { state, locked, written_off: lost } = await bench.rowOf(id);
  expect({ state, locked, lost }).toEqual({ state: 'repaid', locked: '0', lost: '0' });
  const { rows } = await bench.database.pool.query<{ amount: string; price: string }>(
    "SELECT amount, price FROM loan_events WHERE kind = 'taken-over'",
  );
  expect(rows.map((row) => fromUnits(BigInt(row.price), 8))).toEqual([last]);
  // What was not needed is free again.
  const kept = toUnits('0.099', 8) - BigInt(rows[0]?.amount ?? 0);
  expect(kept).toBeGreaterThan(toUnits('0.01', 8));
  expect((await bench.balance(firstUser, 'BTC')).available).toBe(kept);
  await bench.expectSound();
});
