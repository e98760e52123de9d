import type { Queryable } from '../store/database.ts';
import type { PartitionedTable, Partition } from './partitioned.ts';

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

/** What may be done to partitions: see `guards.sql`, whose function checks it and acts as the owner of the tables. */
type PartitionAct =
  | 'lock'
  | 'analyze'
  | 'keep'
  | 'create'
  | 'attach'
  | 'detach'
  | 'rename'
  | 'bound'
  | 'validate'
  | 'unbound'
  | 'index'
  | 'drop';

/** The partition of an act, its bounds, and the name that it gives or that of its constraint. */
interface ActedOn extends Partial<Omit<Partition, 'name'>> {
  readonly name?: string;
  readonly becomes?: string;
}

/** Changes a partition, or locks or analyzes all of them. The role of the exchange may do neither by itself. */
export async function changePartition(
  client: Queryable,
  { table }: PartitionedTable,
  act: PartitionAct,
  { name, lower, upper, becomes }: ActedOn = {},
): Promise<void> {
  await client.query('SELECT change_partition($1, $2, $3, $4, $5, $6)', [
    act,
    table,
    name ?? null,
    lower ?? null,
    upper ?? null,
    becomes ?? null,
  ]);
}

/** Creates a table for the rows of a partition, which belongs to nothing yet. */
export const createPartitionTable = (client: Queryable, table: PartitionedTable, name: string): Promise<void> =>
  changePartition(client, table, 'create', { name });

/** Makes a table a partition, with the indexes of the partitioned table. Writers of other partitions go on meanwhile. */
export const attachPartition = (client: Queryable, table: PartitionedTable, partition: Partition): Promise<void> =>
  changePartition(client, table, 'attach', partition);
