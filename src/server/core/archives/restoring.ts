import type { PoolClient } from 'pg';
import type { Ms } from '#protocol/core/brand.ts';
import { writeOperatorLog } from '../gate/operator-log.ts';
import { restartAudits } from '../ledger/audit-state.ts';
import { textsLiteral } from '../store/array-literals.ts';
import type { Database } from '../store/database.ts';
import { ArchiveFault, readArchive } from './archive-file.ts';
import { ArchiveRefused, lockPatiently } from './archiving.ts';
import type { Manifest } from './manifest.ts';
import type { PartitionedTable, Partition } from './partitioned.ts';
import { attachPartition, changePartition, createPartitionTable, hasRows, readPartitions } from './partitions.ts';
import { proveArchive } from './proving.ts';
import { columnsOf, tableTotals } from './table-rows.ts';
import { differences, type Row } from './tally.ts';

/** An order to bring a partition back. */
interface RestoreOrder {
  readonly file: string;
  readonly now: Ms;
  readonly by: string;
  readonly reason: string;
}

/**
 * Brings a partition back from its file, which is proved before. Its rows are written to a table of their own in the order in
 * which they lay, read again and compared; then one transaction makes that table a partition and forgets what was noted. Run again
 * after a stop it begins again; where all was done by then, it compares the partition with the file.
 *
 * @throws ArchiveFault when the file is not what the store noted
 * @throws ArchiveRefused when something lies in its place, or what follows it is still archived
 */
export async function restoreArchive(
  database: Database,
  tables: readonly PartitionedTable[],
  order: RestoreOrder,
): Promise<Manifest> {
  const { manifest, archive, wrong } = await proveArchive(database, tables, order.file);
  const table = tables.find((each) => each.table === manifest.table);
  if (archive === null && table !== undefined && (await isRestored(database, table, manifest))) return manifest;
  if (wrong.length > 0 || archive === null || table === undefined)
    throw new ArchiveFault(`${order.file} is not restored: ${wrong.join('; ')}`);
  await refuseTaken(database, table, manifest);
  const name = `${manifest.partition.name}_restoring`;
  await fill(database, table, manifest, { file: order.file, name });
  await database.transaction(async (tx) => {
    const { client } = tx;
    await restartAudits(client);
    await table.kept?.forget(client, archive);
    await client.query('UPDATE archives SET restored_at = $2 WHERE id = $1', [archive, order.now]);
    await writeOperatorLog(
      tx,
      { what: 'archive-restore', scope: null, subject: manifest.partition.name, sessions: [] },
      { by: order.by, reason: order.reason, at: order.now },
    );
    await lockPatiently(client, table);
    await removeEmpty(client, table, manifest.partition);
    await changePartition(client, table, 'rename', { name, becomes: manifest.partition.name });
    await attachPartition(client, table, manifest.partition);
    await changePartition(client, table, 'unbound', { name: manifest.partition.name, becomes: `${name}_bounds` });
  });
  return manifest;
}

/** Whether the rows of a file are in the store again already. */
async function isRestored(
  { pool }: Database,
  table: PartitionedTable,
  { partition, columns, sha256, totals }: Manifest,
): Promise<boolean> {
  const { rows } = await pool.query(
    'SELECT FROM archives WHERE partition = $1 AND sha256 = $2 AND restored_at IS NOT NULL LIMIT 1',
    [partition.name, sha256],
  );
  const partitions = rows.length > 0 ? await readPartitions(pool, table.table) : [];
  if (!partitions.some(({ name }) => name === partition.name)) return false;
  return differences(totals, await tableTotals(pool, table, partition.name, columns)).length === 0;
}

const overlaps = (a: Partition, b: Partition) =>
  (a.upper === null || b.lower === null || a.upper > b.lower) &&
  (b.upper === null || a.lower === null || b.upper > a.lower);

async function refuseTaken(
  { pool }: Database,
  { table, oldestFirst }: PartitionedTable,
  { partition }: Manifest,
): Promise<void> {
  for (const other of await readPartitions(pool, table)) {
    if (overlaps(other, partition) && (await hasRows(pool, other.name))) {
      throw new ArchiveRefused(`${other.name} has rows in the place of ${partition.name}.`);
    }
  }
  if (!oldestFirst) return;
  const { rows } = await pool.query<{ partition: string }>(
    `SELECT partition FROM archives WHERE table_name = $1 AND restored_at IS NULL AND upper > $2 ORDER BY upper DESC LIMIT 1`,
    [table, partition.upper],
  );
  const [newer] = rows;
  if (newer !== undefined) throw new ArchiveRefused(`${newer.partition} is newer: restore it before.`);
}

/** A clock that went back may have had a partition made in the place; see `keepAhead`. */
async function removeEmpty(client: PoolClient, table: PartitionedTable, partition: Partition): Promise<void> {
  for (const other of await readPartitions(client, table.table)) {
    if (!overlaps(other, partition)) continue;
    if (await hasRows(client, other.name)) throw new ArchiveRefused(`${other.name} has rows in its place.`);
    await changePartition(client, table, 'drop', { name: other.name });
  }
}

/** Writes the rows of a file to a table of their own, and proves that they are there. */
async function fill(
  database: Database,
  table: PartitionedTable,
  { partition, columns, sha256, totals }: Manifest,
  { file, name }: { readonly file: string; readonly name: string },
): Promise<void> {
  const { pool } = database;
  const types = new Map((await columnsOf(pool, table.table)).map((column) => [column.name, column.type]));
  const unknown = columns.filter((column) => !types.has(column));
  if (unknown.length > 0) throw new ArchiveFault(`${table.table} has no column ${unknown.join(', ')} any more`);
  await changePartition(pool, table, 'drop', { name });
  await createPartitionTable(pool, table, name);
  const arrays = columns.map((column, nth) => `$${nth + 1}::${types.get(column)}[]`).join(', ');
  const insert = `INSERT INTO ${name} (${columns.map((column) => `"${column}"`).join(', ')}) SELECT * FROM unnest(${arrays})`;
  await readArchive(file, { table, columns, sha256 }, async (rows: readonly Row[]) => {
    if (rows.length === 0) return;
    await pool.query(
      insert,
      columns.map((_, nth) => textsLiteral(rows.map((row) => row[nth] ?? null))),
    );
  });
  const wrong = differences(totals, await tableTotals(pool, table, name, columns));
  if (wrong.length > 0) throw new ArchiveFault(`${name} is not what the file holds: ${wrong.join('; ')}`);
  const { lower, upper } = partition;
  // What is proved here is not read again under the lock of the whole table; nor are its indexes built there.
  await changePartition(pool, table, 'bound', { name, lower, upper, becomes: `${name}_bounds` });
  await changePartition(pool, table, 'validate', { name, becomes: `${name}_bounds` });
  await changePartition(pool, table, 'index', { name });
}
