import type { Pool, PoolClient } from 'pg';
import type { Transaction } from '#server/core/store/database.ts';

/** A recorded block. */
export interface ScannedBlock {
  readonly height: number;
  readonly hash: string;
}

/** Blocks kept below the newest: the maximum depth of a reorganisation. */
const keptBlocks = 256;

/** The newest block read, where reading continues; null for a new chain. */
export async function newestScanned(client: Pool | PoolClient, chain: string): Promise<ScannedBlock | null> {
  const { rows } = await client.query<ScannedBlock>(
    'SELECT height, hash FROM scanned_blocks WHERE chain = $1 ORDER BY height DESC LIMIT 1',
    [chain],
  );
  return rows[0] ?? null;
}

/** The block recorded at a height, or null. */
export async function scannedAt(pool: Pool | PoolClient, chain: string, height: number): Promise<ScannedBlock | null> {
  const { rows } = await pool.query<ScannedBlock>(
    'SELECT height, hash FROM scanned_blocks WHERE chain = $1 AND height = $2',
    [chain, height],
  );
  return rows[0] ?? null;
}

/** Starts reading a new chain after a block. */
export async function beginAt(pool: Pool, chain: string, { height, hash }: ScannedBlock): Promise<void> {
  await pool.query(
    'INSERT INTO scanned_blocks (chain, height, hash, read_again) VALUES ($1, $2, $3, true) ON CONFLICT DO NOTHING',
    [chain, height, hash],
  );
}

/**
 * Records the next block and removes the one that is too old.
 *
 * @throws Error when the reading position has changed
 */
export async function advance(tx: Transaction, chain: string, from: ScannedBlock, to: ScannedBlock): Promise<void> {
  await stand(tx, chain, from);
  await tx.client.query('INSERT INTO scanned_blocks (chain, height, hash) VALUES ($1, $2, $3)', [
    chain,
    to.height,
    to.hash,
  ]);
  await tx.client.query('DELETE FROM scanned_blocks WHERE chain = $1 AND height < $2', [chain, to.height - keptBlocks]);
}

/**
 * Removes the newest block, which was reorganised away.
 *
 * @throws Error when no block is recorded below it: the reorganisation is deeper than supported
 */
export async function stepBack(tx: Transaction, chain: string, from: ScannedBlock): Promise<void> {
  await stand(tx, chain, from);
  await tx.client.query('DELETE FROM scanned_blocks WHERE chain = $1 AND height = $2', [chain, from.height]);
  if ((await newestScanned(tx.client, chain)) === null) {
    throw new Error(`${chain} was reorganised deeper than the ${keptBlocks} recorded blocks`);
  }
}

/** The oldest blocks that were read only once and have this many blocks above them. */
export async function readOnce(pool: Pool, chain: string, depth: number, limit: number): Promise<ScannedBlock[]> {
  const { rows } = await pool.query<ScannedBlock>(
    `SELECT height, hash FROM scanned_blocks
      WHERE chain = $1 AND NOT read_again AND height <= (SELECT max(height) FROM scanned_blocks WHERE chain = $1) - $2
      ORDER BY height LIMIT $3`,
    [chain, depth, limit],
  );
  return rows;
}

/** Records that a block was read a second time. */
export async function markReadAgain(
  { client }: Transaction,
  chain: string,
  { height, hash }: ScannedBlock,
): Promise<void> {
  await client.query('UPDATE scanned_blocks SET read_again = true WHERE chain = $1 AND height = $2 AND hash = $3', [
    chain,
    height,
    hash,
  ]);
}

/**
 * The newest block, locked until the transaction ends, so that none is read or dropped meanwhile. Null before the
 * first.
 */
export async function holdNewest(tx: Transaction, chain: string): Promise<ScannedBlock | null> {
  const { rows } = await tx.client.query<ScannedBlock>(
    'SELECT height, hash FROM scanned_blocks WHERE chain = $1 ORDER BY height DESC LIMIT 1 FOR UPDATE',
    [chain],
  );
  return rows[0] ?? null;
}

/** Locks the newest block, so that only one reader at a time advances. */
async function stand(tx: Transaction, chain: string, from: ScannedBlock): Promise<void> {
  if ((await holdNewest(tx, chain))?.hash !== from.hash) throw new Error(`${chain} is being read by another process`);
}
