import { expect, test } from 'vitest';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { releasedDatabase } from '#server/core/store/testing.ts';

const firstHour = Date.UTC(2026, 0, 1);

test('fills in the hours of loans of before, and the sums of what their entries moved', async () => {
  const database = await releasedDatabase(23);
  try {
    // 7 units of 2,990 at a rate of 0.0010 % an hour for 10 hours, of which some was paid; and one that was written off.
    await database.pool.query(
      `INSERT INTO loans (owner, state, asset, amount, principal, interest, interest_rest, interest_paid, repaid, written_off,
                          hourly_rate, hours, initial, first, second, sale, collateral, wallet, locked, pledged, warned, accrued_to,
                          contact, document, note, applied_at, started_at, reminded, ended_at)
       SELECT 100001, state, 'USDT', 29900000007, principal, interest, 700000, paid, paid, written_off, 10000, 168, 600000, 700000, 800000,
              900000, 'BTC', 'spot', locked, 100, 0, $1::bigint + 36000000, '', '', '', $1, $1, false, ended_at
         FROM (VALUES ('running', 29900000007, 2000000, 990000, 0, 100, NULL::bigint), ('written-off', 0, 0, 990000, 29902000007, 0, 1))
              AS of_before (state, principal, interest, paid, written_off, locked, ended_at)`,
      [firstHour],
    );
    await database.pool.query(
      `INSERT INTO ledger_entries (journal_id, owner, wallet, asset, available, frozen, locked, fee, kind, reference, at)
       VALUES (1, 35, 0, 'USDT', -29900000007, 29900000007, 0, 0, 'backing', 'loan:1', 1),
              (2, 35, 0, 'USDT', 0, -29900000007, 0, 0, 'loan-payout', 'loan:1', 1)`,
    );
    await database.pool.query('UPDATE audit_state SET horizon = pg_current_xact_id()');
    await migrateDatabase(database.pool);
    const { rows: loans } = await database.pool.query('SELECT state, unit_hours FROM loans ORDER BY id');
    const unitHours = '299000000070';
    expect(loans).toEqual([
      { state: 'running', unit_hours: unitHours },
      { state: 'written-off', unit_hours: unitHours },
    ]);
    const { rows: moved } = await database.pool.query(
      'SELECT owner, reference, available, frozen FROM audited_references',
    );
    expect(moved).toEqual([{ owner: '35', reference: 'loan:1', available: '-29900000007', frozen: '0' }]);
  } finally {
    await database.close();
  }
});
