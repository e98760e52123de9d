import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../store/testing.ts';
import { houseOwners } from './account.ts';
import { type AuditRun, runAudit } from './audit-check.ts';
import type { Journal } from './journal.ts';
import { post, postMany } from './post.ts';

/** A ledger that was not audited for long: more entries than one transaction folds. */

let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase();
  for (let nth = 0n; nth < 12n; nth += 1n) await database.transaction((tx) => post(tx, practice(100_001n + nth, 5n)));
  await allEnded();
});
afterEach(() => database.close());

function practice(owner: bigint, amount: bigint): Journal {
  const account = { wallet: 'spot', asset: 'BTC', part: 'available' } as const;
  return {
    kind: 'practice',
    reference: null,
    at: 1_700_000_000_000,
    postings: [
      { ...account, owner: houseOwners.practice, amount: -amount },
      { ...account, owner, amount },
    ],
  };
}

/** Waits until every transaction of the cluster that could hold a horizon back has ended, those of other tests included. */
async function allEnded(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ ended: boolean }>(
        `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint > max(xid) AS ended FROM ledger_entries`,
      );
      expect(rows).toEqual([{ ended: true }]);
    },
    { timeout: 10_000, interval: 20 },
  );
}

const audit = (run: Partial<AuditRun> = {}) => runAudit(database, { depth: 'step', now: 1, windowRows: 6, ...run });

async function expectAllFolded(): Promise<void> {
  const { rows } = await database.pool.query(
    `SELECT owner, wallet, asset, sum(amount) AS amount FROM (
       SELECT owner, wallet, asset, available + frozen + locked AS amount FROM ledger_entries
       UNION ALL SELECT owner, wallet, asset, -amount FROM audited_sums) AS moved
      GROUP BY owner, wallet, asset HAVING sum(amount) <> 0`,
  );
  expect(rows).toEqual([]);
}

/** Counts the transactions of a run. */
async function transactionsOf(run: (counting: TestDatabase) => Promise<unknown>): Promise<number> {
  let count = 0;
  await run({
    ...database,
    transaction: (work, isolation) => {
      count += 1;
      return database.transaction(work, isolation);
    },
  });
  return count;
}

test('is folded in windows, and what follows is checked in one transaction again', async () => {
  const windows = await transactionsOf((counting) => runAudit(counting, { depth: 'step', now: 1, windowRows: 6 }));
  expect(windows).toBeGreaterThanOrEqual(5);
  await expectAllFolded();
  expect(await audit()).toMatchObject({ findings: [], halted: [] });
  await database.transaction((tx) => post(tx, practice(100_001n, 5n)));
  const after = await transactionsOf((counting) => runAudit(counting, { depth: 'step', now: 1, windowRows: 6 }));
  // A look whether there is a backlog, and the run.
  expect(after).toBe(2);
});

test('compares every balance after it, whatever was touched', async () => {
  await database.pool.query('UPDATE balances SET available = 6 WHERE owner = 100003');
  const { findings } = await audit();
  expect(findings.map(({ text }) => text)).toEqual([
    'balance 100003/0/BTC holds 6/0/0 and its entries say 5/0/0',
    'all balances of BTC together are off by 1',
  ]);
});

test('goes on where it was stopped, and still compares every balance', async () => {
  // Windows of transactions before the first entry are empty.
  await database.pool.query('UPDATE audit_state SET horizon = (SELECT min(xid)::text::xid8 FROM ledger_entries)');
  let asked = 0;
  await expect(audit({ isStopped: () => (asked += 1) > 3 })).rejects.toThrow('stopped');
  const { rows } = await database.pool.query<{ folded: number; behind: boolean }>(
    'SELECT (SELECT count(*)::integer FROM audited_sums) AS folded, behind FROM audit_state',
  );
  expect(rows[0]?.behind).toBe(true);
  expect(rows[0]?.folded).toBeGreaterThan(1);
  expect(rows[0]?.folded).toBeLessThan(13);
  await database.pool.query('UPDATE balances SET available = 6 WHERE owner = 100001');
  // The rest fits into one window: only the mark in the store says that balances were never compared.
  expect((await audit({ windowRows: 1_000 })).findings[0]?.text).toContain('balance 100001/0/BTC holds 6/0/0');
  await expectAllFolded();
});

test('finds a journal of a window that does not sum to zero', async () => {
  await database.pool.query(
    `INSERT INTO ledger_entries (journal_id, owner, wallet, asset, available, frozen, locked, fee, kind, at)
     VALUES (900, 100001, 0, 'ETH', 4, 0, 0, 0, 'practice', 1)`,
  );
  for (let nth = 0n; nth < 6n; nth += 1n) await database.transaction((tx) => post(tx, practice(100_001n + nth, 5n)));
  await allEnded();
  const { findings } = await audit();
  expect(findings.map(({ text }) => text)).toContain('journal 900 is off by 4 of ETH');
  expect((await audit()).findings).toEqual(findings);
});

test('folds a single transaction that is larger than a window', async () => {
  const users = Array.from({ length: 30 }, (_, nth) => practice(200_001n + BigInt(nth), 5n));
  await database.transaction((tx) => postMany(tx, users));
  await allEnded();
  expect(await audit()).toMatchObject({ findings: [] });
  await expectAllFolded();
});

test('starts over in windows where its progress is of another cluster', async () => {
  await audit();
  await database.pool.query(`UPDATE audit_state SET horizon = '999999999999', deep_horizon = '999999999999'`);
  expect(await audit()).toMatchObject({ findings: [] });
  await expectAllFolded();
});

/** Writes the entries of one transaction, with neither checks nor balances. */
function write(
  entries: readonly { journal: number; asset: string; available: string; frozen?: string; fee?: number }[],
) {
  return database.pool.query(
    `INSERT INTO ledger_entries (journal_id, owner, wallet, asset, available, frozen, locked, fee, kind, at)
     SELECT journal, 100000 + row_number() OVER (), 0, asset, available, coalesce(frozen, 0), 0, coalesce(fee, 0), 'practice', 1
       FROM jsonb_to_recordset($1) AS entry (journal bigint, asset text, available bigint, frozen bigint, fee bigint)`,
    [JSON.stringify(entries)],
  );
}

/** What the journals of a backlog showed, with several ranges to a window. */
async function offInRanges(): Promise<string[]> {
  for (let nth = 0n; nth < 12n; nth += 1n) await database.transaction((tx) => post(tx, practice(100_001n + nth, 5n)));
  await allEnded();
  const { findings } = await audit({ windowRows: 30, rangeRows: 5 });
  return findings
    .map(({ text }) => text.replace(/transaction \d+/, 'a transaction'))
    .filter((text) => / off by /.test(text) && !text.startsWith('all '));
}

test('sums the journals of a window in ranges, each by its own and coin by coin', async () => {
  // Four entries of one transaction are a range by themselves.
  const inOrder = [
    { journal: 910, asset: 'SOL', available: '1' },
    { journal: 910, asset: 'SOL', available: '-1' },
  ];
  await write([
    ...inOrder,
    { journal: 900, asset: 'BTC', available: '4' },
    { journal: 900, asset: 'ETH', available: '-4' },
  ]);
  await write([
    ...inOrder,
    { journal: 901, asset: 'SOL', available: '2' },
    { journal: 902, asset: 'SOL', available: '-2' },
  ]);
  await write([
    ...inOrder,
    { journal: 903, asset: 'SOL', available: '-3', fee: 3 },
    { journal: 904, asset: 'SOL', available: '4', fee: -4 },
  ]);
  expect((await offInRanges()).toSorted()).toEqual([
    'fees of a transaction are off by -1 of SOL',
    'journal 900 is off by -4 of ETH',
    'journal 900 is off by 4 of BTC',
    'journal 901 is off by 2 of SOL',
    'journal 902 is off by -2 of SOL',
  ]);
});

test('never cuts a journal that is larger than a range', async () => {
  const receivers = Array.from({ length: 9 }, () => ({ journal: 900, asset: 'SOL', available: '1' }));
  await write([...receivers, { journal: 900, asset: 'SOL', available: '-9' }]);
  await write([...receivers, { journal: 901, asset: 'ETH', available: '-1' }]);
  expect(await offInRanges()).toEqual(['journal 900 is off by 9 of SOL', 'journal 901 is off by -1 of ETH']);
});

test('sums journals whose entries are too large for the type of an amount', async () => {
  const most = '9223372036854775807';
  await write([
    { journal: 900, asset: 'SOL', available: most, frozen: most },
    { journal: 900, asset: 'SOL', available: `-${most}`, frozen: `-${most}` },
    { journal: 901, asset: 'SOL', available: most, frozen: most },
    { journal: 901, asset: 'SOL', available: `-${most}`, frozen: `-${most.slice(0, -1)}6` },
  ]);
  expect(await offInRanges()).toEqual(['journal 901 is off by 1 of SOL']);
});

test('folds nothing twice when another audit was faster', async () => {
  let begun = 0;
  const overtaken: TestDatabase = {
    ...database,
    transaction: async (work, isolation) => {
      begun += 1;
      // The first one looks whether there is a backlog.
      if (begun === 2) await audit();
      return database.transaction(work, isolation);
    },
  };
  expect(await runAudit(overtaken, { depth: 'step', now: 1, windowRows: 6 })).toMatchObject({ findings: [] });
  await expectAllFolded();
});
