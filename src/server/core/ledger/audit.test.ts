import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../store/database.ts';
import { testDatabase, type TestDatabase } from '../store/testing.ts';
import { houseOwners } from './account.ts';
import { extentOf, wrongBalances, wrongHolds, wrongOwners } from './audit-balances.ts';
import { checkLedger, runAudit } from './audit-check.ts';
import { beginKeys, gatherKeys, takeSlice } from './audit-keys.ts';
import { resolveFindings } from './audit-state.ts';
import { auditCondition, measureAudit } from './audit-metrics.ts';
import { createAudit, unknownMaxMs } from './audit.ts';
import type { Journal } from './journal.ts';
import { post, postMany } from './post.ts';
import { patience } from '../../../../tests/pace.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const at = 1_700_000_000_000;

function practice(owner: bigint, amount: bigint): Journal {
  const account = { wallet: 'spot', asset: 'BTC', part: 'available' } as const;
  return {
    kind: 'practice',
    reference: null,
    at,
    postings: [
      { ...account, owner: houseOwners.practice, amount: -amount },
      { ...account, owner, amount },
    ],
  };
}

const pay = (owner: bigint, amount: bigint) => database.transaction((tx) => post(tx, practice(owner, amount)));

/** Entries are folded once every older transaction of the cluster ended, those of other tests included. */
async function expectFolded(sums: readonly { owner: string; amount: string }[]): Promise<void> {
  await vi.waitFor(
    async () => {
      expect((await checkLedger(database, false, at)).findings).toEqual([]);
      const { rows } = await database.pool.query('SELECT owner, amount FROM audited_sums ORDER BY owner');
      expect(rows).toEqual(sums);
    },
    { timeout: 10_000, interval: 50 },
  );
}

test('finds nothing in a ledger that adds up, in full and in steps', async () => {
  for (let step = 1n; step <= 5n; step += 1n) {
    await pay(100_000n + step, step * 10n);
    expect(await checkLedger(database, step === 3n, at)).toMatchObject({ findings: [], fresh: 0, halted: [] });
  }
  await expectFolded([
    { owner: '2', amount: '-150' },
    ...[1, 2, 3, 4, 5].map((step) => ({ owner: `${100_000 + step}`, amount: `${step * 10}` })),
  ]);
});

test('does not miss what commits after later entries were already checked', async () => {
  const late = await database.pool.connect();
  await late.query('BEGIN');
  await post({ client: late, drizzle: database.drizzle }, practice(100_001n, 7n));
  // Users other than the house trade meanwhile, so that nothing waits for the open transaction.
  const house = { wallet: 'spot', asset: 'USDT', part: 'available' } as const;
  await database.transaction((tx) =>
    post(tx, {
      kind: 'practice',
      reference: null,
      at,
      postings: [
        { ...house, owner: houseOwners.chain, amount: -3n },
        { ...house, owner: 100_002n, amount: 3n },
      ],
    }),
  );
  expect((await checkLedger(database, false, at)).findings).toEqual([]);
  await late.query('COMMIT');
  late.release();
  expect((await checkLedger(database, false, at)).findings).toEqual([]);
  expect((await checkLedger(database, true, at)).findings).toEqual([]);
  await expectFolded([
    { owner: '1', amount: '-3' },
    { owner: '2', amount: '-7' },
    { owner: '100001', amount: '7' },
    { owner: '100002', amount: '3' },
  ]);
});

test('holds while money moves at the same time', async () => {
  const moving = (async () => {
    for (let turn = 0; turn < 60; turn += 1) await Promise.all([pay(100_001n, 5n), pay(100_002n, 3n)]);
  })();
  for (let run = 0; run < 20; run += 1) {
    expect((await checkLedger(database, run % 3 === 0, at)).findings).toEqual([]);
  }
  await moving;
  expect((await checkLedger(database, true, at)).findings).toEqual([]);
});

test('halts the coin and withdrawals when a balance was changed without an entry, also after a restart', async () => {
  await pay(100_001n, 5n);
  const audit = createAudit({ database, clock: () => at, logger: pino({ level: 'silent' }) });
  const published: string[][] = [];
  audit.onHalt((assets) => published.push([...assets]));
  await audit.run('full');
  expect(audit.state.withdrawalsHalted).toBe(false);

  await database.pool.query('UPDATE balances SET available = 6 WHERE owner = 100001');
  const report = await audit.run('full');
  expect(report.findings.map((finding) => finding.text)).toEqual([
    'balance 100001/0/BTC holds 6/0/0 and its entries say 5/0/0',
    'all balances of BTC together are off by 1',
  ]);
  expect([audit.isHalted('BTC'), audit.isHalted('USDT'), audit.state.withdrawalsHalted]).toEqual([true, false, true]);
  expect(published).toEqual([['BTC']]);

  await database.pool.query('UPDATE balances SET available = 5 WHERE owner = 100001');
  const restarted = createAudit({ database, clock: () => at, logger: pino({ level: 'silent' }) });
  await restarted.start();
  expect(restarted.isHalted('BTC')).toBe(true);
  await restarted.close();

  // Resolved, it stays halted until a full check is clean, and that lifts it while the server runs.
  expect(await database.transaction((tx) => resolveFindings(tx, 'BTC'))).toEqual(['BTC']);
  expect(await audit.run('step')).toMatchObject({ findings: [], recheck: ['BTC'], halted: ['BTC'] });
  expect(audit.isHalted('BTC')).toBe(true);
  expect(await audit.run('full')).toMatchObject({ findings: [], recheck: [], halted: [] });
  expect([audit.isHalted('BTC'), audit.state.withdrawalsHalted]).toEqual([false, false]);
});

test('finds a journal that does not sum to zero and a balance that has no entries', async () => {
  await database.pool.query(
    `INSERT INTO ledger_entries (journal_id, owner, wallet, asset, available, frozen, locked, fee, kind, at)
     VALUES (900, 100001, 0, 'ETH', 4, 0, 0, 0, 'practice', 1)`,
  );
  await database.pool.query(`INSERT INTO balances VALUES (100001, 0, 'ETH', 4, 0, 0), (100002, 0, 'SOL', 1, 0, 0)`);
  const step = await checkLedger(database, false, at);
  expect(step.findings.map((finding) => finding.text)).toEqual(['journal 900 is off by 4 of ETH']);
  const full = await checkLedger(database, true, at);
  expect(full.findings.map((finding) => finding.asset)).toEqual(['ETH', 'SOL', 'ETH', 'SOL']);
});

test('finds a fee that was never collected, and one that was never paid', async () => {
  const write = (owner: number, available: number, fee: number) =>
    database.pool.query(
      `INSERT INTO ledger_entries (journal_id, owner, wallet, asset, available, frozen, locked, fee, kind, at)
       VALUES (900, $1, 0, 'ETH', $2, 0, 0, $3, 'fee', 1)`,
      [owner, available, fee],
    );
  await write(100_001, -4, 4);
  await write(3, 5, -5);
  await database.pool.query(`INSERT INTO balances VALUES (2, 0, 'ETH', -1, 0, 0)`);
  const { findings } = await checkLedger(database, false, at);
  expect(findings.map(({ text }) => text.replace(/transaction \d+/, 'a transaction'))).toEqual([
    'fees of a transaction are off by 4 of ETH',
    'fees of a transaction are off by -5 of ETH',
    'balance 2/0/ETH holds -1/0/0 and its entries say nothing',
    'balance 3/0/ETH holds nothing and its entries say 5/0/0',
    'balance 100001/0/ETH holds nothing and its entries say -4/0/0',
  ]);
});

test('an audit that cannot run is an alarm: after a while withdrawals are blocked until it runs again', async () => {
  let now = at;
  let isLost = false;
  const logged: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
  const faulty: Database = {
    ...database,
    transaction: (work, isolation) =>
      isLost
        ? Promise.reject(new Error('canceling statement due to statement timeout'))
        : database.transaction(work, isolation),
  };
  const audit = createAudit({ database: faulty, clock: () => now, logger, intervalMs: 5 });
  const metrics = new Registry();
  measureAudit(audit, () => now, metrics);
  await audit.start();
  try {
    await vi.waitFor(() => expect(auditCondition(audit)).toBe('ok'), patience);
    isLost = true;
    await vi.waitFor(() => expect(auditCondition(audit)).toBe('unknown'), patience);
    expect(audit.state).toMatchObject({ unknownSince: at, withdrawalsHalted: false });
    expect(logged.some((line) => line.includes('"level":60') && line.includes('state of the ledger is unknown'))).toBe(
      true,
    );
    now += unknownMaxMs + 1;
    expect(audit.state.withdrawalsHalted).toBe(true);
    expect(audit.isHalted('BTC')).toBe(false);
    expect(await metrics.metrics()).toMatch(/dunlin_audit_unknown_seconds 600.001[^]*withdrawals_halted 1/);
    isLost = false;
    await vi.waitFor(
      () => expect(audit.state).toMatchObject({ unknownSince: null, withdrawalsHalted: false }),
      patience,
    );
    // A run that never ends leaves the state unknown as well.
    now += unknownMaxMs / 3;
    isLost = true;
    await vi.waitFor(() => expect(auditCondition(audit)).toBe('unknown'), patience);
  } finally {
    await audit.close();
  }
});

test('a start waits for no run: earlier findings halt at once, and the first run follows', async () => {
  await pay(100_001n, 5n);
  await database.pool.query('UPDATE balances SET available = 6 WHERE owner = 100001');
  await checkLedger(database, false, at);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow: Database = {
    ...database,
    transaction: async (work, isolation) => {
      await held;
      return database.transaction(work, isolation);
    },
  };
  const audit = createAudit({ database: slow, clock: () => at, logger: pino({ level: 'silent' }) });
  await audit.start();
  expect([audit.isHalted('BTC'), audit.state.withdrawalsHalted]).toEqual([true, true]);
  release();
  await audit.close();
});

test('goes through all balances in slices of a fixed size, whatever their owner', async () => {
  const users = Array.from({ length: 60 }, (_, nth) => 100_001n + BigInt(nth));
  await database.transaction((tx) =>
    postMany(
      tx,
      users.map((user) => practice(user, 5n)),
    ),
  );
  const deep = () => runAudit(database, { depth: 'deep', now: at, sliceRows: 16 });
  await vi.waitFor(
    async () => {
      await deep();
      // Touched balances were checked already: the house's one balance and the slice remain.
      expect((await deep()).visited).toBeLessThanOrEqual(17);
    },
    { timeout: 10_000 },
  );
  await database.pool.query('UPDATE audit_state SET cursor = NULL');
  await database.pool.query('UPDATE balances SET available = 6 WHERE owner = 100060');
  const seen: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const { findings, visited } = await deep();
    expect(visited).toBeLessThanOrEqual(17);
    seen.push(findings.length);
  }
  expect(seen).toEqual([0, 0, 0, 1, 1]);
});

test.each(['few', 'many', 'all'] as const)('finds one unit wrong, and a missing row, over %s keys', async (extent) => {
  for (let step = 1n; step <= 3n; step += 1n) await pay(100_000n + step, step * 10n);
  const look = () =>
    database.transaction(async ({ client }) => {
      await beginKeys(client);
      await takeSlice(client, null, 100);
      await gatherKeys(client);
      const found = [
        ...(await wrongBalances(client, extent, '0')),
        ...(await wrongHolds(client, extent)),
        ...(await wrongOwners(client, extent)),
      ];
      return found.map(({ text }) => text);
    }, 'repeatable read');
  expect(await look()).toEqual([]);
  await database.pool.query('UPDATE balances SET available = available - 1 WHERE owner = 100001');
  await database.pool.query('UPDATE balances SET available = 10, frozen = 10 WHERE owner = 100002');
  expect(await look()).toEqual([
    'balance 100001/0/BTC holds 9/0/0 and its entries say 10/0/0',
    'balance 100002/0/BTC holds 10/10/0 and its entries say 20/0/0',
    'balance 100002/0/BTC has 10/0 frozen and locked, and what is open holds 0/0',
  ]);
});

test('looks a few keys up, joins many, and reads all where those are most', () => {
  expect(extentOf({ keys: 1_000, balances: 1_000 })).toBe('few');
  expect(extentOf({ keys: 1_000_000, balances: 100_000_000 })).toBe('many');
  expect(extentOf({ keys: 1_000_000, balances: null })).toBe('many');
  expect(extentOf({ keys: 1_000_000, balances: 1_500_000 })).toBe('all');
});
