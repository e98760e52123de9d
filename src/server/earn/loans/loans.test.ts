import { afterEach, beforeEach, expect, it } from 'vitest';
import { hourMs } from '../../../protocol/durations.ts';
import { fromUnits, toUnits } from '../../../protocol/maths/decimal.ts';
import { auditParts } from '../../audit-parts.ts';
import { gateForTest } from '../../core/gate/testing.ts';
import { collateralSales } from '../../core/ledger/account.ts';
import { runAudit } from '../../core/ledger/audit-check.ts';
import { createLogger } from '../../core/log/log.ts';
import { testDatabase, type TestDatabase } from '../../core/store/testing.ts';
import { pairs } from '../../markets/pairs.ts';
import { openSpotBench, type SpotBench } from '../../markets/spot/testing.ts';
import type { ReviewEffect } from '../../users/reviews/reviews.ts';
import { applyForLoan } from './apply.ts';
import type { LoansDeps } from './deps.ts';
import { openLoans, type OpenedLoans } from './open.ts';
import { createPriceOf } from './prices.ts';
import { repayLoan } from './repay.ts';

/** Loans through the real spot book on a real store; price and time are steered. */

/** Loans that fall together; more by `LOANS`. */
const many = Number(process.env['LOANS'] ?? '50');
const firstUser = 200_000n;
const bidder = 199_999n;

let database: TestDatabase;
let bench: SpotBench;
let deps: LoansDeps;
let loans: OpenedLoans;
let effect: ReviewEffect;
let price: string | null = '50000';
let now = Date.UTC(2026, 10, 24);

beforeEach(async () => {
  price = '50000';
  database = await testDatabase();
  bench = await openSpotBench(database, { clock: () => now });
  deps = {
    database,
    ledger: bench.ledger,
    clock: () => now,
    logger: createLogger('silent'),
    gate: gateForTest(),
    config: { mode: 'practice' },
    notices: { send: async () => undefined, changed: () => undefined },
    reviews: { open: async () => undefined, onDecision: (_kind, given) => void (effect = given) },
    market: { pairs, indexPrice: (asset) => (asset === 'BTC' ? price : null) },
    spot: bench.spot,
  };
  loans = await openLoans(deps);
  await database.pool.query("UPDATE loan_coins SET state = 'open'");
});
afterEach(async () => {
  await bench.spot.close();
  await database.close();
});

const priceOf = () => createPriceOf(deps);

/** A loan of 2,990 USDT on 0.1 BTC, approved. */
async function borrow(owner: bigint, key = `borrow ${owner}`): Promise<string> {
  await bench.fund(owner, 'BTC', '0.1');
  const { id } = await applyForLoan(deps, priceOf(), { owner, key }, application);
  await approve(id);
  return id;
}

const application = {
  asset: 'USDT',
  amount: '2990',
  hours: 168,
  collateral: { asset: 'BTC', wallet: 'spot', amount: '0.1' },
  contact: 'mei@example.com',
  document: 'E12345690',
  note: '',
} as const;

async function approve(id: string): Promise<void> {
  const review = { id: 1n, kind: 'loan', subject: BigInt(id), owner: 0n, facts: {}, openedAt: now } as const;
  await database.transaction((tx) => effect(tx, review, { approved: true, reason: '', by: 'Ada' }));
}

async function bid(at: string, amount: string): Promise<void> {
  await bench.fund(bidder, 'USDT', '10000000');
  const order = { kind: 'place', owner: bidder, pair: 'BTCUSDT', side: 'buy', type: 'limit' } as const;
  await bench.spot.submit({ ...order, price: at, amount, total: null });
}

/** Lets prices and due rows be looked at until nothing changes any more. */
async function settle(): Promise<void> {
  for (let run = 0; run < 60; run += 1) {
    const changed = (await loans.watch.watch()) + (await loans.watch.due());
    if (changed === 0) return;
    now += 1_000;
  }
}

async function rowOf(id: string) {
  const { rows } = await database.pool.query<Record<string, string | null>>('SELECT * FROM loans WHERE id = $1', [id]);
  return rows[0] ?? {};
}

async function expectSound(): Promise<void> {
  const report = await runAudit(database, { depth: 'full', now, parts: auditParts(() => now) });
  expect(report.findings).toEqual([]);
  const { rows } = await database.pool.query(
    `SELECT owner, asset FROM balances WHERE owner NOT IN (1, 2, 8, 9) AND (available < 0 OR frozen < 0 OR locked < 0)`,
  );
  expect(rows).toEqual([]);
}

it('counts full hours once however late, warns once, and takes repayments and collateral', async () => {
  const id = await borrow(firstUser);
  now += 10 * hourMs;
  await settle();
  expect((await rowOf(id))['interest']).toBe(toUnits('0.299', 8).toString());
  price = '42000';
  await settle();
  await settle();
  expect(await rowOf(id)).toMatchObject({ state: 'running', warned: 1 });
  const warned = await database.pool.query("SELECT FROM loan_events WHERE kind = 'warned'");
  expect(warned.rowCount).toBe(1);
  await bench.fund(firstUser, 'BTC', '0.05');
  const own = (key: string) => ({ owner: firstUser, key });
  await repayLoan(deps, priceOf(), own('top-up key 1'), { act: 'top-up', loan: id, amount: '0.05' });
  await settle();
  expect(await rowOf(id)).toMatchObject({ warned: 0, locked: toUnits('0.15', 8).toString() });
  const part = { act: 'repay', loan: id, amount: '1000' } as const;
  const answers = await Promise.all(Array.from({ length: 64 }, () => repayLoan(deps, priceOf(), own('part'), part)));
  expect(new Set(answers.map(({ owed }) => owed))).toEqual(new Set(['1990.299']));
  await bench.fund(firstUser, 'USDT', '10');
  await expect(repayLoan(deps, priceOf(), { owner: firstUser + 1n, key: 'of another' }, part)).rejects.toMatchObject({
    codeName: 'notFound',
  });
  await expectSound();
  await repayLoan(deps, priceOf(), own('all of it'), { act: 'repay-all', loan: id, most: '1991' });
  expect(await rowOf(id)).toMatchObject({ state: 'repaid', locked: '0' });
  expect((await bench.balance(firstUser, 'BTC')).available).toBe(toUnits('0.15', 8));
  await expectSound();
});

it('warns of nothing and sells nothing without a price', async () => {
  const id = await borrow(firstUser);
  await bid('20000', '5');
  price = null;
  await settle();
  expect(await rowOf(id)).toMatchObject({ state: 'running', warned: 0 });
});

it('sells in slices down to 60 % and runs on, and sells what is owed on the due day', async () => {
  const id = await borrow(firstUser);
  price = '37000';
  await bid('37000', '5');
  await settle();
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: 'running', sale_cause: 'price' });
  expect(BigInt(row['locked'] ?? 0)).toBeGreaterThan(0n);
  const slices = await database.pool.query("SELECT FROM loan_sales WHERE state = 'settled' AND sold > 0");
  expect(slices.rowCount).toBeGreaterThan(1);
  await expectSound();
  now += 200 * hourMs;
  await settle();
  expect(await rowOf(id)).toMatchObject({ state: 'repaid', sale_cause: 'due', locked: '0' });
  await expectSound();
});

it(`a fall of 60 % over ${many} loans: nobody owes more than the collateral, every sale goes through the book`, async () => {
  const ids: string[] = [];
  for (let nth = 0; nth < many; nth += 1) ids.push(await borrow(firstUser + BigInt(nth)));
  await bid('20000', (many / 10 + 1).toString());
  price = '20000';
  await settle();
  const { rows } = await database.pool.query<{ state: string; owed: string; locked: string; written: string }>(
    'SELECT state, principal + interest AS owed, locked, written_off AS written FROM loans',
  );
  expect(rows).toHaveLength(many);
  for (const one of rows) {
    expect(one).toMatchObject({ state: 'written-off', owed: '0', locked: '0' });
    expect(fromUnits(BigInt(one.written), 8)).toBe('990');
  }
  const sold = await database.pool.query<{ of: string; booked: string }>(
    `SELECT (SELECT sum(sold) FROM loan_sales) AS of,
            (SELECT sum(amount) FROM trades WHERE seller = $1) AS booked`,
    [collateralSales],
  );
  expect(sold.rows[0]?.booked).toBe(sold.rows[0]?.of);
  expect(BigInt(sold.rows[0]?.of ?? 0)).toBe(toUnits('0.1', 8) * BigInt(many));
  await expectSound();
}, 120_000);
