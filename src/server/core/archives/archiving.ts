import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { isLockTimeout } from '../failures/postgres-errors.ts';
import { writeOperatorLog } from '../gate/operator-log.ts';
import { restartAudits } from '../ledger/audit-state.ts';
import type { Database, Transaction } from '../store/database.ts';
import { ArchiveFault, readArchive, syncFiles, writeArchive } from './archive-file.ts';
import { type Age, against, latestOf } from './judging.ts';
import { type Manifest, manifestFile, readManifest, writeManifest } from './manifest.ts';
import type { PartitionedTable, Partition } from './partitioned.ts';
import { changePartition, readPartitions } from './partitions.ts';
import { proveArchive } from './proving.ts';
import { columnsOf, tableRows, tableTotals } from './table-rows.ts';
import { differences, Tally, textOf, type Totals } from './tally.ts';

/** The partition stays; the message says what stands against it, to an operator. */
export class ArchiveRefused extends Error {}

/** What has been done of an archive, after which a stop leaves something of it. */
export type ArchiveStep = 'written' | 'proved' | 'noted';

/** An order to archive a partition. */
export interface ArchiveOrder extends Age {
  readonly partition: string;
  readonly folder: string;
  readonly by: string;
  readonly reason: string;
  readonly onStep?: (step: ArchiveStep) => Promise<void> | void;
}

/** Attempts for the lock of the whole table, each short: its readers and writers queue behind one that waits. */
const lockTries = 30;
const lockPauseMs = 200;
/** Once nobody else reaches the table, PostgreSQL does not wait for longer for the next statement of who keeps it. */
const lockedIdleMs = 3_000;

/** The file of a partition in a folder. */
export const archiveFile = (folder: string, partition: string) => path.join(folder, `${partition}.rows.gz`);

/**
 * Moves a partition into a file: the file and its manifest are written and made durable, read back and compared with the table,
 * and only then one transaction notes what must still count of it and drops the partition. A stop in between leaves the partition,
 * and a file that is compared again; run again it goes on. Where all was done by then, it proves the file.
 *
 * @throws ArchiveRefused when the partition is still needed
 * @throws ArchiveFault when the file is not what the table holds
 */
export async function archivePartition(
  database: Database,
  table: PartitionedTable,
  order: ArchiveOrder,
): Promise<Manifest> {
  const { pool } = database;
  const file = archiveFile(order.folder, order.partition);
  const partition = (await readPartitions(pool, table.table)).find(({ name }) => name === order.partition);
  const noted = await isNoted(pool, order.partition);
  if (partition === undefined) {
    if (noted) return proveTaken(database, table, file);
    throw new ArchiveRefused(`${table.table} has no partition ${order.partition}.`);
  }
  // A clock that went back twice makes a partition twice: the file of the first must not be written over.
  if (noted) throw new ArchiveRefused(`${partition.name} stays: an older archive has its name.`);
  await refuseNeeded(pool, table, partition, { ...order, latest: await latestOf(pool, table, partition.name) });
  await mkdir(order.folder, { recursive: true });
  if (!(await isThere(manifestFile(file)))) await write(database, table, partition, file);
  await order.onStep?.('written');
  await syncFiles([file, manifestFile(file)]);
  const manifest = await readManifest(file);
  // Not within the transaction, which PostgreSQL would end: no statement comes while a large file is read.
  const read = await readArchive(file, { table, columns: manifest.columns, sha256: manifest.sha256 });
  await database.transaction(async (tx) => {
    // Readers go on, and writers of other partitions; nobody writes to this one.
    await changePartition(tx.client, table, 'keep', { name: partition.name });
    await proveAgainstTable(tx.client, table, partition, { file, manifest, read });
    await order.onStep?.('proved');
    await noteAndDrop(tx, table, manifest, order);
    await order.onStep?.('noted');
  });
  return manifest;
}

async function isNoted(client: Pick<PoolClient, 'query'>, partition: string): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM archives WHERE partition = $1 AND restored_at IS NULL', [partition]);
  return rows.length > 0;
}

/** The end of a run that was interrupted between its last transaction and its words. */
async function proveTaken(database: Database, table: PartitionedTable, file: string): Promise<Manifest> {
  const { manifest, wrong } = await proveArchive(database, [table], file);
  if (wrong.length > 0) throw new ArchiveFault(`It was archived before, and not to ${file}: ${wrong.join('; ')}`);
  return manifest;
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function refuseNeeded(
  client: Pick<PoolClient, 'query'>,
  table: PartitionedTable,
  partition: Partition,
  age: Age & { readonly latest: number | null },
): Promise<void> {
  const all = await readPartitions(client, table.table);
  const found = await against(client, table, all, partition, age);
  if (found.length > 0) throw new ArchiveRefused(`${partition.name} stays: ${found.join('; ')}.`);
}

async function write({ pool }: Database, table: PartitionedTable, partition: Partition, file: string): Promise<void> {
  const columns = (await columnsOf(pool, partition.name)).map(({ name }) => name);
  const tally = new Tally(table, columns);
  const written = await writeArchive(file, tableRows(pool, partition.name, columns), tally);
  await writeManifest(file, { table: table.table, partition, columns, ...written });
}

/** Compares what was read of the file with the table, under the lock that keeps it as it is. */
async function proveAgainstTable(
  client: PoolClient,
  table: PartitionedTable,
  partition: Partition,
  { file, manifest, read }: { readonly file: string; readonly manifest: Manifest; readonly read: Totals },
): Promise<void> {
  const columns = (await columnsOf(client, partition.name)).map(({ name }) => name);
  const said = `${manifest.table} ${manifest.partition.lower}..${manifest.partition.upper} ${manifest.columns.join()}`;
  const found = `${table.table} ${partition.lower}..${partition.upper} ${columns.join()}`;
  if (said !== found) throw new ArchiveFault(`${file} is of ${said}, and the partition ${found}`);
  const stored = await tableTotals(client, table, partition.name, columns);
  const wrong = [...differences(manifest.totals, read), ...differences(read, stored)];
  if (wrong.length > 0) throw new ArchiveFault(`${file} is not what ${partition.name} holds: ${wrong.join('; ')}`);
}

/** The end of it: what must still count is noted, and the partition goes, in the transaction that proved its file. */
async function noteAndDrop(
  tx: Transaction,
  table: PartitionedTable,
  manifest: Manifest,
  order: ArchiveOrder,
): Promise<void> {
  const { client } = tx;
  const { partition, totals } = manifest;
  const archive = await noteArchive(client, table, manifest, order.now);
  await table.kept?.note(client, archive, partition, totals.sums);
  // An audit that began before starts over, and finds the sums in place of the entries.
  await restartAudits(client);
  // Its newest row is known by now.
  await refuseNeeded(client, table, partition, { ...order, latest: totals.latest });
  await writeOperatorLog(
    tx,
    { what: 'archive', scope: null, subject: partition.name, sessions: [] },
    { by: order.by, reason: order.reason, at: order.now },
  );
  await lockPatiently(client, table);
  await changePartition(client, table, 'detach', { name: partition.name });
  await changePartition(client, table, 'drop', { name: partition.name });
}

async function noteArchive(
  client: PoolClient,
  { kept }: PartitionedTable,
  { table, partition, sha256, totals }: Manifest,
  now: number,
): Promise<bigint> {
  // Sums that the store keeps by account are not kept twice.
  const sums = kept === null ? [...totals.sums].map(([name, group]) => [name, textOf(group)]) : [];
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO archives (table_name, partition, lower, upper, rows, earliest, latest, sha256, rows_sha256, sums, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [
      table,
      partition.name,
      partition.lower,
      partition.upper,
      totals.rows,
      totals.earliest,
      totals.latest,
      sha256,
      totals.rowsSha256,
      JSON.stringify(Object.fromEntries(sums)),
      now,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('an archive was not noted');
  return BigInt(id);
}

/** Takes the lock of a whole table without keeping anybody waiting for long, behind the attempt or behind a process that stops. */
export async function lockPatiently(client: PoolClient, table: PartitionedTable): Promise<void> {
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${lockedIdleMs}`);
  for (let tried = 1; ; tried += 1) {
    await client.query("SAVEPOINT unlocked; SET LOCAL lock_timeout = '500ms'");
    try {
      await changePartition(client, table, 'lock');
      await client.query('RELEASE SAVEPOINT unlocked');
      return;
    } catch (error) {
      if (tried >= lockTries || !isLockTimeout(error)) throw error;
      await client.query('ROLLBACK TO SAVEPOINT unlocked');
      await sleep(lockPauseMs);
    }
  }
}
