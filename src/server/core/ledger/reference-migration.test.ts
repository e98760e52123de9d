import { expect, test } from 'vitest';
import { migrateDatabase } from '../store/migrate.ts';
import { releasedDatabase } from '../store/testing.ts';

/** What rows of before are compared with is filled in by the migration. */

const transfer = (journal: number, id: number, units: number) => `
  (${journal}, 100001, 0, 'USDT', -${units}, 0, 0, 0, 'instant-transfer', 'instant-transfer:${id}', 1),
  (${journal}, 100002, 0, 'USDT', ${units}, 0, 0, 0, 'instant-transfer', 'instant-transfer:${id}', 1)`;
const entries = (rows: string) => `
  INSERT INTO ledger_entries (journal_id, owner, wallet, asset, available, frozen, locked, fee, kind, reference, at) VALUES ${rows}`;

test('fills in what entries of before moved, what was cut of orders, and what was paid of fees', async () => {
  const database = await releasedDatabase(23);
  const { pool } = database;
  try {
    await pool.query(
      `INSERT INTO listed_coins (id, name, scale, display_decimals, listed_at) VALUES ('USDT', 'Tether', 8, 2, 1)`,
    );
    await pool.query(
      `INSERT INTO instant_transfers (payer, recipient, asset, amount, remark, payer_shown, recipient_shown, at)
       SELECT 100001, 100002, 'USDT', units, '', '', '', 1 FROM (VALUES (7), (9)) AS paid (units)`,
    );
    // One order that its buyer did not pay in time, and one that an arbiter decided for the buyer; 20 USDT at 7.23, and for 100.
    await pool.query(
      `INSERT INTO fiat_orders (advert, merchant, taker, buyer, seller, asset, currency, units, price, amount, method, sealed,
                                terms, state, pay_until, created_at, ended_at, ended_by, decision, penalty, updated_at)
       VALUES (1, 100003, 100004, 100004, 100003, 'USDT', 'CNY', 2000000001, 723, 14460, 'bank', '', '', 'cancelled', 1, 1, 1,
               'timeout', NULL, 5, 1),
              (1, 100003, 100004, 100004, 100003, 'USDT', 'CNY', 1383000000, 723, 10000, 'bank', '', '', 'completed', 1, 1, 1,
               'arbiter', 'release', 6, 1)`,
    );
    await pool.query(
      `INSERT INTO team_fees (period, payer, wallet, asset, fee) VALUES (1, 100001, 0, 'USDT', 8), (2, 100001, 0, 'USDT', -3)`,
    );
    await pool.query(
      `INSERT INTO sign_in_pools (month, asset, reward, budget, used) VALUES ('2026-11', 'USDT', 1, 100, 30)`,
    );
    const penalty = (order: number, payer: number, harmed: number, units: number) => `
      (${order + 10}, ${payer}, 2, 'USDT', 0, 0, -${units}, 0, 'merchant-penalty', '${order}', 1),
      (${order + 10}, ${harmed}, 2, 'USDT', ${units}, 0, 0, 0, 'merchant-penalty', '${order}', 1)`;
    // What the audit has folded, and what it folds next.
    await pool.query(entries(`${transfer(1, 1, 7)}, ${penalty(1, 100_004, 100_003, 5)}`));
    await pool.query('UPDATE audit_state SET horizon = pg_current_xact_id()');
    await pool.query(entries(`${transfer(3, 2, 9)}, ${penalty(2, 100_003, 100_004, 6)}`));
    await migrateDatabase(pool);
    const { rows: folded } = await pool.query(
      'SELECT owner, reference, available, frozen FROM audited_references WHERE available <> 0 ORDER BY owner, reference',
    );
    expect(folded).toEqual([
      { owner: '100001', reference: 'instant-transfer:1', available: '-7', frozen: '0' },
      { owner: '100002', reference: 'instant-transfer:1', available: '7', frozen: '0' },
      { owner: '100003', reference: '1', available: '5', frozen: '0' },
    ]);
    const { rows: orders } = await pool.query('SELECT decimals, rest FROM fiat_orders ORDER BY id');
    expect(orders).toEqual([
      { decimals: 8, rest: '723' },
      { decimals: 8, rest: '-91000000' },
    ]);
    const { rows: fees } = await pool.query('SELECT paid, returned FROM team_fees ORDER BY period');
    expect(fees).toEqual([
      { paid: '8', returned: '0' },
      { paid: '0', returned: '3' },
    ]);
    expect((await pool.query('SELECT used, used_before FROM sign_in_pools')).rows).toEqual([
      { used: '30', used_before: '30' },
    ]);
  } finally {
    await database.close();
  }
});
