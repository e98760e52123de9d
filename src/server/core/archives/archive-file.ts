import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { PartitionedTable } from './partitioned.ts';
import { type Row, Tally, type Totals } from './tally.ts';

/** A file or a manifest that is not what it should be; the message says how, to an operator. */
export class ArchiveFault extends Error {}

/** Rows handed on at once. */
const rowsAtOnce = 2_000;

/** A file whose bytes are known. */
export interface FileTotals {
  readonly sha256: string;
  readonly totals: Totals;
}

/**
 * Writes rows to a file, a JSON array of texts per line, compressed. The file has its name only once all of it is on the disk.
 */
export async function writeArchive(
  file: string,
  rows: AsyncIterable<readonly Row[]>,
  tally: Tally,
): Promise<FileTotals> {
  async function* lines() {
    for await (const some of rows) yield some.map((row) => tally.add(row)).join('');
  }
  const hash = createHash('sha256');
  await writeDurably(file, hashed(Readable.from(lines()).compose(createGzip()), hash));
  return { sha256: hash.digest('hex'), totals: tally.totals() };
}

/** Writes a file and makes it durable before it gets its name, and the name after. */
export async function writeDurably(file: string, parts: AsyncIterable<string | Uint8Array>): Promise<void> {
  const half = `${file}.part`;
  const handle = await open(half, 'w', 0o600);
  try {
    for await (const part of parts) await handle.appendFile(part);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(half, file);
  await sync(path.dirname(file));
}

/** Makes sure that a file or a folder is on the disk. */
async function sync(name: string): Promise<void> {
  const handle = await open(name, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes sure that files are on the disk under their names, whoever wrote them: a run that was killed may have named them
 * and no more, and a copy is nowhere but in memory at first.
 *
 * @param files of one folder
 */
export async function syncFiles(files: readonly string[]): Promise<void> {
  for (const file of files) await sync(file);
  for (const folder of new Set(files.map((file) => path.dirname(path.resolve(file))))) {
    await sync(folder);
    // The folder itself may be new. Whoever may not read the one that it is in has not made it.
    await sync(path.dirname(folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES') throw error;
    });
  }
}

async function* hashed(parts: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}

/**
 * Reads a file to its end.
 *
 * @param take each portion of rows, one after the other
 * @throws ArchiveFault when it is not a file of rows, or its bytes are not those of the digest
 */
export async function readArchive(
  file: string,
  { table, columns, sha256 }: { table: PartitionedTable; columns: readonly string[]; sha256: string },
  take: (rows: readonly Row[]) => Promise<void> | void = () => undefined,
): Promise<Totals> {
  // First the bytes, then what they say: nothing is made of a file that was changed.
  const found = await digestOf(file);
  if (found !== sha256) throw new ArchiveFault(`${file} has the SHA-256 ${found}, and ${sha256} is said`);
  const tally = new Tally(table, columns);
  const plain = new PassThrough();
  const reading = pipeline(createReadStream(file), createGunzip(), plain);
  // Reported by the wait below; a reader that fails ends it as well.
  reading.catch(() => undefined);
  let rows: Row[] = [];
  const hand = async () => {
    for (const row of rows) tally.add(row);
    await take(rows);
    rows = [];
  };
  for await (const line of createInterface({ input: plain, crlfDelay: Infinity })) {
    rows.push(rowOf(line, columns.length));
    if (rows.length >= rowsAtOnce) await hand();
  }
  await hand();
  await reading;
  return tally.totals();
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(file)) hash.update(part as Uint8Array);
  } catch (error) {
    throw new ArchiveFault(`${file} cannot be read`, { cause: error });
  }
  return hash.digest('hex');
}

function rowOf(line: string, length: number): Row {
  const row: unknown = JSON.parse(line);
  const isRow = Array.isArray(row) && row.length === length;
  if (!isRow || !row.every((value) => value === null || typeof value === 'string')) {
    throw new ArchiveFault('a line of the file is no row');
  }
  return row as Row;
}
