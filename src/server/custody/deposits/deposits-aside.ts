import type { Pool, PoolClient } from 'pg';
import { plainText } from '#protocol/core/text/plain-text.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { isConnectionLoss, isShortage, isTransient } from '#server/core/failures/postgres-errors.ts';
import type { asideCauses } from './tables.ts';

/** Why a payment was set aside. */
export type AsideCause = (typeof asideCauses)[number];

/** Maximum length of a stored error text. */
const wordsMax = 300;
/** Lines per listing. */
export const listedAtOnce = 100;

/** A payment set aside for the operator. */
interface SetAside {
  readonly height: number;
  readonly blockHash: string;
  readonly hash: string;
  readonly place: number;
  readonly address: string | null;
  readonly asset: string;
  readonly units: bigint | null;
  readonly deposit: bigint | null;
  readonly why: AsideCause;
  readonly words: string;
}

/** A stored payment set aside. */
export interface AsideRow extends SetAside {
  readonly id: bigint;
  readonly chain: string;
  readonly at: number;
  readonly again: boolean;
}

interface StoredAside {
  readonly id: string;
  readonly chain: string;
  readonly height: number;
  readonly block_hash: string;
  readonly hash: string;
  readonly place: number;
  readonly address: string | null;
  readonly asset: string;
  readonly units: string | null;
  readonly deposit: string | null;
  readonly why: AsideCause;
  readonly words: string;
  readonly at: string;
  readonly again: boolean;
}

/**
 * Runs work for one payment in a savepoint: its failure is rolled back, and the transaction continues.
 *
 * @returns its result, or its failure
 * @throws external failures, such as a lost connection or a serialization failure
 */
export async function apart<Result>(
  { client }: Transaction,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly fault: string }> {
  await client.query('SAVEPOINT apart');
  try {
    const result = await work();
    await client.query('RELEASE SAVEPOINT apart');
    return { result };
  } catch (error) {
    if (isConnectionLoss(error) || isShortage(error) || isTransient(error)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT apart');
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Sets a payment aside; one already set aside is left unchanged. */
export async function setAside({ client }: Transaction, chain: string, one: SetAside, now: number): Promise<void> {
  await client.query(
    `INSERT INTO deposits_aside (chain, height, block_hash, hash, place, address, asset, units, deposit, why, words, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING`,
    [
      chain,
      one.height,
      one.blockHash,
      one.hash,
      one.place,
      one.address,
      one.asset,
      one.units,
      one.deposit,
      one.why,
      plainText(one.words, 'line').slice(0, wordsMax),
      now,
    ],
  );
}

/** Closes those of a dropped block that did not become deposits. */
export async function settleOfBlock(
  { client }: Transaction,
  chain: string,
  blockHash: string,
  now: number,
): Promise<void> {
  await client.query(
    `UPDATE deposits_aside SET settled_at = $3
      WHERE chain = $1 AND block_hash = $2 AND settled_at IS NULL AND why <> 'not-undone'`,
    [chain, blockHash, now],
  );
}

/** A payment set aside has become a deposit. */
export async function settleFound(
  { client }: Transaction,
  chain: string,
  { hash, address }: Pick<SetAside, 'hash' | 'address'>,
  now: number,
): Promise<void> {
  await client.query(
    `UPDATE deposits_aside SET settled_at = $4
      WHERE chain = $1 AND hash = $2 AND address = $3 AND deposit IS NULL AND settled_at IS NULL`,
    [chain, hash, address, now],
  );
}

/** Closes one that is retried; it is set aside again if it fails. */
export async function settleAside({ client }: Transaction, id: bigint, now: number): Promise<void> {
  await client.query('UPDATE deposits_aside SET settled_at = $2 WHERE id = $1 AND settled_at IS NULL', [id, now]);
}

/** Those of a chain that an operator wants retried, oldest first. */
export async function wantedAgain(pool: Pool, chain: string): Promise<AsideRow[]> {
  const { rows } = await pool.query<StoredAside>(
    `SELECT * FROM deposits_aside WHERE chain = $1 AND settled_at IS NULL AND again ORDER BY id LIMIT ${listedAtOnce}`,
    [chain],
  );
  return rows.map(toAsideRow);
}

/** Requests a retry. @returns the payment, or null when it is not set aside */
export async function wantAgain({ client }: Transaction, id: bigint): Promise<AsideRow | null> {
  const { rows } = await client.query<StoredAside>(
    'UPDATE deposits_aside SET again = true WHERE id = $1 AND settled_at IS NULL RETURNING *',
    [id],
  );
  return rows[0] === undefined ? null : toAsideRow(rows[0]);
}

/** All that are set aside, oldest first. */
export async function readAside(client: Pool | PoolClient): Promise<AsideRow[]> {
  const { rows } = await client.query<StoredAside>(
    `SELECT * FROM deposits_aside WHERE settled_at IS NULL ORDER BY id LIMIT ${listedAtOnce}`,
  );
  return rows.map(toAsideRow);
}

/** The number set aside on a chain, and since when the first has been. */
export async function countAside(pool: Pool, chain: string): Promise<{ count: number; since: number | null }> {
  const { rows } = await pool.query<{ count: number; since: string | null }>(
    'SELECT count(*)::int AS count, min(at) AS since FROM deposits_aside WHERE chain = $1 AND settled_at IS NULL',
    [chain],
  );
  const { count = 0, since = null } = rows[0] ?? {};
  return { count, since: since === null ? null : Number(since) };
}

function toAsideRow({ block_hash: blockHash, ...stored }: StoredAside): AsideRow {
  return {
    ...stored,
    blockHash,
    id: BigInt(stored.id),
    units: stored.units === null ? null : BigInt(stored.units),
    deposit: stored.deposit === null ? null : BigInt(stored.deposit),
    at: Number(stored.at),
  };
}
