import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '#protocol/core/durations.ts';
import { tableLives, type Life } from './retention.ts';
import type { Database } from '../store/database.ts';

/** Rows per statement, so that no purge holds a table or a connection for long. */
const rowsAtOnce = 1_000;
/** Blocks of 8 KB that one statement scans where no index serves the purge. */
const blocksAtOnce = 256;
/** After each batch the purge pauses for as long as it took, and at least this long: other work comes first. */
const restLeastMs = 5;
/** Time from the end of one purge to the start of the next. */
export const purgeEveryMs = minuteMs;

type Timed = Extract<Life, { kept: 'for a time' }>;

/** Run-time context of the purge. */
interface PurgeOptions {
  /** Whether to stop between two batches. */
  readonly isClosed?: () => boolean;
  readonly rest?: (ms: number) => Promise<unknown>;
  readonly rowsAtOnce?: number;
  readonly blocksAtOnce?: number;
}

/**
 * Removes every row past its table's retention: in batches with pauses in between, until none is left, so that it keeps
 * up with new rows.
 *
 * @returns the number of removed rows by table
 */
export async function purgeExpired(
  database: Database,
  now: number,
  options: PurgeOptions = {},
): Promise<ReadonlyMap<string, number>> {
  const gone = new Map<string, number>();
  for (const [table, life] of Object.entries(tableLives)) {
    if (life.kept !== 'for a time' || options.isClosed?.() === true) continue;
    const count = await purgeTable(database, table, life, now, options);
    if (count > 0) gone.set(table, count);
  }
  return gone;
}

async function purgeTable(
  database: Database,
  table: string,
  life: Timed,
  now: number,
  { isClosed = () => false, rest = sleep, ...options }: PurgeOptions,
): Promise<number> {
  const atOnce = options.rowsAtOnce ?? rowsAtOnce;
  const step = options.blocksAtOnce ?? blocksAtOnce;
  const text = purgeStatement(table, life);
  const before = now - life.forMs;
  const blocks = life.by === 'blocks' ? await blocksOf(database, table) : 0;
  let gone = 0;
  for (let block = 0; !isClosed(); block += step) {
    const startedAtMs = performance.now();
    const values = life.by === 'blocks' ? [before, `(${block},0)`, `(${block + step},0)`] : [before, atOnce];
    const { rowCount } = await database.pool.query(text, values);
    gone += rowCount ?? 0;
    const isLast = life.by === 'blocks' ? block + step >= blocks : (rowCount ?? 0) < atOnce;
    if (isLast) break;
    await rest(Math.max(restLeastMs, performance.now() - startedAtMs));
  }
  return gone;
}

/** One batch: `$1` is the time before which rows expire, `$2` the most rows, or the range of blocks. */
export function purgeStatement(table: string, { column, by, unless }: Timed): string {
  const stays = unless === undefined ? '' : ` AND NOT (${unless})`;
  switch (by) {
    case 'index':
      return `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${column} < $1${stays} ORDER BY ${column} LIMIT $2))`;
    case 'id':
      // Only the oldest are read: if none of them has expired, no later one has.
      return `DELETE FROM ${table} WHERE id = ANY(ARRAY(
        SELECT id FROM (SELECT id, ${column} FROM ${table} WHERE true${stays} ORDER BY id LIMIT $2) AS oldest
         WHERE ${column} < $1))`;
    case 'blocks':
      return `DELETE FROM ${table} WHERE ctid >= $2::tid AND ctid < $3::tid AND ${column} < $1${stays}`;
  }
}

async function blocksOf(database: Database, table: string): Promise<number> {
  const { rows } = await database.pool.query<{ blocks: number }>(
    "SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::bigint)::int AS blocks",
    [table],
  );
  return rows[0]?.blocks ?? 0;
}
