import type { Queryable } from '../store/database.ts';
import type { PartitionedTable } from './partitioned.ts';
import { type Row, Tally, type Totals } from './tally.ts';

/** Blocks of 8 KB per statement: some tens of thousands of rows. */
const blocksAtOnce = 512;

/** The columns of a table, in their order. */
export async function columnsOf(client: Queryable, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows;
}

/**
 * The rows of a partition in the order in which they lie there, which is nearly that of their keys. Each statement reads some
 * blocks, so that none takes long and nothing is sorted.
 */
export async function* tableRows(client: Queryable, name: string, columns: readonly string[]): AsyncGenerator<Row[]> {
  const blocks = await blocksOf(client, name);
  const text = `SELECT ${columns.map((column) => `"${column}"::text`).join(', ')} FROM ONLY ${name}
                 WHERE ctid >= $1::tid AND ctid < $2::tid ORDER BY ctid`;
  for (let block = 0; block < blocks; block += blocksAtOnce) {
    const values = [`(${block},0)`, `(${block + blocksAtOnce},0)`];
    const { rows } = await client.query<(string | null)[]>({ text, values, rowMode: 'array' });
    yield rows;
  }
}

/** The number of blocks of a table. */
export async function blocksOf(client: Queryable, name: string): Promise<number> {
  const { rows } = await client.query<{ blocks: number }>(
    "SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::bigint)::int AS blocks",
    [name],
  );
  return rows[0]?.blocks ?? 0;
}

/** What the rows of a partition come to. */
export async function tableTotals(
  client: Queryable,
  table: PartitionedTable,
  name: string,
  columns: readonly string[],
): Promise<Totals> {
  const tally = new Tally(table, columns);
  for await (const rows of tableRows(client, name, columns)) for (const row of rows) tally.add(row);
  return tally.totals();
}
