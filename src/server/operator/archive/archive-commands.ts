import { systemClock } from '#server/core/clock/clock.ts';
import { ArchiveFault } from '#server/core/archives/archive-file.ts';
import { archiveFile, archivePartition, ArchiveRefused } from '#server/core/archives/archiving.ts';
import { type JudgedPartition, judgePartitions } from '#server/core/archives/judging.ts';
import { proveArchive } from '#server/core/archives/proving.ts';
import { restoreArchive } from '#server/core/archives/restoring.ts';
import type { Database } from '#server/core/store/database.ts';
import { archiveLimits } from '#server/core/store/store-limits.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { partitionedTables } from '#server/partitions/all.ts';
import { type Command, say, UsageError } from '../command.ts';
import { readSigned } from '../signed-options.ts';

/** Rows must be this old before they may leave the store, unless an operator says otherwise: a year and a month. */
const minimumDays = 400;

const number = new Intl.NumberFormat('en');
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function lineOf({ name, earliest, latest, rows, isEstimate, bytes, against }: JudgedPartition): string {
  const span = earliest === null || latest === null ? 'empty' : `${dayOf(earliest)} to ${dayOf(latest)}`;
  const size = `${isEstimate ? 'about ' : ''}${number.format(rows)} rows, ${number.format(Math.ceil(bytes / 1e6))} MB`;
  return `${name.padEnd(34)} ${span.padEnd(24)} ${size.padEnd(32)} ${against.length === 0 ? 'may be archived' : against.join('; ')}`;
}

async function list(database: Database): Promise<boolean> {
  const age = { now: systemClock(), minimumMs: minimumDays * dayMs };
  for (const table of partitionedTables) {
    for (const judged of await judgePartitions(database.pool, table, age)) say(lineOf(judged));
  }
  const { rows } = await database.pool.query<{ partition: string; rows: string; at: string; sha256: string }>(
    'SELECT partition, rows, at, sha256 FROM archives WHERE restored_at IS NULL ORDER BY id',
  );
  for (const row of rows) {
    const archived = `archived on ${dayOf(Number(row.at))}`.padEnd(24);
    say(
      `${row.partition.padEnd(34)} ${archived} ${`${number.format(Number(row.rows))} rows`.padEnd(32)} SHA-256 ${row.sha256}`,
    );
  }
  return true;
}

async function take(database: Database, args: readonly string[]): Promise<boolean> {
  const { words, by, reason, options } = readSigned(args, ['older-than']);
  const [partition = '', folder = '', ...more] = words;
  if (partition === '' || folder === '' || more.length > 0) throw new UsageError('Name a partition and a folder.');
  const days = Number(options['older-than'] ?? minimumDays);
  if (!Number.isSafeInteger(days) || days < 1) throw new UsageError('--older-than takes a number of days.');
  const table = partitionedTables.find((each) => partition.startsWith(`${each.table}_`));
  if (table === undefined) throw new UsageError(`${partition} is no partition.`);
  const order = { partition, folder, by, reason, now: systemClock(), minimumMs: days * dayMs };
  const { totals, sha256 } = await archivePartition(database, table, order);
  say(`${number.format(totals.rows)} rows lie in ${archiveFile(folder, partition)} and no longer in the store.`);
  say(`SHA-256 ${sha256}. Keep it with its manifest, more than once.`);
  return true;
}

async function prove(database: Database, file: string): Promise<boolean> {
  const { manifest, wrong } = await proveArchive(database, partitionedTables, file);
  for (const text of wrong) say(text);
  if (wrong.length > 0) return false;
  say(
    `${number.format(manifest.totals.rows)} rows of ${manifest.partition.name} are what was archived, and all adds up.`,
  );
  return true;
}

async function restore(database: Database, args: readonly string[]): Promise<boolean> {
  const { words, by, reason } = readSigned(args);
  const [file, ...more] = words;
  if (file === undefined || more.length > 0) throw new UsageError('Name one file.');
  const { partition, totals } = await restoreArchive(database, partitionedTables, {
    file,
    by,
    reason,
    now: systemClock(),
  });
  say(`${number.format(totals.rows)} rows are in the store again, as ${partition.name}.`);
  return true;
}

/** Commands that move old partitions out of the store, and back. */
export const archiveCommands: Readonly<Record<string, Command>> = {
  archive: {
    usage:
      'archive | archive take PARTITION FOLDER [--older-than DAYS] --reason TEXT [--by NAME] | archive prove FILE | archive restore FILE --reason TEXT [--by NAME]',
    meaning: 'Lists partitions; moves an old one into a file; proves a file against the store; brings one back.',
    limits: archiveLimits,
    async run(database, args) {
      const [act, ...more] = args;
      try {
        if (act === undefined) return await list(database);
        if (act === 'take') return await take(database, more);
        if (act === 'prove' && more[0] !== undefined && more.length === 1) return await prove(database, more[0]);
        if (act === 'restore') return await restore(database, more);
      } catch (error) {
        if (!(error instanceof ArchiveRefused) && !(error instanceof ArchiveFault)) throw error;
        say(error.message);
        return false;
      }
      throw new UsageError('archive takes nothing, take, prove or restore.');
    },
  },
};
