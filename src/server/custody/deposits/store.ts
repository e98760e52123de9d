import type { Pool } from 'pg';
import type { CheckedInput } from '#protocol/calls.ts';
import type { Deposit, DepositState } from '#protocol/deposits/entities.ts';
import type { ChainBlock, ChainCoin, ChainPayment } from '../chains/chain.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { depositColumns, toDeposit, toDepositRow, type DepositRow, type StoredDeposit } from './deposit-row.ts';

/** Pending deposits in a snapshot of the account topic. */
const underWayShown = 50;

/** A payment of a block, with its owner and the terms of its coin. */
export interface OwnedPayment {
  readonly payment: ChainPayment;
  readonly owner: bigint;
  readonly coin: ChainCoin;
}

/**
 * Records a payment of a block. One that was reversed and is mined again is the same deposit.
 *
 * @returns null when it is already in a block
 */
export async function recordPayment(
  tx: Transaction,
  chain: string,
  block: Pick<ChainBlock, 'height' | 'hash'>,
  { payment, owner, coin }: OwnedPayment,
  now: number,
): Promise<DepositRow | null> {
  const state: DepositState = payment.units < coin.depositMinimum ? 'below-minimum' : 'seen';
  const { rows } = await tx.client.query<StoredDeposit>(
    `INSERT INTO deposits AS held (owner, chain, asset, units, state, address, hash, place, height, block_hash,
                                   confirmations, credit_confirmations, free_confirmations, at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $12, $13, $13)
     ON CONFLICT (chain, hash, place, coalesce(address, '')) WHERE hash IS NOT NULL AND state <> 'refused'
     DO UPDATE SET asset = excluded.asset, units = excluded.units, state = excluded.state, height = excluded.height,
                   block_hash = excluded.block_hash, confirmations = 1, updated_at = excluded.updated_at
      WHERE held.state = 'undone'
     RETURNING ${depositColumns}`,
    [
      owner,
      chain,
      payment.asset,
      payment.units,
      state,
      payment.to,
      payment.hash,
      payment.index,
      block.height,
      block.hash,
      coin.creditConfirmations,
      coin.freeConfirmations,
      now,
    ],
  );
  return rows[0] === undefined ? null : toDepositRow(rows[0]);
}

/** Deposits that wait for blocks and are not set aside, locked in id order. */
export async function lockUnderWay(tx: Transaction, chain: string): Promise<DepositRow[]> {
  const { rows } = await tx.client.query<StoredDeposit>(
    `SELECT ${depositColumns} FROM deposits WHERE chain = $1 AND state IN ('seen', 'credited')
        AND NOT EXISTS (SELECT FROM deposits_aside AS aside WHERE aside.deposit = deposits.id AND settled_at IS NULL)
      ORDER BY id FOR UPDATE`,
    [chain],
  );
  return rows.map(toDepositRow);
}

/** Deposits in a block, locked in id order. */
export async function lockOfBlock(tx: Transaction, chain: string, blockHash: string): Promise<DepositRow[]> {
  const { rows } = await tx.client.query<StoredDeposit>(
    `SELECT ${depositColumns} FROM deposits WHERE chain = $1 AND block_hash = $2 ORDER BY id FOR UPDATE`,
    [chain, blockHash],
  );
  return rows.map(toDepositRow);
}

/** Updates deposits: every field that a block or a decision changes. */
export async function saveDeposits(tx: Transaction, rows: readonly DepositRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.client.query(
    `UPDATE deposits AS held
        SET state = given.state, height = given.height, confirmations = given.confirmations, owed = given.owed,
            repaid = given.repaid, reason = given.reason, updated_at = given.updated_at,
            block_hash = CASE WHEN given.height IS NULL THEN NULL ELSE held.block_hash END
       FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::integer[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[])
            AS given (id, state, height, confirmations, owed, repaid, reason, updated_at)
      WHERE held.id = given.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ state }) => state),
      rows.map(({ height }) => height),
      rows.map(({ confirmations }) => confirmations),
      rows.map(({ owed }) => owed),
      rows.map(({ repaid }) => repaid),
      rows.map(({ reason }) => reason),
      rows.map(({ updatedAt }) => updatedAt),
    ],
  );
}

/** One page of a user's deposits, newest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function depositPage(
  pool: Pool,
  owner: bigint,
  { cursor, size, asset, state }: CheckedInput<'GET recharge/list'>,
): Promise<{ list: Deposit[]; next: string | null }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  const { rows } = await pool.query<StoredDeposit>(
    `SELECT ${depositColumns} FROM deposits
      WHERE owner = $1 AND ($2::bigint IS NULL OR id < $2) AND ($3::text IS NULL OR asset = $3)
        AND ($4::text IS NULL OR state = $4)
      ORDER BY id DESC LIMIT $5`,
    [owner, cursor ?? null, asset ?? null, state ?? null, size + 1],
  );
  const shown = rows.slice(0, size).map(toDepositRow);
  return { list: shown.map(toDeposit), next: rows.length > size ? (shown.at(-1)?.id.toString() ?? null) : null };
}

/** A user's pending deposits, newest first. */
export async function depositsUnderWay(pool: Pool, owner: bigint): Promise<Deposit[]> {
  const { rows } = await pool.query<StoredDeposit>(
    `SELECT ${depositColumns} FROM deposits
      WHERE owner = $1 AND state IN ('seen', 'credited', 'under-review') ORDER BY id DESC LIMIT ${underWayShown}`,
    [owner],
  );
  return rows.map((row) => toDeposit(toDepositRow(row)));
}
