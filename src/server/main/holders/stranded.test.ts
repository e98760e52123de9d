import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import { auditParts } from '../audit-parts.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { type Holder, holders, holdersOfParts } from './holders.ts';
import { findStranded, looks, strandedAfterMs } from './stranded.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const now = Date.UTC(2026, 10, 24);
const longAgo = now - strandedAfterMs - 1;
const owner = 4_711n;

type Row = Readonly<Record<string, unknown>>;

/** Writes a row of which a test names what it is about; every other column that must have a value gets an empty one. */
async function write(table: string, row: Row): Promise<void> {
  const { rows: columns } = await database.pool.query<{ name: string; type: string }>(
    `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
      WHERE table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'`,
    [table],
  );
  const empty = (type: string) =>
    type === 'text' ? '' : type === 'bool' ? false : type.startsWith('_') ? [] : type === 'jsonb' ? '{}' : 0;
  const whole: Row = { ...Object.fromEntries(columns.map(({ name, type }) => [name, empty(type)])), ...row };
  const names = Object.keys(whole);
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    // A state that no code makes: what the tables ask of each other is not looked at.
    await client.query('SET LOCAL session_replication_role = replica');
    const { rows: checks } = await client.query<{ name: string }>(
      "SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'",
      [table],
    );
    for (const { name } of checks) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    await client.query(
      `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
       OVERRIDING SYSTEM VALUE VALUES (${names.map((_, nth) => `$${nth + 1}`).join(', ')})`,
      Object.values(whole),
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** Rows that make money of each holder stuck, at a time; a holder that has a look needs some here. */
const stuck: Partial<Record<Holder, (at: number) => Promise<void>>> = {
  'spot-order': async () =>
    write('spot_orders', {
      id: 1,
      owner,
      pair: 'ATOMUSDT',
      side: 'sell',
      type: 'limit',
      status: 'open',
      amount: 70,
      filled: 20,
    }),
  robot: async () => write('robots', { owner, pair: 'ATOMUSDT', quote: 'USDT', quote_held: 50, state: 'paused' }),
  option: async (at) => {
    await write('option_rounds', { id: 9, coin: 'BTC', phase: 'settling', strike_at: at - 30_000, settle_at: at });
    await write('option_entries', { round_id: 9, owner, direction: 'up', stake: 50 });
  },
  'loan-collateral': async (at) =>
    write('loans', { owner, state: 'selling', asset: 'USDT', collateral: 'BTC', locked: 50, stalled_at: at }),
  'fixed-term': async (at) =>
    write('fixed_holdings', { owner, asset: 'USDT', principal: 50, state: 'not-earned', ends_at: at }),
  launch: async (at) => {
    await write('launch_projects', {
      id: 9,
      quote: 'USDT',
      piece_cost: 10,
      phase: 'allotting',
      closes_at: at,
      due_at: at,
    });
    await write('launch_commitments', { project: 9, line: 1, owner, wanted: 5 });
  },
  'fiat-order': async (at) =>
    write('fiat_orders', { seller: owner, asset: 'USDT', units: 50, state: 'unpaid', due_at: at }),
  deposit: async (at) =>
    write('deposits', { owner, asset: 'USDT', chain: 'TEST', units: 50, state: 'credited', updated_at: at }),
  withdrawal: async (at) =>
    write('withdrawals', { owner, asset: 'USDT', chain: 'TEST', units: 50, state: 'approved', updated_at: at }),
};

test('every part of the audit says which holders it accounts for, and every holder is in one', () => {
  expect(Object.keys(holdersOfParts).toSorted()).toEqual(
    auditParts(systemClock)
      .map(({ name }) => name)
      .toSorted(),
  );
  const named = Object.values(holdersOfParts).flat();
  // A conversion holds nothing between two calls.
  expect([...named, 'conversion'].toSorted()).toEqual([...holders].toSorted());
});

test('every look is one that an index answers', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('SET enable_seqscan = off');
    for (const [holder, look] of Object.entries(looks)) {
      if (typeof look === 'string') continue;
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${look.sql}`, [now, 20]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table);
      // A row per pair.
      expect([holder, scanned.filter((table) => table !== 'listed_pairs')]).toEqual([holder, []]);
    }
  } finally {
    await client.query('RESET enable_seqscan');
    client.release();
  }
});

test('money whose ground ended long ago is reported by owner and reason, and halts nothing', async () => {
  const run = () => runAudit(database, { depth: 'deep', now, findStranded });
  await database.pool.query(
    "UPDATE listed_pairs SET state = 'closing', cancels_at = $1, closes_at = $1 WHERE id = 'ATOMUSDT'",
    [longAgo],
  );
  for (const holder of holders) {
    const make = stuck[holder];
    expect([holder, typeof looks[holder] === 'string']).toEqual([holder, make === undefined]);
    await make?.(longAgo);
    const { stranded, findings } = await run();
    const own = stranded.filter((one) => one.holder === holder);
    expect([holder, own.map(({ units }) => units)]).toEqual([holder, make === undefined ? [] : [50n]]);
    for (const one of own) expect(one).toMatchObject({ owner, reason: expect.stringMatching(/\w{3,}/) as string });
    expect(findings).toEqual([]);
  }
});

test('money that still has time to come out is not', async () => {
  await database.close();
  database = await testDatabase();
  await database.pool.query(
    "UPDATE listed_pairs SET state = 'closing', cancels_at = $1, closes_at = $1 WHERE id = 'ATOMUSDT'",
    [now - dayMs],
  );
  for (const make of Object.values(stuck)) await make(now - dayMs);
  expect((await runAudit(database, { depth: 'deep', now, findStranded })).stranded).toEqual([]);
});
