import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { auditParts } from '#server/main/audit-parts.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import type { AuditDepth } from '#server/core/ledger/audit-state.ts';
import { createAudit } from '#server/core/ledger/audit.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import type { Database } from '#server/core/store/database.ts';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { migrationLimits } from '#server/core/store/store-limits.ts';
import { median } from '../../tools/statistics/quantiles.ts';
import { overRounds, type Row } from './row.ts';

export const name = 'audit';

const coins = ['USDT', 'BTC', 'ETH', 'SOL'] as const;
const runsEach = 5;
/** Movements between two runs: about what five busy seconds bring. */
const movesBetween = 2_000;

/**
 * What the audit costs with `USERS` users (a million by default) who hold four coins each: the start, the check of
 * every five seconds, that of every half minute, and a full one, which every start and minute waited for before.
 */
export async function run(): Promise<Row[]> {
  const users = Number(process.env['USERS'] ?? 1_000_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'dunlin-bench-audit-'));
  const postgres = await startEmbeddedPostgres(folder);
  const database = openDatabase({ ...postgres.connection }, { limits: migrationLimits });
  try {
    await migrateDatabase(database.pool);
    await fill(database, users);
    return await measure(database, users);
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill({ pool }: Database, users: number): Promise<void> {
  for (const coin of coins) {
    await pool.query(
      `INSERT INTO ledger_entries (journal_id, owner, available, frozen, locked, fee, at, wallet, asset, kind)
       SELECT 1, owner, amount, 0, 0, 0, 0, 0, $1, 'practice'
         FROM (SELECT ${houseOwners.practice}::bigint AS owner, -5::bigint * $2 AS amount
                UNION ALL SELECT 100000 + n, 5 FROM generate_series(1, $2::bigint) AS n) AS given`,
      [coin, users],
    );
    await pool.query(
      `INSERT INTO balances SELECT owner, wallet, asset, available, 0, 0 FROM ledger_entries WHERE asset = $1`,
      [coin],
    );
  }
  await pool.query('VACUUM (ANALYZE) balances');
  await pool.query('VACUUM (ANALYZE) ledger_entries');
}

async function measure(database: Database, users: number): Promise<Row[]> {
  const parts = auditParts(systemClock);
  const look = async (depth: AuditDepth) => {
    const began = performance.now();
    const { findings, visited } = await runAudit(database, { depth, now: Date.now(), parts });
    if (findings.length > 0) throw new Error(findings.map(({ text }) => text).join('\n'));
    return { ms: performance.now() - began, visited };
  };
  const first = await look('deep');
  await database.pool.query('VACUUM (ANALYZE) audited_sums');
  const full = await look('full');
  const steps: number[] = [];
  const deeps: number[] = [];
  let visited = 0;
  for (let turn = 0; turn < runsEach; turn += 1) {
    await move(database, users, turn);
    steps.push((await look('step')).ms);
    await move(database, users, turn);
    const deep = await look('deep');
    deeps.push(deep.ms);
    visited = Math.max(visited, deep.visited);
  }
  const audit = createAudit({ database, clock: systemClock, logger: pino({ level: 'silent' }), parts });
  const began = performance.now();
  await audit.start();
  const started = performance.now() - began;
  await audit.close();
  return [
    { what: `balances of ${users} people`, value: users * coins.length, unit: 'rows' },
    { what: 'first run over a store that was never audited, in the background', value: first.ms, unit: 'ms' },
    { what: 'full check', value: full.ms, unit: 'ms' },
    { what: 'start of the exchange waits for', value: started, unit: 'ms', most: 500 },
    { what: `each 5 s, ${movesBetween} movements: median`, ...overRounds(steps), unit: 'ms' },
    { what: 'the same, of a full check', value: median(steps) / full.ms, unit: 'ratio', most: 0.1 },
    { what: 'each 30 s, with a slice of all balances: median', ...overRounds(deeps), unit: 'ms' },
    { what: 'the same, of a full check', value: median(deeps) / full.ms, unit: 'ratio', most: 0.2 },
    { what: 'balances that one of these looks at, at most', value: visited, unit: 'rows', most: 35_000 },
  ];
}

/** Payments between users all over the store. */
async function move(database: Database, users: number, turn: number): Promise<void> {
  const account = { wallet: 'spot', asset: 'USDT', part: 'available' } as const;
  const user = (nth: number) => 100_001n + BigInt((nth * 7_919 + turn * 31) % users);
  await database.transaction((tx) =>
    createLedger().postMany(
      tx,
      Array.from({ length: movesBetween }, (_, nth) => ({
        kind: 'instant-transfer' as const,
        reference: null,
        at: Date.now(),
        postings: [
          { ...account, owner: user(2 * nth), amount: -1n },
          { ...account, owner: user(2 * nth + 1), amount: 1n },
        ],
      })),
    ),
  );
}
