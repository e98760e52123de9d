import { afterAll, beforeAll, expect, it } from 'vitest';
import { hourMs } from '#protocol/core/durations.ts';
import { auditedAmounts } from '#server/main/audited-amounts.ts';
import { auditParts } from '#server/main/audit-parts.ts';
import { expectUnitsFound, findingsNow } from '#server/core/ledger/testing-units.ts';
import { repayLoan } from './repay.ts';
import { type LoansBench, openLoansBench } from './testing.ts';

/** One unit more or less in any amount of a loan, whatever became of it, is found. */

let bench: LoansBench;
/** Loans by what became of them. */
const ids: Record<string, string> = {};

const audited = () => ({
  database: bench.database,
  parts: auditParts(() => bench.held.now),
  clock: () => bench.held.now,
});

beforeAll(async () => {
  bench = await openLoansBench();
  const repay = (owner: bigint, input: { act: 'repay'; amount: string } | { act: 'repay-all'; most: string }) =>
    repayLoan(
      bench.deps,
      bench.priceOf,
      { owner, key: `pay ${owner} ${input.act}` },
      { ...input, loan: ids[String(owner)] ?? '' },
    );
  const borrow = async (owner: bigint) => (ids[String(owner)] = await bench.borrow(owner));
  for (const owner of [200_001n, 200_002n, 200_003n]) await borrow(owner);
  bench.held.now += 10 * hourMs;
  await repay(200_002n, { act: 'repay', amount: '1000' });
  await bench.fund(200_003n, 'USDT', '10');
  await repay(200_003n, { act: 'repay-all', most: '3000' });
  bench.held.now += 5 * hourMs + 1;
  await bench.settle();
  // One that falls: it is sold for, and what is missing is written off.
  await borrow(200_004n);
  await unwatched(200_004n, async () => {
    await bench.bid('20000', '10');
    bench.held.price = '20000';
    await bench.settle();
  });
  // One that is warned of, and one of which a part is sold: then nobody bids any more.
  await borrow(200_005n);
  await borrow(200_006n);
  await unwatched(200_005n, async () => {
    bench.held.price = '42000';
    await bench.settle();
  });
  await unwatched(200_006n, async () => {
    await bench.bid('37000', '0.03');
    bench.held.price = '37000';
    for (let look = 0; look < 5; look += 1) {
      await bench.look();
      bench.held.now += 1_000;
    }
  });
}, 60_000);

/** Does something while no price means anything to anybody else. */
async function unwatched(owner: bigint, work: () => Promise<void>): Promise<void> {
  const { pool } = bench.database;
  const { rows } = await pool.query<{ id: string; watch: string | null; calm: string | null }>(
    'SELECT id, watch_price AS watch, calm_price AS calm FROM loans WHERE owner <> $1',
    [owner],
  );
  await pool.query('UPDATE loans SET watch_price = NULL, calm_price = NULL WHERE owner <> $1', [owner]);
  await work();
  bench.held.price = '50000';
  for (const { id, watch, calm } of rows)
    await pool.query('UPDATE loans SET watch_price = $2, calm_price = $3 WHERE id = $1', [id, watch, calm]);
}
afterAll(() => bench.close());

const ends = [
  ['200001', 'running', 'deep'],
  ['200002', 'running', 'deep'],
  ['200003', 'repaid', 'full'],
  ['200004', 'written-off', 'full'],
  ['200005', 'running', 'deep'],
  ['200006', 'selling', 'deep'],
] as const;

it('is sound as it is', async () => {
  for (const [owner, state] of ends) expect((await bench.rowOf(ids[owner] ?? ''))['state']).toBe(state);
  for (const depth of ['deep', 'full'] as const) expect(await findingsNow(audited(), depth)).toEqual([]);
});

const columns = (table: string) => Object.keys(auditedAmounts[table] ?? {});

/** Amounts of a loan that not all have; each is tried of one that has it. */
const ofSome: Readonly<Record<string, string>> = { watch_price: '200001', calm_price: '200005', sale_of: '200006' };

it('says what not every loan has', async () => {
  for (const [column, owner] of Object.entries(ofSome))
    expect((await bench.rowOf(ids[owner] ?? ''))[column]).not.toBeNull();
});

it.each(ends)(
  'finds one unit of any amount of the loan of %s, which is %s',
  async (owner, _state, depth) => {
    const own = columns('loans').filter((column) => (ofSome[column] ?? owner) === owner);
    await expectUnitsFound(audited(), { table: 'loans', columns: own, where: `owner = ${owner}`, depth });
  },
  60_000,
);

it('finds one wrong unit in a sold slice, a loan event and the total of running loans', async () => {
  const slice = { table: 'loan_sales', where: 'sold > 0', depth: 'full' } as const;
  await expectUnitsFound(audited(), { ...slice, columns: columns(slice.table) });
  for (const kind of ['paid-out', 'repaid', 'sold', 'released', 'written-off']) {
    const paid = ['repaid', 'sold'].includes(kind) ? ['paid'] : [];
    const event = { table: 'loan_events', where: `kind = '${kind}'`, depth: 'full' } as const;
    await expectUnitsFound(audited(), { ...event, columns: ['amount', ...paid, 'owed'] });
  }
  const warning = { table: 'loan_events', where: "kind = 'warned'", depth: 'deep' } as const;
  await expectUnitsFound(audited(), { ...warning, columns: ['owed'] });
  const totals = { table: 'loan_lent', where: 'true', depth: 'deep' } as const;
  await expectUnitsFound(audited(), { ...totals, columns: columns(totals.table) });
}, 60_000);

it('finds principal and interest that were changed together', async () => {
  const change = (by: number) =>
    bench.database.pool.query(
      'UPDATE loans SET principal = principal - $1, interest = interest + $1 WHERE owner = 200001',
      [by],
    );
  await change(1);
  const found = await findingsNow(audited(), 'deep');
  expect(found.some((text) => text.startsWith(`loan ${ids['200001']}: `))).toBe(true);
  await change(-1);
  expect(await findingsNow(audited(), 'deep')).toEqual([]);
});
