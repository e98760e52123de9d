import type { PoolClient } from 'pg';

/** How long opening a session waits for a batch that still holds the fence. */
const fenceWaitMs = 2_000;

/** The state of a raised fence. */
export interface WriterFence {
  readonly epoch: number;
  readonly lastId: number;
}

/**
 * All statements of a writer look rows up by key. Plans made while tables are small would use sequential scans and keep
 * them as the tables grow.
 */
const keyedPlans =
  'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off; SET plan_cache_mode = force_generic_plan';

/** A writer was assigned to this process and is not any more: it may write nothing as that writer again. */
export class WriterTaken extends Error {
  constructor(writer: string) {
    super(`the writer ${writer} is not assigned to this process any more`);
  }
}

/** Who writes. */
export interface WriterName {
  readonly writer: string;
  /** The engine that the writer was assigned to; null for the server that owns the data. */
  readonly holder: string | null;
}

/**
 * Raises the epoch of a writer on its new connection.
 *
 * @param before backend of the previous session, which is terminated
 * @throws WriterTaken when it was assigned and is not any more
 */
export async function raiseFence(
  client: PoolClient,
  { writer, holder }: WriterName,
  before: number | null,
): Promise<WriterFence> {
  if (before !== null) await client.query('SELECT pg_terminate_backend($1)', [before]);
  await client.query(`SET lock_timeout = ${fenceWaitMs}; ${keyedPlans}`);
  const { rows } = await client.query<{ epoch: string; last_id: string }>(
    holder === null
      ? `INSERT INTO writer_fences AS fence (writer, epoch, last_id) VALUES ($1, 1, 0)
         ON CONFLICT (writer) DO UPDATE SET epoch = fence.epoch + 1 RETURNING epoch, last_id`
      : 'UPDATE writer_fences SET epoch = epoch + 1 WHERE writer = $1 AND holder = $2 RETURNING epoch, last_id',
    holder === null ? [writer] : [writer, holder],
  );
  const [row] = rows;
  if (row === undefined) throw new WriterTaken(writer);
  return { epoch: Number(row.epoch), lastId: Number(row.last_id) };
}
