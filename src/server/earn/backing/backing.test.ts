import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { assetScale } from '#server/core/assets.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { setAside } from './accounts.ts';
import { createBackingHandlers } from './calls.ts';
import { readEntries } from './entries.ts';
import { fundByOperator } from './funding.ts';
import { readBacking } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const ledger = createLedger();
const units = (amount: string, asset = 'USDT') => toUnits(amount, assetScale(asset));

function fund(asset: string, amount: string): Promise<BalanceRow[]> {
  const target = { product: 'fixed-terms', asset, units: units(amount, asset) } as const;
  return database.transaction((tx) => fundByOperator(tx, ledger, target, 'practice', 1));
}

function promise(amount: string, reference: string): Promise<BalanceRow[]> {
  const postings = setAside('fixed-terms', 'USDT', units(amount));
  return database.transaction((tx) => ledger.post(tx, { kind: 'earn-buy', reference, at: 2, postings }));
}

type Asked = Partial<Parameters<typeof readEntries>[1]>;
const read = (asked: Asked = {}) =>
  readEntries(database.pool, { product: 'fixed-terms', asset: 'USDT', size: 20, ...asked });

it('tells what moved in an account page by page, counted back to its beginning, and names nobody', async () => {
  await fund('USDT', '1000');
  for (let nth = 1; nth <= 7; nth += 1) {
    await promise(nth.toString(), `reference of user ${100_000 + nth}`);
    await fund('BTC', '0.5');
  }
  await promise('-3', 'left early');
  const whole = await read();
  expect(whole).toMatchObject({ next: null });
  expect(whole.list[0]).toMatchObject({ kind: 'earn-buy', free: '3', aside: '-3', freeAfter: '975', asideAfter: '25' });
  expect(whole.list.at(-1)).toMatchObject({
    kind: 'backing',
    free: '1000',
    aside: '0',
    freeAfter: '1000',
    asideAfter: '0',
  });
  expect(whole.list).toHaveLength(9);
  const shown = ['aside', 'asideAfter', 'at', 'free', 'freeAfter', 'id', 'kind'];
  expect(Object.keys(whole.list[0] ?? {}).toSorted()).toEqual(shown);
  const paged = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read({ size: 2, ...(cursor === null ? {} : { cursor }) });
    paged.push(...page.list);
    cursor = page.next;
    // What is written meanwhile is above every page that follows.
    await fund('USDT', '1');
  } while (cursor !== null);
  expect(paged).toEqual(whole.list);
});

it('answers nothing for an account that does not exist, and refuses a cursor that it never gave out', async () => {
  expect(await read({ product: 'rewards', asset: 'DOGE' })).toEqual({ list: [], next: null });
  expect(await read({ asset: 'NOCOIN' })).toEqual({ list: [], next: null });
  await expect(read({ cursor: '12' })).rejects.toMatchObject({ codeName: 'operationFailed' });
});

it('reads a page by one index, whatever other coins and people have written', async () => {
  await database.pool.query(
    `INSERT INTO ledger_entries (journal_id, owner, available, frozen, locked, fee, at, wallet, asset, kind)
     SELECT 1, CASE WHEN nth % 2 = 0 THEN 31 ELSE 100000 + nth END, 1, 0, 0, 0, 3, 0, 'ETH', 'backing'
       FROM generate_series(1, 20000) AS nth`,
  );
  await database.pool.query('ANALYZE ledger_entries');
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT id FROM ledger_entries
      WHERE owner = 31 AND owner BETWEEN 31 AND 35 AND asset = 'USDT' ORDER BY id DESC LIMIT 20`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toMatch(/ledger_entries_\w*products/);
});

it('counts nothing as lent where no loan runs', async () => {
  const accounts = await readBacking(database.pool);
  const fixedTerms = accounts.find(({ product, asset }) => product === 'fixed-terms' && asset === 'USDT');
  const held = fromUnits(units(fixedTerms?.held ?? '0'), assetScale('USDT'));
  expect(fixedTerms).toMatchObject({ held, promised: '25', lent: '0' });
});

it('answers under the names of the version before too, and takes them', async () => {
  const handlers = createBackingHandlers({ database, clock: () => 3 });
  const { accounts = [], list } = await handlers['GET common/backing']({}, contextFor(100_001n));
  expect(accounts.map(({ product }) => product)).toContain('fixed-terms');
  expect(list).toEqual(accounts.map((one) => (one.product === 'fixed-terms' ? { ...one, product: 'earn' } : one)));
  const entriesOf = (product: 'earn' | 'fixed-terms') =>
    handlers['GET common/backingEntries']({ product, asset: 'USDT', size: 20 }, contextFor(100_001n));
  expect((await entriesOf('earn')).list.length).toBeGreaterThan(0);
  expect(await entriesOf('earn')).toEqual(await entriesOf('fixed-terms'));
});
