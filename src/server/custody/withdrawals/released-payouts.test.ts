import { expect, test } from 'vitest';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { releasedDatabase } from '#server/core/store/testing.ts';
import { transfersOf } from './payouts/payout-transfers.ts';

/** Migrations of the release that stored a single transfer in the row of its withdrawal. */
const releasedMigrations = 6;

test('transfers signed by the released version are followed and may be replaced', async () => {
  const database = await releasedDatabase(releasedMigrations);
  try {
    await database.pool.query(
      `INSERT INTO withdrawals (id, owner, asset, chain, address, units, fee, worth, remark, state, nonce, raw, hash,
                                needed, created_at, approved_at, updated_at)
       VALUES (7, 100001, 'USDT', 'ETH', '0x1', 100, 1, 100, '', 'sent', 3, '0xraw', '0xhash', 2, 5, 6, 7),
              (8, 100001, 'USDT', 'ETH', '0x1', 100, 1, 100, '', 'approved', NULL, NULL, NULL, 2, 5, 6, 7)`,
    );
    await migrateDatabase(database.pool);
    const kept = await transfersOf(database.pool, { id: 7n, chain: 'ETH', nonce: 3 });
    expect(kept).toEqual([{ raw: '0xraw', hash: '0xhash', nonce: 3, pays: 'withdrawal', at: 6 }]);
    await expect(transfersOf(database.pool, { id: 8n, chain: 'ETH', nonce: 3 })).rejects.toThrow('has no transfer');
  } finally {
    await database.close();
  }
});
