import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Transaction } from '#server/core/store/database.ts';
import type { ChainBlock } from '#server/custody/chains/chain.ts';

/** Time of a block, and a salt that distinguishes blocks of the same time. */
interface Moment {
  readonly at: number;
  readonly salt: string;
}

/** Key of the lock held by every writer of the test chain: miner, sender, or operator. */
const chainLock = 7_436_201;
const noParent = `0x${'0'.repeat(64)}`;

/** Lets one transaction at a time change the chain. */
export async function lockChain({ client }: Transaction): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [chainLock]);
}

/** The newest block. @throws Error when there is none: the chain was not opened */
export async function tipOf(client: Pool | PoolClient): Promise<ChainBlock> {
  const { rows } = await client.query<{ height: number; hash: string; parent: string; at: string }>(
    'SELECT height, hash, parent, at FROM test_chain_blocks ORDER BY height DESC LIMIT 1',
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the test chain has no block');
  return { ...row, at: Number(row.at) };
}

/** Makes the first block when there is none. */
export async function genesis(tx: Transaction, moment: Moment): Promise<void> {
  await lockChain(tx);
  const { rows } = await tx.client.query<{ empty: boolean }>(
    'SELECT NOT EXISTS (SELECT FROM test_chain_blocks) AS empty',
  );
  if (rows[0]?.empty === true) await insertBlock(tx, 0, noParent, moment);
}

/** Mines one block on the tip, with up to `paymentsMax` pending payments. */
export async function append(tx: Transaction, moment: Moment, paymentsMax: number): Promise<ChainBlock> {
  await lockChain(tx);
  const tip = await tipOf(tx.client);
  const block = await insertBlock(tx, tip.height + 1, tip.hash, moment);
  await tx.client.query(
    `UPDATE test_chain_payments SET height = $1
      WHERE hash IN (SELECT hash FROM test_chain_payments WHERE height IS NULL ORDER BY nonce NULLS FIRST, at, hash LIMIT $2)`,
    [block.height, paymentsMax],
  );
  return block;
}

/**
 * Removes the newest blocks from the chain; their payments become pending again.
 *
 * @param forget drops faucet payments instead, as if double-spent
 */
export async function dropBlocks(tx: Transaction, depth: number, forget: boolean): Promise<void> {
  await lockChain(tx);
  const tip = await tipOf(tx.client);
  if (depth < 1 || depth > tip.height) throw new Error(`${depth} blocks cannot be dropped at height ${tip.height}`);
  const from = tip.height - depth + 1;
  await tx.client.query('DELETE FROM test_chain_blocks WHERE height >= $1', [from]);
  if (forget) await tx.client.query('DELETE FROM test_chain_payments WHERE height >= $1 AND nonce IS NULL', [from]);
  await tx.client.query('UPDATE test_chain_payments SET height = NULL WHERE height >= $1', [from]);
}

async function insertBlock(
  { client }: Transaction,
  height: number,
  parent: string,
  moment: Moment,
): Promise<ChainBlock> {
  const digest = createHash('sha256').update(`${height}/${parent}/${moment.at}/${moment.salt}`).digest('hex');
  const block = { height, hash: `0x${digest}`, parent, at: moment.at };
  await client.query('INSERT INTO test_chain_blocks (height, hash, parent, at) VALUES ($1, $2, $3, $4)', [
    block.height,
    block.hash,
    block.parent,
    block.at,
  ]);
  return block;
}
