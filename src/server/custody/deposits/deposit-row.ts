import { fromUnits } from '#protocol/core/decimal.ts';
import type { Deposit, DepositState } from '#protocol/deposits/entities.ts';
import { assetScale } from '#server/core/assets.ts';
import { createOwnerChanges, type OwnerChanges } from '#server/core/topics/owner-changes.ts';

/** A stored deposit. Amounts in the asset's smallest unit, times in epoch milliseconds. */
export interface DepositRow {
  readonly id: bigint;
  readonly owner: bigint;
  readonly chain: string;
  readonly asset: string;
  readonly units: bigint;
  readonly state: DepositState;
  readonly address: string | null;
  readonly hash: string | null;
  /** Index of the payment in the transaction. */
  readonly place: number;
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly confirmations: number;
  readonly creditConfirmations: number;
  readonly freeConfirmations: number;
  readonly owed: bigint;
  readonly repaid: bigint;
  readonly reason: string | null;
  readonly at: number;
  readonly updatedAt: number;
}

/** A row as the driver returns it. */
export interface StoredDeposit {
  readonly id: string;
  readonly owner: string;
  readonly chain: string;
  readonly asset: string;
  readonly units: string;
  readonly state: DepositState;
  readonly address: string | null;
  readonly hash: string | null;
  readonly place: number;
  readonly height: number | null;
  readonly block_hash: string | null;
  readonly confirmations: number;
  readonly credit_confirmations: number;
  readonly free_confirmations: number;
  readonly owed: string;
  readonly repaid: string;
  readonly reason: string | null;
  readonly at: string;
  readonly updated_at: string;
}

/** The columns of a `StoredDeposit`. */
export const depositColumns = `id, owner, chain, asset, units, state, address, hash, place, height, block_hash, confirmations,
  credit_confirmations, free_confirmations, owed, repaid, reason, at, updated_at`;

export function toDepositRow(stored: StoredDeposit): DepositRow {
  return {
    id: BigInt(stored.id),
    owner: BigInt(stored.owner),
    chain: stored.chain,
    asset: stored.asset,
    units: BigInt(stored.units),
    state: stored.state,
    address: stored.address,
    hash: stored.hash,
    place: stored.place,
    height: stored.height,
    blockHash: stored.block_hash,
    confirmations: stored.confirmations,
    creditConfirmations: stored.credit_confirmations,
    freeConfirmations: stored.free_confirmations,
    owed: BigInt(stored.owed),
    repaid: BigInt(stored.repaid),
    reason: stored.reason,
    at: Number(stored.at),
    updatedAt: Number(stored.updated_at),
  };
}

/** A deposit as shown to its owner. */
export function toDeposit(row: DepositRow): Deposit {
  return {
    id: row.id.toString(),
    asset: row.asset,
    chain: row.chain,
    amount: fromUnits(row.units, assetScale(row.asset)),
    state: row.state,
    hash: row.hash,
    address: row.address,
    confirmations: row.confirmations,
    creditConfirmations: row.creditConfirmations,
    freeConfirmations: row.freeConfirmations,
    reason: row.reason,
    at: row.at,
    updatedAt: row.updatedAt,
  };
}

/** Listeners for changed deposits: the stream's `account` topic. */
export type DepositChanges = OwnerChanges<DepositRow, Deposit>;

export function createDepositChanges(): DepositChanges {
  return createOwnerChanges((rows) => rows.map(toDeposit));
}
