import { expect, test } from 'vitest';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { releasedDatabase } from '#server/core/store/testing.ts';

const at = Date.UTC(2026, 0, 1);

test('a notice that was due sums up what it did before, and fees of positions are known from the ledger', async () => {
  const database = await releasedDatabase(23);
  try {
    // One closing was announced a while ago, two are due; the second and the third came 4 seconds apart.
    await database.pool.query(
      `INSERT INTO contract_closings (id, position, owner, contract, side, lots, cost, price_ticks, profit, fee, insurance, reason, at)
       SELECT nth, 7, 100001, 'BTCPERP', 'long', 1, 1, 1, 0, 0, 0, 'forced', $1::bigint + seconds * 1000
         FROM (VALUES (1, 0), (2, 60), (3, 64)) AS closing (nth, seconds)`,
      [at],
    );
    await database.pool.query(
      `INSERT INTO contract_notices_due (position, kind, owner, contract, side, lots, value, net, left_lots, at, due_at)
       VALUES (7, 'forced', 100001, 'BTCPERP', 'long', 2, 2, 0, 1, $1::bigint + 64000, $1::bigint + 75000),
              (7, 'margin-warning', 100001, 'BTCPERP', 'long', 0, 0, 0, 1, $1::bigint + 5000, $1::bigint + 5000)`,
      [at],
    );
    await database.pool.query(
      `INSERT INTO ledger_entries (journal_id, owner, wallet, asset, available, frozen, locked, fee, kind, reference, at)
       VALUES (1, 3, 1, 'USDT', 5, 0, 0, 0, 'contract-open', '7', 1), (2, 3, 1, 'USDT', 2, 0, 0, 0, 'contract-close', '7', 1),
              (3, 3, 0, 'USDT', 9, 0, 0, -9, 'fee', NULL, 1)`,
    );
    await database.pool.query('UPDATE audit_state SET horizon = pg_current_xact_id()');
    await migrateDatabase(database.pool);
    const { rows: due } = await database.pool.query('SELECT kind, at FROM contract_notices_due ORDER BY kind');
    expect(due).toEqual([
      { kind: 'forced', at: String(at + 60_000) },
      { kind: 'margin-warning', at: String(at + 5_000) },
    ]);
    const { rows: paid } = await database.pool.query('SELECT owner, reference, available FROM audited_references');
    expect(paid).toEqual([{ owner: '3', reference: '7', available: '7' }]);
  } finally {
    await database.close();
  }
});
