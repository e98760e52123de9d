import path from 'node:path';
import { dayMs } from '#protocol/core/durations.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { startEmbeddedPostgres } from '#server/core/store/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/core/store/migrate.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { migrationLimits } from '#server/core/store/store-limits.ts';
import { openEntryPartitions, sumIntoBalances } from '../../faults/archives/archive-store.ts';

const entriesPerTransaction = 250_000;
const firstOwner = 10_000_000;

/** Writes old entries into the first partition of a store that never ran; what follows is written two partitions later. */
export async function writeOldEntries(directory: string, entries: number, users: number): Promise<void> {
  const bulk = { max_wal_size: '8GB', shared_buffers: '512MB', synchronous_commit: 'off' };
  const postgres = await startEmbeddedPostgres(path.join(directory, 'postgres'), bulk);
  const database = openDatabase(postgres.connection, { limits: migrationLimits });
  try {
    await migrateDatabase(database.pool);
    await openEntryPartitions(database);
    for (let first = 2; first < entries; first += entriesPerTransaction) {
      // A journal of two entries per movement, of the house and of a user, each user in two coins.
      await database.pool.query(
        `INSERT INTO ledger_entries (id, journal_id, owner, available, frozen, locked, fee, at, wallet, asset, kind)
         SELECT nth, nth / 2 * 2,
                CASE nth % 2 WHEN 0 THEN ${houseOwners.practice} ELSE ${firstOwner} + nth / 4 % $3 END,
                CASE nth % 2 WHEN 0 THEN -1 ELSE 1 END * (1000 + nth / 2 % 7), 0, 0, 0, $4::bigint + nth, 0,
                CASE nth / 2 % 2 WHEN 0 THEN 'BTC' ELSE 'USDT' END, 'practice'
           FROM generate_series($1::bigint, $2::bigint) AS nth`,
        [first, Math.min(first + entriesPerTransaction, entries + 2) - 1, users, Date.now() - 600 * dayMs],
      );
    }
    await sumIntoBalances(database);
    await database.pool.query('VACUUM (ANALYZE) ledger_entries');
    await database.pool.query('VACUUM (ANALYZE) balances');
  } finally {
    await database.close();
    await postgres.stop();
  }
}
