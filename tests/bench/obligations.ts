import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { auditParts } from '#server/main/audit-parts.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import type { AuditDepth } from '#server/core/ledger/audit-state.ts';
import type { Database } from '#server/core/store/database.ts';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { archiveLimits } from '#server/core/store/store-limits.ts';
import type { Row } from './row.ts';

export const name = 'obligations';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 1);
const loanAmount = 299_000_000_000n;
const rate = 10_000n;
const hours = 10n;
const principal = 10_000_000_000n;
const ratePpm = 5_000n;
const promised = (principal * ratePpm) / 1_000_000n;

/**
 * What the audit costs while as many loans and as many fixed terms run (`OBLIGATIONS`, a million by default): the run of every
 * half minute, which compares each of them, and a full one; and that one unit wrong in any is found by the former.
 */
export async function run(): Promise<Row[]> {
  const count = Number(process.env['OBLIGATIONS'] ?? 1_000_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'dunlin-bench-obligations-'));
  const postgres = await startEmbeddedPostgres(folder);
  const database = openDatabase({ ...postgres.connection }, { limits: archiveLimits });
  try {
    await migrateDatabase(database.pool);
    await fillLoans(database, count);
    await fillFixed(database, count);
    await fillBooks(database, count);
    await database.pool.query('VACUUM (ANALYZE)');
    return await measure(database, count);
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fillLoans({ pool }: Database, count: number): Promise<void> {
  const unitHours = loanAmount * hours;
  await pool.query(
    `INSERT INTO listed_coins (id, name, scale, display_decimals, listed_at) VALUES ('BTC', 'Bitcoin', 8, 8, 0), ('USDT', 'Tether', 8, 2, 0)`,
  );
  await pool.query(
    `INSERT INTO loans (owner, state, asset, amount, principal, interest, interest_rest, interest_paid, unit_hours, repaid,
                        written_off, hourly_rate, hours, initial, first, second, sale, collateral, wallet, locked, pledged, warned,
                        watch_price, borne, accrued_to, next_at, contact, document, note, applied_at, started_at, due_at, reminded)
     SELECT 100000 + n, 'running', 'USDT', $2, $2, $3, $4, 0, $5, 0, 0, $6, 168, 600000, 700000, 800000, 900000, 'BTC', 'spot', 100,
            100, 0, div(($2::bigint + $3::bigint)::numeric * 1000000 * 100000000, 700000 * 100::numeric), $8::integer, $7::bigint + 10 * ${hourMs}, $7::bigint + 11 * ${hourMs}, '', '', '', $7, $7, $7::bigint + 168 * ${hourMs}, false
       FROM generate_series(1, $1) AS n`,
    [
      count,
      loanAmount,
      (unitHours * rate) / 1_000_000_000n,
      (unitHours * rate) % 1_000_000_000n,
      unitHours,
      rate,
      start,
      hours,
    ],
  );
  await pool.query(
    `INSERT INTO loan_events (loan, owner, kind, asset, amount, owed, hours, at)
     SELECT id, owner, 'paid-out', 'USDT', amount, amount + div(amount::numeric * hourly_rate, 1000000000), 1, started_at FROM loans`,
  );
  await pool.query('INSERT INTO loan_lent SELECT asset, sum(principal) FROM loans GROUP BY asset');
}

async function fillFixed({ pool }: Database, count: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO fixed_products (asset, cycle, days, day_ms, rate_ppm, exit_ppm, minimum, maximum, quota, held, promised, updated_at)
     VALUES ('USDT', 'month', 30, 86400000, $1, 0, 1, $2, $2::bigint * $3, $2::bigint * $3, $4::bigint * $3, 0) RETURNING id`,
    [ratePpm, principal, count, promised],
  );
  await pool.query(
    `INSERT INTO fixed_holdings (owner, product, asset, cycle, days, day_ms, rate_ppm, exit_ppm, principal, promised, state, day,
                                 interest, renews, opened_at, ends_at, next_at)
     SELECT 100000 + n, $2, 'USDT', 'month', 30, 86400000, $3, 0, $4, $5, 'not-earned', 3, $6, false, $7::bigint,
            $7::bigint + 30 * 86400000::bigint, $7::bigint + 4 * 86400000::bigint
       FROM generate_series(1, $1) AS n`,
    [count, rows[0]?.id, ratePpm, principal, promised, (principal * ratePpm * 3n) / 30_000_000n, start],
  );
}

/** The entries that loans and terms follow from, and the balances of those. */
/** All in one transaction, as one journal is. */
function fillBooks(database: Database, count: number): Promise<void> {
  return database.transaction(({ client }) => fillEntries(client, count));
}

async function fillEntries(client: PoolClient, count: number): Promise<void> {
  const { practice, loans, earn } = houseOwners;
  const entry = (rows: string) =>
    client.query(
      `INSERT INTO ledger_entries (journal_id, owner, asset, available, frozen, locked, reference, fee, at, wallet, kind)
       SELECT 1, moved.*, 0, ${start}, 0, 'practice' FROM (${rows}) AS moved`,
    );
  const all = (units: bigint) => units * BigInt(count);
  await entry(
    `VALUES (${practice}::bigint, 'USDT', ${-all(loanAmount + principal + promised)}::bigint, 0::bigint, 0::bigint, NULL::text),
            (${practice}, 'BTC', ${-all(100n)}, 0, 0, NULL), (${loans}, 'USDT', ${all(loanAmount)}, 0, 0, NULL),
            (${earn}, 'USDT', ${all(promised)}, 0, 0, NULL)`,
  );
  await entry(`SELECT owner, 'BTC', 0::bigint, 0::bigint, locked, 'loan:' || id FROM loans`);
  await entry(`SELECT owner, 'USDT', amount, 0::bigint, 0::bigint, 'loan:' || id FROM loans`);
  await entry(`SELECT ${loans}::bigint, 'USDT', -amount, amount, 0::bigint, 'loan:' || id FROM loans`);
  await entry(`SELECT ${loans}::bigint, 'USDT', 0::bigint, -amount, 0::bigint, 'loan:' || id FROM loans`);
  await entry(`SELECT owner, 'USDT', 0::bigint, 0::bigint, principal, id::text FROM fixed_holdings`);
  await entry(`SELECT ${earn}::bigint, 'USDT', -promised, promised, 0::bigint, id::text FROM fixed_holdings`);
  await client.query(
    `INSERT INTO balances SELECT owner, wallet, asset, sum(available), sum(frozen), sum(locked) FROM ledger_entries
      GROUP BY owner, wallet, asset`,
  );
}

async function measure(database: Database, count: number): Promise<Row[]> {
  const parts = auditParts(systemClock);
  const look = async (depth: AuditDepth) => {
    const began = performance.now();
    const { findings, roundMs } = await runAudit(database, { depth, now: Date.now(), parts });
    return { seconds: (performance.now() - began) / 1_000, roundMs, texts: findings.map(({ text }) => text) };
  };
  const clean = async (depth: AuditDepth) => {
    const looked = await look(depth);
    if (looked.texts.length > 0) throw new Error(looked.texts.join('\n'));
    return looked.seconds;
  };
  const first = await clean('deep');
  await database.pool.query('VACUUM (ANALYZE)');
  const deeps = [await clean('deep'), await clean('deep'), await clean('deep')].toSorted((a, b) => a - b);
  const full = await clean('full');
  await database.pool.query('UPDATE loans SET principal = principal - 1, interest = interest + 1 WHERE id = $1', [
    count,
  ]);
  const { texts, seconds } = await look('deep');
  if (!texts.some((text) => text.startsWith(`loan ${count}: `))) throw new Error('one unit was not found');
  return [
    { what: 'loans that run, and as many fixed terms', value: count, unit: 'rows' },
    { what: 'first run over them, in the background', value: first, unit: 's' },
    { what: 'each half minute: median', value: deeps[1] ?? 0, unit: 's', most: 30 },
    { what: 'full check', value: full, unit: 's' },
    { what: 'finding one unit moved from principal to interest', value: seconds, unit: 's', most: 30 },
  ];
}
