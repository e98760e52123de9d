import type { PoolClient } from 'pg';
import type { Ms } from '#protocol/core/brand.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { PartitionedTable, Partition } from './partitioned.ts';
import {
  attachPartition,
  changePartition,
  createPartitionTable,
  hasRows,
  holdsKey,
  newestKey,
  readPartitions,
} from './partitions.ts';
import { boundAfter, boundBefore, partitionName, readyUntil, restName } from './rules.ts';

/** What was done for a table. */
interface AheadReport {
  /** Names of new partitions. */
  readonly created: readonly string[];
  /** The partition that was made of the rows behind the last bound; null where there were none. */
  readonly narrowed: string | null;
}

/** How partitions are kept ahead. */
interface AheadOptions {
  /** Epoch milliseconds. */
  readonly now: Ms;
  /**
   * Whether rows behind the last bound become a partition of their own. They are read for that, beside their readers and
   * writers, and no statement may have a time limit.
   */
  readonly narrow: boolean;
}

/**
 * Keeps partitions ready for what is about to be written. Behind them lies one for every higher key, so that an insert never
 * fails for want of a partition, whatever clocks and counters do. It is not PostgreSQL's DEFAULT partition, beside which no
 * scan of others is known to be in order: a page of an owner's newest entries would have to look into each.
 *
 * In a store that was not partitioned before, that one has all rows: as after a leap, they become a bounded partition.
 *
 * @throws Error when a lock was not had in time: writers come first, and the next run tries again
 */
export async function keepAhead(
  database: Database,
  table: PartitionedTable,
  { now, narrow }: AheadOptions,
): Promise<AheadReport> {
  const { pool } = database;
  const rest = await restOf(pool, table);
  await dropLeftBound(pool, table, rest);
  const newest = await newestKey(pool, table, now);
  const isFilled = await hasRows(pool, rest.name);
  if (isFilled && !narrow) return { created: [], narrowed: null };
  const narrowed = isFilled ? await narrowRest(database, table, rest, newest) : null;
  const created = [...(await extend(database, table, newest)), ...(await fillGap(database, table, newest))];
  if (narrow && (narrowed !== null || created.length > 0)) {
    // PostgreSQL gathers statistics of partitions by itself, but not those of all of them together.
    await changePartition(pool, table, 'analyze');
  }
  return { created, narrowed };
}

const narrowing = (rest: Partition) => `${rest.name}_narrowing`;

/** Of a run that was killed: a bound that is not in use yet must not stand against what is written. */
async function dropLeftBound(client: Queryable, table: PartitionedTable, rest: Partition): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2', [
    rest.name,
    narrowing(rest),
  ]);
  // Dropping waits for all readers, also where there is nothing to drop.
  if (rowCount !== 0) await changePartition(client, table, 'unbound', { name: rest.name, becomes: narrowing(rest) });
}

async function restOf(client: Queryable, { table }: PartitionedTable): Promise<Partition> {
  const rest = (await readPartitions(client, table)).find(({ name }) => name === restName(table));
  if (rest === undefined || rest.upper !== null) throw new Error(`${table} has no partition for all higher keys`);
  return rest;
}

/**
 * Gives the rows behind the last bound a partition that ends above them, and every higher key a new one. Its bound is far
 * enough that nothing written meanwhile reaches it.
 */
async function narrowRest(
  database: Database,
  table: PartitionedTable,
  rest: Partition,
  newest: bigint,
): Promise<string> {
  const { pool } = database;
  const { key, step } = table;
  const { rows } = await pool.query<{ highest: string }>(
    `SELECT coalesce(max(${key}), 0) AS highest FROM ${rest.name}`,
  );
  const highest = BigInt(rows[0]?.highest ?? 0);
  const bounded = {
    name: partitionName(table.table, step, rest.lower),
    lower: rest.lower,
    upper: readyUntil(step, highest > newest ? highest : newest),
  };
  const constraint = narrowing(rest);
  await changePartition(pool, table, 'bound', { ...bounded, name: rest.name, becomes: constraint });
  try {
    // Reads every row, but locks out neither readers nor writers. What it proves is not read again under the lock below.
    await changePartition(pool, table, 'validate', { name: rest.name, becomes: constraint });
    await database.transaction(async ({ client }) => {
      await lockWhole(client, table);
      await changePartition(client, table, 'detach', { name: rest.name });
      await changePartition(client, table, 'rename', { name: rest.name, becomes: bounded.name });
      await attachPartition(client, table, bounded);
      await changePartition(client, table, 'unbound', { name: bounded.name, becomes: constraint });
      await createPartitionTable(client, table, rest.name);
      await attachPartition(client, table, { name: rest.name, lower: bounded.upper, upper: null });
    });
  } catch (error) {
    await dropLeftBound(pool, table, rest);
    throw error;
  }
  return bounded.name;
}

/** Splits partitions off the empty one behind the last bound, until enough stand ready. */
async function extend(database: Database, table: PartitionedTable, newest: bigint): Promise<string[]> {
  const ready = readyUntil(table.step, newest);
  const before = await restOf(database.pool, table);
  if (before.lower !== null && before.lower >= ready) return [];
  return database.transaction(async ({ client }) => {
    await lockWhole(client, table);
    // Another program may have done it meanwhile, and a row may have come.
    const rest = await restOf(client, table);
    if (rest.lower !== before.lower || (await hasRows(client, rest.name))) return [];
    await changePartition(client, table, 'detach', { name: rest.name });
    const created: string[] = [];
    for (let lower = rest.lower; lower === null || lower < ready;) {
      // What was passed over, by a leap or while nothing ran, is one partition however much it is.
      const current = boundBefore(table.step, newest);
      const upper: bigint = lower !== null && lower < current ? current : boundAfter(table.step, lower ?? newest);
      const name = partitionName(table.table, table.step, lower);
      await createPartitionTable(client, table, name);
      await attachPartition(client, table, { name, lower, upper });
      created.push(name);
      lower = upper;
    }
    await attachPartition(client, table, { ...rest, lower: ready });
    return created;
  });
}

/** A clock that went back beyond what was archived finds a partition too. */
async function fillGap(database: Database, table: PartitionedTable, newest: bigint): Promise<string[]> {
  const partitions = await readPartitions(database.pool, table.table);
  if (partitions.some((partition) => holdsKey(partition, newest))) return [];
  const below = partitions.findLast(({ upper }) => upper !== null && upper <= newest)?.upper ?? null;
  const above = partitions.find(({ lower }) => lower !== null && lower > newest)?.lower ?? null;
  const [start, end] = [boundBefore(table.step, newest), boundAfter(table.step, newest)];
  const lower = below !== null && below > start ? below : start;
  const upper = above !== null && above < end ? above : end;
  const name = `${partitionName(table.table, table.step, start)}_again`;
  await database.transaction(async ({ client }) => {
    await createPartitionTable(client, table, name);
    await attachPartition(client, table, { name, lower, upper });
  });
  return [name];
}

/**
 * Locks all of a table before its partitions, as its readers and writers do. Whoever holds it longer is not waited for: others
 * would queue behind this.
 */
async function lockWhole(client: PoolClient, table: PartitionedTable): Promise<void> {
  await client.query("SET LOCAL lock_timeout = '500ms'");
  await changePartition(client, table, 'lock');
}
