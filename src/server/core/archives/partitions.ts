import type { Queryable } from '../store/database.ts';
import type { PartitionedTable } from './partitioned.ts';
import { boundsText } from './rules.ts';

/** A partition of a table: keys from its lower bound on and below its upper one; null for no bound. */
export interface Partition {
  readonly name: string;
  readonly lower: bigint | null;
  readonly upper: bigint | null;
}

/** The partitions of a table, in the order of their keys. */
export async function readPartitions(client: Queryable, table: string): Promise<Partition[]> {
  const { rows } = await client.query<{ name: string; bound: string }>(
    `SELECT relname AS name, pg_get_expr(relpartbound, oid) AS bound FROM pg_class
      WHERE oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass)`,
    [table],
  );
  return rows.map(({ name, bound }) => ({ name, ...boundsOf(bound) })).toSorted(byLower);
}

function byLower(a: Partition, b: Partition): number {
  if (a.lower === null || b.lower === null) return a.lower === null ? -1 : 1;
  return a.lower < b.lower ? -1 : 1;
}

/** @param text as in `FOR VALUES FROM (MINVALUE) TO ('50000000')` */
function boundsOf(text: string): { lower: bigint | null; upper: bigint | null } {
  const [, lower, upper] = /^FOR VALUES FROM \((MINVALUE|'-?\d+')\) TO \((MAXVALUE|'-?\d+')\)$/.exec(text) ?? [];
  if (lower === undefined || upper === undefined) throw new Error(`a partition has the bounds ${text}`);
  const valueOf = (bound: string) => (bound.startsWith("'") ? BigInt(bound.slice(1, -1)) : null);
  return { lower: valueOf(lower), upper: valueOf(upper) };
}

/** Whether a key belongs into a partition. */
export function holdsKey({ lower, upper }: Partition, key: bigint): boolean {
  return (lower === null || key >= lower) && (upper === null || key < upper);
}

/** The highest key that may be written now. @param now epoch milliseconds */
export async function newestKey(client: Queryable, { newest }: PartitionedTable, now: number): Promise<bigint> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT (${newest})::text AS key FROM (SELECT $1::bigint) AS t`,
    [now],
  );
  return BigInt(rows[0]?.key ?? 0);
}

/** Whether a table has any row. */
export async function hasRows(client: Queryable, name: string): Promise<boolean> {
  const { rows } = await client.query<{ any: boolean }>(`SELECT EXISTS (SELECT FROM ${name}) AS any`);
  return rows[0]?.any === true;
}

/** Creates a table for the rows of a partition, which belongs to nothing yet. */
export async function createPartitionTable(
  client: Queryable,
  { table, appendOnly }: PartitionedTable,
  name: string,
): Promise<void> {
  await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  // A trigger of the partitioned table is not asked by statements that name a partition.
  if (appendOnly === undefined) return;
  await client.query(
    `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${name}
       FOR EACH STATEMENT EXECUTE FUNCTION ${appendOnly}()`,
  );
}

/** Makes a table a partition, with the indexes of the partitioned table. Writers of other partitions go on meanwhile. */
export async function attachPartition(
  client: Queryable,
  { table }: PartitionedTable,
  { name, lower, upper }: Partition,
): Promise<void> {
  await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES ${boundsText(lower, upper)}`);
}
