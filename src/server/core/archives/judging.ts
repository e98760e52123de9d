import type { Ms } from '#protocol/core/brand.ts';
import { dayMs } from '#protocol/core/durations.ts';
import type { Queryable } from '../store/database.ts';
import type { PartitionedTable, Partition } from './partitioned.ts';
import { hasRows, holdsKey, newestKey, readPartitions } from './partitions.ts';
import { blocksOf } from './table-rows.ts';

/** Blocks at an end of a partition whose rows tell how old it is there: rows are roughly in the order of time. */
const endBlocks = 64;
/** Partitions up to this size are counted; of larger ones PostgreSQL's estimate is shown. */
const countedBlocks = 20_000;

/** A partition as an operator sees it. */
export interface JudgedPartition extends Partition {
  readonly rows: number;
  /** Whether `rows` is an estimate. */
  readonly isEstimate: boolean;
  /** With its indexes. */
  readonly bytes: number;
  /** Times of its oldest and newest rows, about; null without rows. */
  readonly earliest: Ms | null;
  readonly latest: Ms | null;
  /** What stands against archiving it; empty when nothing does. */
  readonly against: readonly string[];
}

/** By what age partitions are judged. */
export interface Age {
  /** Epoch milliseconds. */
  readonly now: Ms;
  /** How old the newest row must be at least. */
  readonly minimumMs: number;
}

/** Every partition of a table, and whether it may be archived. */
export async function judgePartitions(
  client: Queryable,
  table: PartitionedTable,
  age: Age,
): Promise<JudgedPartition[]> {
  const partitions = await readPartitions(client, table.table);
  const judged: JudgedPartition[] = [];
  for (const partition of partitions) judged.push(await judgeOne(client, table, partitions, partition, age));
  return judged;
}

async function judgeOne(
  client: Queryable,
  table: PartitionedTable,
  all: readonly Partition[],
  partition: Partition,
  age: Age,
): Promise<JudgedPartition> {
  const { name } = partition;
  const blocks = await blocksOf(client, name);
  const isEstimate = blocks > countedBlocks;
  const { rows } = await client.query<{ rows: string; bytes: string; earliest: string | null }>(
    `SELECT ${isEstimate ? '(SELECT reltuples::bigint FROM pg_class WHERE oid = $1::regclass)' : `(SELECT count(*) FROM ${name})`} AS rows,
            pg_total_relation_size($1::regclass) AS bytes,
            (SELECT min(${table.time}) FROM ${name} WHERE ctid < $2::tid) AS earliest`,
    [name, `(${endBlocks},0)`],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`${name} could not be measured`);
  const latest = await latestOf(client, table, name);
  return {
    ...partition,
    rows: Number(row.rows),
    isEstimate,
    bytes: Number(row.bytes),
    earliest: row.earliest === null ? null : Number(row.earliest),
    latest,
    against: await against(client, table, all, partition, { ...age, latest }),
  };
}

/** The time of the newest row of a partition, about; null without rows. */
export async function latestOf(client: Queryable, { time }: PartitionedTable, name: string): Promise<Ms | null> {
  const blocks = await blocksOf(client, name);
  const { rows } = await client.query<{ latest: string | null }>(
    `SELECT max(${time}) AS latest FROM ${name} WHERE ctid >= $1::tid`,
    [`(${Math.max(blocks - endBlocks, 0)},0)`],
  );
  const latest = rows[0]?.latest ?? null;
  return latest === null ? null : Number(latest);
}

/**
 * What stands against archiving a partition, to an operator.
 *
 * @param latest the time of its newest row
 */
export async function against(
  client: Queryable,
  table: PartitionedTable,
  all: readonly Partition[],
  partition: Partition,
  { now, minimumMs, latest }: Age & { readonly latest: Ms | null },
): Promise<string[]> {
  if (partition.upper === null) return ['it is for what lies behind the last bound'];
  const newest = await newestKey(client, table, now);
  const current = all.findIndex((each) => holdsKey(each, newest));
  const nth = all.findIndex(({ name }) => name === partition.name);
  if (current < 0 || nth >= current) return ['it is written to, or will be'];
  const found: string[] = [];
  if (nth === current - 1) found.push('it is the one before that which is written to');
  if (latest === null) found.push('it has no rows');
  else if (latest > now - minimumMs) found.push(`it has rows of less than ${Math.round(minimumMs / dayMs)} days`);
  if (table.oldestFirst) {
    for (const older of all.slice(0, nth)) {
      if (await hasRows(client, older.name)) found.push(`${older.name} is older: archive it before`);
    }
  }
  for (const { find } of table.needs) {
    const need = await find(client, partition);
    if (need !== null) found.push(need);
  }
  return found;
}
