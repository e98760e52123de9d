import type { Pool, PoolClient } from 'pg';
import type { Transaction } from '../../core/store/database.ts';

/** A block that was read, as far as it is remembered. */
export interface ScannedBlock {
  readonly height: number;
  readonly hash: string;
}

/** Blocks that are remembered below the newest: a reorganisation may be this deep. */
export const keptBlocks = 256;

/** The newest block that was read, where reading goes on; null for a chain that is new here. */
export async function newestScanned(client: Pool | PoolClient, chain: string): Promise<ScannedBlock | null> {
  const { rows } = await client.query<ScannedBlock>(
    'SELECT height, hash FROM scanned_blocks WHERE chain = $1 ORDER BY height DESC LIMIT 1',
    [chain],
  );
  return rows[0] ?? null;
}

/** What was read at a height, or null when that is not remembered. */
export async function scannedAt(pool: Pool | PoolClient, chain: string, height: number): Promise<ScannedBlock | null> {
  const { rows } = await pool.query<ScannedBlock>(
    'SELECT height, hash FROM scanned_blocks WHERE chain = $1 AND height = $2',
    [chain, height],
  );
  return rows[0] ?? null;
}

/** Begins to read a new chain behind a block. */
export async function beginAt(pool: Pool, chain: string, { height, hash }: ScannedBlock): Promise<void> {
  await pool.query(
    'INSERT INTO scanned_blocks (chain, height, hash, read_again) VALUES ($1, $2, $3, true) ON CONFLICT DO NOTHING',
    [chain, height, hash],
  );
}

/**
 * Remembers the next block and forgets the one that is too old.
 *
 * @throws Error when reading stands somewhere else by now
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
 * Forgets the newest block, which the chain dropped.
 *
 * @throws Error when nothing is remembered below it: the reorganisation is deeper than anybody looks back
 */
export async function stepBack(tx: Transaction, chain: string, from: ScannedBlock): Promise<void> {
  await stand(tx, chain, from);
  await tx.client.query('DELETE FROM scanned_blocks WHERE chain = $1 AND height = $2', [chain, from.height]);
  if ((await newestScanned(tx.client, chain)) === null) {
    throw new Error(`${chain} was reorganised deeper than the ${keptBlocks} blocks that are kept`);
  }
}

/** The oldest blocks that were read once only and have so many blocks above them. */
export async function readOnce(pool: Pool, chain: string, depth: number, limit: number): Promise<ScannedBlock[]> {
  const { rows } = await pool.query<ScannedBlock>(
    `SELECT height, hash FROM scanned_blocks
      WHERE chain = $1 AND NOT read_again AND height <= (SELECT max(height) FROM scanned_blocks WHERE chain = $1) - $2
      ORDER BY height LIMIT $3`,
    [chain, depth, limit],
  );
  return rows;
}

/** Writes that a block was read a second time. */
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

/** The newest block, held until the transaction ends, so that none is read or dropped meanwhile. Null before the first. */
export async function holdNewest(tx: Transaction, chain: string): Promise<ScannedBlock | null> {
  const { rows } = await tx.client.query<ScannedBlock>(
    'SELECT height, hash FROM scanned_blocks WHERE chain = $1 ORDER BY height DESC LIMIT 1 FOR UPDATE',
    [chain],
  );
  return rows[0] ?? null;
}

/** Locks the newest block, so that one reader at a time moves on from it. */
async function stand(tx: Transaction, chain: string, from: ScannedBlock): Promise<void> {
  if ((await holdNewest(tx, chain))?.hash !== from.hash) throw new Error(`${chain} is read by somebody else`);
}
