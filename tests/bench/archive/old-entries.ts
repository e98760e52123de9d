import path from 'node:path';
import { dayMs } from '../../../src/protocol/durations.ts';
import { keepAhead } from '../../../src/server/core/archives/ahead.ts';
import { houseOwners } from '../../../src/server/core/ledger/account.ts';
import { startEmbeddedPostgres } from '../../../src/server/core/store/embedded/embedded-postgres.ts';
import { migrateDatabase } from '../../../src/server/core/store/migrate.ts';
import { openDatabase } from '../../../src/server/core/store/open.ts';
import { migrationLimits } from '../../../src/server/core/store/store-limits.ts';
import { partitionedEntries } from '../../../src/server/partitions/entries.ts';

const keysAtOnce = 50_000_000;
const entriesPerTransaction = 250_000;
const firstOwner = 10_000_000;

/** Writes old entries into the first partition of a store that never ran; what follows is written two partitions later. */
export async function writeOldEntries(directory: string, entries: number, users: number): Promise<void> {
  const bulk = { max_wal_size: '8GB', shared_buffers: '512MB', synchronous_commit: 'off' };
  const postgres = await startEmbeddedPostgres(path.join(directory, 'postgres'), bulk);
  const database = openDatabase(postgres.connection, { limits: migrationLimits });
  try {
    await migrateDatabase(database.pool);
    for (const highest of [1, keysAtOnce, 2 * keysAtOnce, 3 * keysAtOnce]) {
      await database.pool.query("SELECT setval('ledger_entries_id_seq', $1)", [highest]);
      await keepAhead(database, partitionedEntries, { now: Date.now(), narrow: true });
    }
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
    await database.pool.query(
      `INSERT INTO balances SELECT owner, wallet, asset, sum(available), 0, 0 FROM ledger_entries GROUP BY owner, wallet, asset`,
    );
    await database.pool.query('VACUUM (ANALYZE) ledger_entries');
    await database.pool.query('VACUUM (ANALYZE) balances');
  } finally {
    await database.close();
    await postgres.stop();
  }
}
