import { fromUnits } from '#protocol/core/decimal.ts';
import type { Withdrawal, WithdrawalState } from '#protocol/withdrawals/entities.ts';
import type { RefusalCause } from '../chains/transfer-refused.ts';
import { assetScale } from '#server/core/assets.ts';
import type { WithdrawalTerms } from './rules.ts';
import type { hindrances } from './tables.ts';

/** Why an approved withdrawal is not sent yet. */
export type Hindrance = (typeof hindrances)[number];

/** What the driver returns as it is kept. */
interface StoredAsIs {
  readonly state: WithdrawalState;
  readonly reason: string | null;
  readonly raw: string | null;
  readonly hash: string | null;
  readonly confirmations: number;
  readonly hindrance: Hindrance | null;
  /** Consecutive refusals by the chain, and the node's message at the last one. */
  readonly tries: number;
  readonly refusal: string | null;
}

/** A stored withdrawal. Amounts in the asset's smallest unit, times in epoch milliseconds. */
export interface WithdrawalRow extends WithdrawalTerms, StoredAsIs {
  readonly id: bigint;
  readonly owner: bigint;
  readonly nonce: number | null;
  /** The earliest time of the next attempt. */
  readonly againAt: number | null;
  readonly refusedWhy: RefusalCause | null;
  /** Since when it is set aside for the operator. */
  readonly asideAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A row as the driver returns it. */
export interface StoredWithdrawal extends Omit<WithdrawalTerms, 'units' | 'fee'>, StoredAsIs {
  readonly id: string;
  readonly owner: string;
  readonly units: string;
  readonly fee: string;
  readonly nonce: string | null;
  readonly again_at: string | null;
  readonly refused_why: RefusalCause | null;
  readonly aside_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export function toWithdrawalRow(stored: StoredWithdrawal): WithdrawalRow {
  const {
    created_at: createdAt,
    updated_at: updatedAt,
    again_at: againAt,
    aside_at: asideAt,
    refused_why: refusedWhy,
    ...same
  } = stored;
  return {
    ...same,
    id: BigInt(stored.id),
    owner: BigInt(stored.owner),
    units: BigInt(stored.units),
    fee: BigInt(stored.fee),
    nonce: stored.nonce === null ? null : Number(stored.nonce),
    refusedWhy,
    againAt: againAt === null ? null : Number(againAt),
    asideAt: asideAt === null ? null : Number(asideAt),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
  };
}

/** The transfer amount: the amount without the fee. */
export function receivedUnits({ units, fee }: Pick<WithdrawalRow, 'units' | 'fee'>): bigint {
  return units - fee;
}

/** A withdrawal as shown to its owner, without the hash of a transfer that is signed but not yet on the chain. */
export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  const shown = (units: bigint) => fromUnits(units, assetScale(row.asset));
  return {
    id: row.id.toString(),
    asset: row.asset,
    chain: row.chain,
    address: row.address,
    amount: shown(row.units),
    fee: shown(row.fee),
    receives: shown(receivedUnits(row)),
    remark: row.remark,
    state: row.state,
    hash: row.state === 'approved' ? null : row.hash,
    confirmations: row.confirmations,
    neededConfirmations: row.needed,
    delayed: row.asideAt !== null && (row.state === 'approved' || row.state === 'sent'),
    reason: row.reason,
    at: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
