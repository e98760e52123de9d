import { afterAll, beforeAll, expect, test } from 'vitest';
import { toUnits } from '#protocol/core/decimal.ts';
import { cashflowPage } from './cashflow.ts';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { releasedDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { assetScale } from '#server/core/assets.ts';
import { post } from '#server/core/ledger/post.ts';

/** Migrations of the release with separate journals and entries, one entry per part. */
const releasedMigrations = 4;
const users = [100_001, 100_002, 100_003, 100_004];

let database: TestDatabase;

beforeAll(async () => {
  database = await releasedDatabase(releasedMigrations);
});
afterAll(() => database.close());

interface OldPosting {
  readonly owner: number;
  readonly wallet: number;
  readonly asset: string;
  readonly part: number;
  readonly amount: bigint;
}

/** A journal as written by that release: one row for it, one per posting, and the balances. */
async function writeOld(kind: string, reference: string | null, at: number, postings: readonly OldPosting[]) {
  const client = await database.pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ id: string }>(
    'INSERT INTO journals (kind, reference, at) VALUES ($1, $2, $3) RETURNING id',
    [kind, reference, at],
  );
  for (const { owner, wallet, asset, part, amount } of postings) {
    await client.query(
      'INSERT INTO entries (journal_id, owner, wallet, asset, part, amount) VALUES ($1, $2, $3, $4, $5, $6)',
      [rows[0]?.id, owner, wallet, asset, part, amount],
    );
    const column = ['available', 'frozen', 'locked'][part];
    await client.query(
      'INSERT INTO balances VALUES ($1, $2, $3, 0, 0, 0) ON CONFLICT (owner, wallet, asset) DO NOTHING',
      [owner, wallet, asset],
    );
    await client.query(
      `UPDATE balances SET ${column} = ${column} + $4 WHERE owner = $1 AND wallet = $2 AND asset = $3`,
      [owner, wallet, asset, amount],
    );
  }
  await client.query('COMMIT');
  client.release();
}

/** What that release's audit does: folds what was written so far into sums. */
async function foldOld(): Promise<void> {
  await database.pool.query(`
    INSERT INTO audited_sums SELECT owner, wallet, asset, part, sum(amount) FROM entries GROUP BY 1, 2, 3, 4;
    UPDATE audit_state SET horizon = pg_snapshot_xmax(pg_current_snapshot())`);
}

const base = { wallet: 0, asset: 'BTC', part: 0 };
const quote = { wallet: 0, asset: 'USDT', part: 0 };

async function fill(round: number): Promise<void> {
  const [buyer, seller] = [users[round % 4] ?? 0, users[(round + 1) % 4] ?? 0];
  const at = 1_000 + round;
  await writeOld('order-freeze', `${round}`, at, [
    { ...quote, owner: buyer, amount: -50n },
    { ...quote, owner: buyer, part: 1, amount: 50n },
  ]);
  await writeOld('trade', `${round}`, at, [
    { ...quote, owner: buyer, part: 1, amount: -50n },
    { ...quote, owner: seller, amount: 50n },
    { ...base, owner: seller, amount: -10n },
    { ...base, owner: buyer, amount: 10n },
  ]);
  await writeOld('fee', `${round}`, at, [
    { ...base, owner: buyer, amount: -1n },
    { ...base, owner: 3, amount: 1n },
    { ...quote, owner: seller, amount: -2n },
    { ...quote, owner: 3, amount: 2n },
  ]);
}

/** The records a user saw, newest first. */
async function recordsBefore(owner: number) {
  const { rows } = await database.pool.query<Readonly<Record<string, string>>>(
    `SELECT wallet, asset, part, kind, amount, reference, at FROM entries JOIN journals ON journals.id = journal_id
      WHERE owner = $1 ORDER BY entries.id DESC`,
    [owner],
  );
  return rows.map(({ wallet, asset, part, kind, amount, reference, at }) =>
    [wallet, asset, part, kind, amount, reference, at].join(' '),
  );
}

async function recordsNow(owner: number) {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await cashflowPage(database.pool, BigInt(owner), { size: 7, ...(cursor === '' ? {} : { cursor }) });
    for (const { asset, part, kind, amount, reference, at } of page.list.flatMap((one) => one.entries)) {
      const units = toUnits(amount, assetScale(asset));
      seen.push([0, asset, ['available', 'frozen', 'locked'].indexOf(part), kind, units, reference, at].join(' '));
    }
    cursor = page.next;
  }
  return seen;
}

test('a store of the previous release is migrated: every balance equals its entries, and records are unchanged', async () => {
  for (const owner of users) {
    await writeOld('practice', null, 1, [
      { ...base, owner: 2, amount: -100_000_000n },
      { ...base, owner, amount: 100_000_000n },
    ]);
    await writeOld('practice', null, 1, [
      { ...quote, owner: 2, amount: -100_000_000n },
      { ...quote, owner, amount: 100_000_000n },
    ]);
  }
  for (let round = 0; round < 20; round += 1) await fill(round);
  await foldOld();
  for (let round = 20; round < 40; round += 1) await fill(round);
  // Two postings of a journal that cancel each other out vanish in one entry.
  await writeOld('transfer', null, 5_000, [
    { ...base, owner: 100_001, amount: 4n },
    { ...base, owner: 100_001, amount: -4n },
  ]);
  const before = new Map<number, string[]>();
  for (const owner of users) before.set(owner, await recordsBefore(owner));
  const balances = await database.pool.query('SELECT * FROM balances ORDER BY owner, wallet, asset');

  await migrateDatabase(database.pool);

  expect((await database.pool.query('SELECT * FROM balances ORDER BY owner, wallet, asset')).rows).toEqual(
    balances.rows,
  );
  const sums = await database.pool.query(
    `SELECT owner, wallet, asset, sum(available)::bigint AS available, sum(frozen)::bigint AS frozen,
            sum(locked)::bigint AS locked FROM ledger_entries GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  expect(sums.rows).toEqual(balances.rows);
  const off = await database.pool.query(
    `SELECT journal_id FROM ledger_entries GROUP BY journal_id, asset HAVING sum(available + frozen + locked) <> 0`,
  );
  expect(off.rows).toEqual([]);
  expect((await checkLedger(database, true, 1)).findings).toEqual([]);
  const moving = (records: readonly string[]) => records.filter((record) => !record.includes('transfer'));
  for (const owner of users) {
    expect(await recordsNow(owner)).toEqual(moving(before.get(owner) ?? []));
  }

  const posted = await database.transaction((tx) =>
    post(tx, {
      kind: 'transfer',
      reference: null,
      at: 6_000,
      postings: [
        { owner: 100_001n, wallet: 'spot', asset: 'BTC', part: 'available', amount: -5n },
        { owner: 100_001n, wallet: 'contract', asset: 'BTC', part: 'available', amount: 5n },
      ],
    }),
  );
  expect(posted).toHaveLength(2);
  const newest = await database.pool.query<{ kind: string }>(
    'SELECT kind FROM ledger_entries WHERE owner = 100001 ORDER BY id DESC LIMIT 1',
  );
  expect(newest.rows).toEqual([{ kind: 'transfer' }]);
  expect((await checkLedger(database, true, 1)).findings).toEqual([]);
  await expect(database.pool.query('SELECT FROM journals')).rejects.toMatchObject({ code: '42P01' });
});
