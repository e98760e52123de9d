import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { archiveFile } from '#server/core/archives/archiving.ts';
import { manifestFile } from '#server/core/archives/manifest.ts';
import type { PartitionedTable } from '#server/core/archives/partitioned.ts';
import { readPartitions } from '#server/core/archives/partitions.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { runConsole } from '#server/operator/testing.ts';
import { partitionedTables } from '#server/partitions/all.ts';
import type { ArchiveStore } from './archive-store.ts';

/** What must be true of archives at any moment, looked at without the code that writes them. */

/** A partition that may leave the store, and what its rows were at first. */
export interface OldPartition {
  readonly table: PartitionedTable;
  readonly name: string;
  readonly rows: number;
  readonly digest: string;
}

/** Where the rows of a partition are. */
export type Place = 'table' | 'file';

/** What its rows come to, in every column and whatever their order. */
function digestOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}

/** Reads a partition as it lies in the store. */
export async function rowsIn(
  client: Queryable,
  table: PartitionedTable,
  name: string,
): Promise<Pick<OldPartition, 'rows' | 'digest'>> {
  const { rows: columns } = await client.query<{ column: string }>(
    `SELECT quote_ident(attname) AS column FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table.table],
  );
  const texts = columns.map(({ column }) => `${column}::text`).join(', ');
  const { rows } = await client.query<unknown[]>({ text: `SELECT ${texts} FROM ${name}`, rowMode: 'array' });
  return { rows: rows.length, digest: digestOf(rows.map((row) => JSON.stringify(row))) };
}

/** Whether a file holds exactly the rows of a partition; one that ends too early holds none. */
function isWhole(file: string, { digest }: OldPartition): boolean {
  try {
    return digestOf(gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')) === digest;
  } catch {
    return false;
  }
}

/** Where the rows of a partition are, and what is wrong with it: they are in the store or in a proved file. */
export async function placeOf(
  store: ArchiveStore,
  partition: OldPartition,
): Promise<{ readonly place: Place; readonly faults: readonly string[] }> {
  const { pool } = store.database;
  const { table, name, digest, rows } = partition;
  const isPartition = (await readPartitions(pool, table.table)).some((each) => each.name === name);
  const noted = await pool.query('SELECT FROM archives WHERE partition = $1 AND restored_at IS NULL', [name]);
  const file = archiveFile(store.folder, name);
  const proof = existsSync(file) ? await runConsole(store.settings, ['archive', 'prove', file]) : null;
  if (isPartition !== (noted.rowCount === 0))
    return { place: 'table', faults: [`${name} is in ${isPartition ? 'both places' : 'neither place'}`] };
  if (!isPartition) {
    const faults: string[] = [];
    if (proof?.code !== 0) faults.push(`${name} is archived, and its file is not proved: ${proof?.said ?? 'no file'}`);
    if (!isWhole(file, partition)) faults.push(`${name} is archived, and its file does not hold its rows`);
    return { place: 'file', faults };
  }
  const found = await rowsIn(pool, table, name);
  const faults = found.digest === digest ? [] : [`${name} has ${found.rows} rows, not the ${rows} that it had`];
  if (proof !== null && proof.code !== 1) faults.push(`${name} is in the store, and ${file} is proved: ${proof.said}`);
  if (existsSync(manifestFile(file)) && !isWhole(file, partition))
    faults.push(`${file} is not whole and has a manifest`);
  return { place: 'table', faults };
}

/**
 * A file that a kill left half written, under the name of a whole one and with its true manifest: nobody takes it for one.
 *
 * @param manifest the text of the manifest of the whole file; null where there was none yet
 */
export async function halfFileFaults(
  store: ArchiveStore,
  { name }: OldPartition,
  manifest: string | null,
): Promise<string[]> {
  const half = `${archiveFile(store.folder, name)}.part`;
  if (manifest === null || !existsSync(half)) return [];
  const folder = mkdtempSync(path.join(store.folder, 'half-'));
  try {
    const file = archiveFile(folder, name);
    writeFileSync(file, readFileSync(half));
    writeFileSync(manifestFile(file), manifest);
    const { code, said } = await runConsole(store.settings, ['archive', 'prove', file]);
    return code === 1 && said.includes('has the SHA-256') ? [] : [`a half-written file of ${name} is proved: ${said}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * What does not add up of the whole store: rows of each table with those of its archives, and the ledger.
 *
 * @param startsOver has the audit forget what it knows of entries, so that it needs the sums of archived ones
 */
export async function wholeFaults(
  { database }: ArchiveStore,
  totals: ReadonlyMap<string, number>,
  startsOver: boolean,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { table } of partitionedTables) {
    const { rows } = await database.pool.query<{ all: number }>(
      `SELECT ((SELECT count(*) FROM ${table}) + (SELECT coalesce(sum(rows), 0) FROM archives
                WHERE table_name = $1 AND restored_at IS NULL))::int AS all`,
      [table],
    );
    if (rows[0]?.all !== totals.get(table)) faults.push(`${rows[0]?.all} rows of ${table}, not ${totals.get(table)}`);
  }
  if (startsOver) await database.pool.query("UPDATE audit_state SET horizon = '9000000000000000000'");
  const { findings } = await checkLedger(database, true, Date.now());
  return [...faults, ...findings.map(({ text }) => text)];
}

/** Rows of each table. */
export async function totalRows({ pool }: ArchiveStore['database']): Promise<ReadonlyMap<string, number>> {
  const totals = new Map<string, number>();
  for (const { table } of partitionedTables) {
    const { rows } = await pool.query<{ all: number }>(`SELECT count(*)::int AS all FROM ${table}`);
    totals.set(table, rows[0]?.all ?? 0);
  }
  return totals;
}

/** What a run that was completed left behind of others that were killed. */
export async function leftovers({ database, folder }: ArchiveStore): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname LIKE '%\\_restoring'`,
  );
  const halves = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.part')) : [];
  return [...rows.map(({ name }) => name), ...halves].map((name) => `${name} was left behind`);
}
