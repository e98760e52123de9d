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
