import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import { keepAhead } from '#server/core/archives/ahead.ts';
import { archiveFile, archivePartition, type ArchiveStep } from '#server/core/archives/archiving.ts';
import { manifestFile } from '#server/core/archives/manifest.ts';
import { readPartitions } from '#server/core/archives/partitions.ts';
import { readOperatorLog } from '#server/core/gate/operator-log.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import { entriesWithin } from '#server/core/ledger/entry-times.ts';
import { post } from '#server/core/ledger/post.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { costsOf } from '#server/custody/cost-basis/cost-basis.ts';
import { type Scan, scanJournals } from '#server/custody/wallets/record-scan.ts';
import { partitionedEntries } from '#server/partitions/all.ts';
import { consoleBeside } from '../testing.ts';
import { orderToArchive } from './testing.ts';

/** Entries that leave the store for a file, and come back. */

const now = Date.now();
const old = now - 500 * dayMs;
const first = 'ledger_entries_first';
const because = ['--reason', 'the disk is filling up', '--by', 'grace'] as const;

let database: TestDatabase;
let operator: ReturnType<typeof consoleBeside>;
let folder: string;
let file: string;

beforeEach(async () => {
  database = await testDatabase();
  operator = consoleBeside(database);
  folder = mkdtempSync(path.join(tmpdir(), 'dunlin-archive-'));
  file = archiveFile(folder, first);
  await keepAhead(database, partitionedEntries, { now, narrow: true });
  for (let nth = 0n; nth < 40n; nth += 1n) await give(100_001n + (nth % 7n), 5n, old);
  // A journal of two entries, one on each side of the bound, and a fee within its transaction.
  await drawn(49_999_998n);
  await give(100_002n, 7n, old + dayMs);
  await give(100_003n, 1n, old + 2 * dayMs);
  await drawn(100_000_000n);
  await keepAhead(database, partitionedEntries, { now, narrow: true });
  await give(100_003n, 2n, now);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

const drawn = (id: bigint) => database.pool.query(`SELECT setval('ledger_entries_id_seq', ${id})`);

function give(owner: bigint, amount: bigint, at: number): Promise<unknown> {
  const account = { wallet: 'spot', asset: 'BTC', part: 'available' } as const;
  const journal: Journal = {
    kind: 'practice',
    reference: null,
    at,
    postings: [
      { ...account, owner: houseOwners.practice, amount: -amount },
      { ...account, owner, amount },
    ],
  };
  return database.transaction((tx) => post(tx, journal));
}

/** Runs the audit until every entry is folded: transactions of other tests hold its horizon back. */
async function audit(depth: 'deep' | 'full' = 'deep'): Promise<void> {
  await vi.waitFor(
    async () => {
      expect(await runAudit(database, { depth, now })).toMatchObject({ findings: [], halted: [] });
      const { rows } = await database.pool.query(
        `SELECT least(horizon, deep_horizon)::text::bigint > (SELECT max(xid) FROM ledger_entries) AS folded FROM audit_state`,
      );
      expect(rows).toEqual([{ folded: true }]);
    },
    { timeout: 15_000, interval: 50 },
  );
}

const take = (onStep?: (step: ArchiveStep) => void) =>
  archivePartition(database, partitionedEntries, orderToArchive({ partition: first, folder, now, onStep }));

const names = async () => (await readPartitions(database.pool, 'ledger_entries')).map(({ name }) => name);

async function startOver(): Promise<void> {
  await database.pool.query("UPDATE audit_state SET horizon = '9000000000000000000'");
}

async function entries(): Promise<unknown[]> {
  const { rows } = await database.pool.query('SELECT * FROM ledger_entries ORDER BY id');
  return rows;
}

test('are archived, proved, audited without them, and restored as they were', async () => {
  await audit();
  const before = await entries();
  const listed = await operator('archive');
  expect(listed.said).toMatch(/ledger_entries_first +\S+ to \S+ +81 rows, 1 MB +may be archived\n/);
  expect(listed.said).toMatch(/ledger_entries_50000000 .* it is the one before that which is written to/);
  const taken = await operator('archive', 'take', first, folder, ...because);
  expect(taken).toMatchObject({ code: 0, said: expect.stringContaining(`81 rows lie in ${file}`) });
  expect(await names()).not.toContain(first);
  expect(await entries()).toEqual(before.slice(81));
  expect((await operator('archive', 'prove', file)).said).toMatch(/^81 rows .* all adds up\.\n$/);
  await audit('full');
  // From archived sums on, and with the halves of the journal and the transaction at the bound.
  await startOver();
  await audit('full');
  expect((await operator('archive', 'prove', file)).code).toBe(0);
  expect((await operator('archive')).said).toMatch(/ledger_entries_first +archived on /);
  // As after a run that was killed before it said so.
  expect(await operator('archive', 'take', first, folder, ...because)).toEqual(taken);
  const elsewhere = await operator('archive', 'take', first, `${folder}-other`, ...because);
  expect(elsewhere).toMatchObject({ code: 1, said: expect.stringContaining('cannot be read as a manifest') });
  expect((await operator('archive', 'take', `${first}_not`, folder, ...because)).said).toContain('has no partition');

  const restored = await operator('archive', 'restore', file, ...because);
  expect(restored).toMatchObject({ code: 0, said: '81 rows are in the store again, as ledger_entries_first.\n' });
  expect(await entries()).toEqual(before);
  expect(await operator('archive', 'restore', file, ...because)).toEqual(restored);
  await startOver();
  await audit('full');
  const { rows } = await database.pool.query('SELECT count(*)::int AS sums FROM archived_sums');
  expect(rows).toEqual([{ sums: 0 }]);
  await expect(database.pool.query(`DELETE FROM ${first}`)).rejects.toThrow('append-only');
  const lines = (await readOperatorLog(database)).map(({ what, subject, who }) => `${who}: ${what} ${subject}`);
  expect(lines).toEqual([`grace: archive-restore ${first}`, `grace: archive ${first}`]);
});

test('leave sums by which an audit finds what was changed since', async () => {
  await audit();
  await take();
  await database.pool.query("UPDATE balances SET available = available + 1 WHERE owner = 100005 AND asset = 'BTC'");
  await startOver();
  const { findings } = await runAudit(database, { depth: 'full', now });
  expect(findings.map(({ text }) => text)).toContain('balance 100005/0/BTC holds 31/0/0 and its entries say 30/0/0');
});

test('an audit that starts over without the halves of a journal finds it off', async () => {
  await audit();
  await take();
  await database.pool.query('UPDATE archived_halves SET moved = moved + 1 WHERE archive = 1');
  await startOver();
  const { findings } = await runAudit(database, { depth: 'full', now });
  expect(findings.map(({ text }) => text)).toEqual(['journal 49999999 is off by 7 of BTC']);
});

test('stay while they are young, not folded, needed, or not the oldest', async () => {
  expect((await operator('archive', 'take', first, folder, ...because)).said).toContain(
    'not folded all of its entries',
  );
  await audit();
  const { said } = await operator('archive', 'take', first, folder, '--older-than', '600', ...because);
  expect(said).toContain('it has rows of less than 600 days');
  await database.pool.query('INSERT INTO team_reading (horizon) VALUES (3)');
  expect((await operator('archive', 'take', first, folder, ...because)).said).toContain('rebates of its fees');
  await database.pool.query('DELETE FROM team_reading');
  await database.pool.query(
    `INSERT INTO ledger_entries (id, journal_id, owner, available, frozen, locked, fee, at, xid, wallet, asset, kind)
     VALUES (1000000, 1000000, ${houseOwners.insurance}, 1, 0, 0, -1, ${old}, 3, 1, 'USDT', 'contract-close')`,
  );
  expect((await operator('archive', 'take', first, folder, ...because)).said).toContain('contract insurance entries');
  await database.pool.query("INSERT INTO audit_sums VALUES ('contract insurance entries', 1000000, 1)");
  await drawn(150_000_000n);
  await keepAhead(database, partitionedEntries, { now, narrow: true });
  const second = await operator('archive', 'take', 'ledger_entries_50000000', folder, ...because);
  expect(second.said).toContain(`${first} is older: archive it before`);
  expect((await operator('archive', 'take', 'ledger_entries_rest', folder, ...because)).said).toContain('last bound');
  await database.pool.query(`UPDATE audit_state SET findings = '[{"asset":"BTC","text":"x"}]'`);
  expect((await operator('archive', 'take', first, folder, ...because)).said).toContain('the audit has findings');
  expect(await names()).toContain(first);
});

test('a young row among old ones is found when all are read', async () => {
  await audit();
  await database.pool.query(
    `INSERT INTO ledger_entries (id, journal_id, owner, available, frozen, locked, fee, at, xid, wallet, asset, kind)
     SELECT 1000 + nth, 1000 + nth, 2, 1, 0, 0, -1, CASE nth WHEN 0 THEN ${now} ELSE ${old} END, 3, 0, 'BTC', 'practice'
       FROM generate_series(0, 9999) AS nth`,
  );
  await expect(take()).rejects.toThrow('it has rows of less than 400 days');
  expect(readdirSync(folder)).toHaveLength(2);
  expect(await names()).toContain(first);
});

test('a stop at any step leaves them in the store or in a proved file, and the next run goes on', async () => {
  await audit();
  for (const step of ['written', 'proved', 'noted'] as const) {
    await expect(
      take((done) => {
        if (done === step) throw new Error(`stopped once ${step}`);
      }),
    ).rejects.toThrow('stopped');
    expect(await names()).toContain(first);
    const { rows } = await database.pool.query('SELECT FROM archives');
    expect(rows).toHaveLength(0);
  }
  const written = readFileSync(file);
  await take();
  expect(readFileSync(file).equals(written)).toBe(true);
  expect((await operator('archive', 'prove', file)).code).toBe(0);
  // A restoration that was killed.
  await database.pool.query(`CREATE TABLE ${first}_restoring (id bigint)`);
  expect((await operator('archive', 'restore', file, ...because)).code).toBe(0);
  await audit('full');
});

test('a file with one changed byte is refused, and so is a changed manifest', async () => {
  await audit();
  await expect(
    take((step) => {
      if (step === 'written') change(file);
    }),
  ).rejects.toThrow('SHA-256');
  expect(await names()).toContain(first);
  rmSync(manifestFile(file));
  await take();
  const good = readFileSync(file);
  change(file);
  expect(await operator('archive', 'prove', file)).toMatchObject({ code: 1, said: expect.stringContaining('SHA-256') });
  const refused = await operator('archive', 'restore', file, ...because);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('SHA-256') });
  writeFileSync(file, good);
  const manifest = readFileSync(manifestFile(file), 'utf8');
  writeFileSync(manifestFile(file), manifest.replace('["100005 0 BTC",["30"', '["100005 0 BTC",["31"'));
  const changed = await operator('archive', 'prove', file);
  expect(changed.said).toMatch(/sums of 100005 0 BTC: 31\/-\/- up to \d+ is said and 30\/-\/- up to \d+ found/);
  writeFileSync(manifestFile(file), manifest);
  await database.pool.query('UPDATE archived_sums SET amount = amount + 1 WHERE owner = 100005');
  const kept = await operator('archive', 'prove', file);
  expect(kept.said).toContain('the store keeps 31 of 100005/0/BTC available, and it is 30');
  expect(kept.said).toContain(
    'the audit’s sum of 100005/0/BTC available is 30, and archived and kept entries come to 31',
  );
  expect(await names()).not.toContain(first);
});

test('a file that is not of the rows in the store is refused', async () => {
  await audit();
  await expect(take(() => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
  await database.pool.query(
    `INSERT INTO ledger_entries (id, journal_id, owner, available, frozen, locked, fee, at, xid, wallet, asset, kind)
     VALUES (1000000, 1000000, 2, 1, 0, 0, -1, ${old}, 3, 1, 'USDT', 'practice')`,
  );
  await expect(take()).rejects.toThrow(`is not what ${first} holds: rows: 81 is said and 82 found`);
});

const noFilter = { wallet: null, asset: null, kinds: null, withFee: false, since: null, until: null };

test('a user’s record ends at what is kept', async () => {
  const scan = () => scanJournals(database.pool, 100_003n, { before: null, first: null, limit: 50 }, noFilter);
  const before = await scan();
  await audit();
  await take();
  const { journals, reached } = await scan();
  expect(reached).toBeNull();
  const idsOf = (scanned: Scan['journals']) => scanned.map((lines) => lines.map(({ id }) => id));
  expect(idsOf(journals)).toEqual(idsOf(before.journals).slice(0, 2));
  expect(await entriesWithin(database.pool, 100_003n, old - dayMs, now + dayMs)).toEqual({
    first: 50_000_002n,
    last: 100_000_003n,
  });
});

test('what a user’s coins cost goes on behind them: known where it was counted before, unknown where it was not', async () => {
  const settled = { look: () => Promise.resolve(200_000_000n) };
  const parts = {
    pool: database.pool,
    priceAt: () => Promise.resolve('100'),
    settled,
    clock: () => now,
    storedAfter: 1,
  };
  const costs = async (owner: bigint) => (await costsOf(parts, owner)).costs.get('BTC');
  const known = await costs(100_001n);
  expect(known).toMatchObject({ units: 30n, cost: expect.any(BigInt) });
  await audit();
  await take();
  expect(await costs(100_001n)).toEqual(known);
  // One journal of this user goes across the bound.
  expect(await costs(100_002n)).toEqual({ units: 37n, cost: null });
  expect(await costs(100_003n)).toEqual({ units: 33n, cost: null });
  await give(100_003n, 4n, now - dayMs);
  expect(await costs(100_003n)).toEqual({ units: 37n, cost: null });
  expect(await costs(100_006n)).toEqual({ units: 25n, cost: null });
  await give(100_009n, 4n, now - dayMs);
  expect(await costs(100_009n)).toMatchObject({ units: 4n, cost: expect.any(BigInt) });
});

function change(name: string): void {
  const bytes = readFileSync(name);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(name, bytes);
}
